public import RealmModel
public import TraceFormat

/// One instruction that a device has written down and no server is known to have taken.
public struct PendingWrite: Hashable, Sendable {
  /// Index of its transaction in ``PendingChanges/transactions``.
  public var transactionIndex: Int
  /// Index of the instruction in the transaction's changeset.
  public var instructionIndex: Int
  /// Where it acts.
  public var address: Address
  /// What it does there.
  public var operation: WriteOperation
  /// For a write that clears: what is left there, empty, where the instruction says it.
  public var clearedCollection: CollectionKind?
  /// For a write to the schema: what it makes or takes away.
  public var definition: PendingDefinition?

  /// Whether it is about classes and properties and not about objects.
  public var isAboutSchema: Bool { address.object == nil }

  /// The object that it acts on; nil for one about the schema.
  public var object: ObjectName? {
    address.object.map { ObjectName(className: address.className, key: $0) }
  }
}
