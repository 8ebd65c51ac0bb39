public import RealmModel
public import Replayer
public import TraceFormat

/// What a device had not synced at one moment of a session: every write, and object by object what it came to.
public struct PendingChanges: Sendable {
  /// Where in the trace this is.
  public let kind: UnsyncedData.Kind
  /// The session, and the record of the moment.
  public let session: ResetSession
  /// The transactions, oldest first.
  public private(set) var transactions: [Report.Transaction]
  /// All their writes, in order.
  public private(set) var writes: [PendingWrite]
  /// The objects that they are about, in the order of their first write.
  public private(set) var objects: [PendingObject]
  /// What the trace does not show.
  public let gaps: [Gap]
  /// What client and server last shared; nil where the trace does not show it.
  public let base: RealmState?
  /// What the device has; nil where the trace does not show it.
  public let device: RealmState?
  package let schema: RealmSchema

  /// Takes the transactions of a moment apart.
  public init(_ moment: UnsyncedData) {
    (kind, session, gaps) = (moment.kind, moment.session, moment.gaps)
    (base, device) = (moment.base, moment.device)
    transactions = moment.transactions.map(Report.Transaction.init)
    var writes: [PendingWrite] = []
    writes.reserveCapacity(transactions.reduce(0) { $0 + $1.writeCount })
    for (transaction, unsynced) in moment.transactions.enumerated() {
      let changeset = unsynced.changeset
      for (index, instruction) in changeset.instructions.enumerated() {
        writes.append(
          PendingWrite(
            transactionIndex: transaction, instructionIndex: index,
            address: Address(instruction, in: changeset),
            operation: WriteOperation(instruction, in: changeset),
            clearedCollection: instruction.clearedCollection,
            definition: PendingDefinition(instruction, in: changeset)))
      }
    }
    self.writes = writes
    objects = PendingObjects(writes, base: base, device: device).all
    schema = RealmSchema(
      device: device, base: base, changesets: moment.transactions.map(\.changeset))
  }

  /// The gaps that leave open whether these are all the writes, or whether the server has some of them.
  package var gapsOfWrites: [Gap] {
    gaps.filter {
      switch $0.kind {
      case .missingAcknowledgements, .unreadableMessage: true
      case let kind: kind.hidesWrites
      }
    }
  }

  /// How many objects have unsynced writes; classes with writes to their schema are not counted.
  public var objectCount: Int { objects.count { $0.key != nil } }

  /// The same with some of the writes alone.
  package func keeping(_ indexes: Set<Int>) -> PendingChanges {
    var kept = self
    kept.writes = writes.indices.filter(indexes.contains).map { writes[$0] }
    for index in transactions.indices { kept.transactions[index].writeCount = 0 }
    for write in kept.writes { kept.transactions[write.transactionIndex].writeCount += 1 }
    kept.objects = PendingObjects(kept.writes, base: base, device: device).all
    return kept
  }

  /// An object as it was at the last sync; nil where it was not there or the trace does not show that.
  public func before(_ object: PendingObject) -> [Value.Entry]? {
    object.key.flatMap { base?.object($0, of: object.className) }
  }

  /// An object as the device has it; nil where it is not there or the trace does not show that.
  public func now(_ object: PendingObject) -> [Value.Entry]? {
    object.key.flatMap { device?.object($0, of: object.className) }
  }
}

extension Instruction {
  /// For one that clears: the kind of collection that it says it leaves.
  fileprivate var clearedCollection: CollectionKind? {
    guard case .clear(let it) = self, it.collection != .single else { return nil }
    return it.collection
  }
}
