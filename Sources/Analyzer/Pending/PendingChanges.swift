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
  /// Indexes of those transactions that an earlier reset recovered.
  private let recovered: Set<Int>

  /// Takes the transactions of a moment apart.
  public init(_ moment: UnsyncedData) {
    (kind, session, gaps) = (moment.kind, moment.session, moment.gaps)
    (base, device) = (moment.base, moment.device)
    transactions = moment.transactions.map(Report.Transaction.init)
    recovered = Set(moment.transactions.indices.filter { moment.transactions[$0].isRecovered })
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
    objects = PendingObject.all(writes, base: base, device: device)
    schema = RealmSchema(
      device: moment.shape, base: base, changesets: moment.transactions.map(\.changeset))
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

  /// How many of the transactions cannot be read; they count as without writes.
  package var unreadableCount: Int { transactions.unreadableCount(by: gaps) }

  /// How many objects have unsynced writes; classes with writes to their schema are not counted.
  public var objectCount: Int { objects.count { $0.key != nil } }

  /// The same with some of the writes alone.
  package func keeping(_ indexes: Set<Int>) -> PendingChanges {
    var kept = self
    kept.writes = writes.indices.filter(indexes.contains).map { writes[$0] }
    for index in transactions.indices { kept.transactions[index].writeCount = 0 }
    for write in kept.writes { kept.transactions[write.transactionIndex].writeCount += 1 }
    kept.objects = PendingObject.all(kept.writes, base: base, device: device)
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

extension [Report.Transaction] {
  /// How many of them cannot be read, by the gaps of the same moment.
  package func unreadableCount(by gaps: [Gap]) -> Int {
    let records = Set(gaps.lazy.filter(\.isOfUnreadableBytes).compactMap(\.sequence))
    // An upload may have several transactions, of which only one cannot be read.
    return count { $0.writeCount == 0 && records.contains($0.sequence) }
  }
}

extension Instruction {
  /// For one that clears: the kind of collection that it says it leaves.
  fileprivate var clearedCollection: CollectionKind? {
    guard case .clear(let it) = self, it.collection != .single else { return nil }
    return it.collection
  }
}

// Transactions that several moments have
extension PendingChanges {
  /// What a transaction keeps when a reset recovers it.
  private struct Name: Hashable {
    var clientVersion: UInt64
    var originTimestampMilliseconds: UInt64?
  }

  /// The same moments with each transaction once, as it was written.
  ///
  /// What is unsynced when a reset is asked for can still be unsynced afterwards: where the reset did not end, as the
  /// same record, and where it recovered, as its re-upload, under another record.
  static func once(_ moments: [PendingChanges]) -> [PendingChanges] {
    guard moments.count > 1 else { return moments }
    var kept: [Name: (moment: Int, transaction: Int)] = [:]
    var left = moments.map { Set($0.transactions.indices) }
    for (moment, changes) in moments.enumerated() {
      for (index, transaction) in changes.transactions.enumerated() {
        let name = Name(
          clientVersion: transaction.clientVersion,
          originTimestampMilliseconds: transaction.originTimestampMilliseconds)
        guard let (first, place) = kept[name], first < moment else {
          kept[name] = (moment, index)
          continue
        }
        let earlier = moments[first].transactions[place]
        let isSameRecord = earlier.sequence == transaction.sequence
        if isSameRecord, earlier.writeCount < transaction.writeCount {
          // What a capture shows only after a reset, the moment of the reset may have a part of.
          left[first].remove(place)
          kept[name] = (moment, index)
        } else if isSameRecord || changes.recovered.contains(index) {
          left[moment].remove(index)
        }
      }
    }
    return zip(moments, left).map { changes, left in
      guard left.count < changes.transactions.count else { return changes }
      let writes = changes.writes.indices.filter {
        left.contains(changes.writes[$0].transactionIndex)
      }
      return changes.keeping(Set(writes))
    }
  }
}
