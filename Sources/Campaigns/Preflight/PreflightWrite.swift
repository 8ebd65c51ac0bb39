public import Analyzer
public import RealmModel

/// A write at stake: where it acts, what it does and what becomes of it, and nothing of the states that it was
/// judged by, so that what is kept of many traces is no more than what is told of them.
public struct PreflightWrite: Hashable, Sendable {
  /// Index of its transaction among those that the server had not acknowledged.
  public var transactionIndex: Int
  /// Index of the instruction in the changeset.
  public var instructionIndex: Int
  /// Where it acts.
  public var address: Address
  /// What it does.
  public var operation: WriteOperation
  /// What becomes of it under the new schema.
  public var fate: Fate

  init(_ write: JudgedWrite) {
    (transactionIndex, instructionIndex) = (write.transactionIndex, write.instructionIndex)
    (address, operation, fate) = (write.address, write.operation, write.fate)
  }
}
