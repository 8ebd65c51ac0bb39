public import TraceFormat

/// A change of the server's own history, with what tells whose transaction it is.
public struct ServerChange: Sendable {
  /// What was changed, decoded.
  public var changeset: Changeset
  /// Milliseconds since 2015-01-01 (UTC), where known. A changeset keeps the time of the device that
  /// made it on its whole way.
  public var originTimestampMilliseconds: UInt64?
  /// The file that it comes from, where known.
  public var originFileIdent: UInt64?
  /// Whether it is known to come from another client file than the session's.
  public var isForeign: Bool
  /// The version of the session's own transaction that it is, where that is known.
  public var clientVersion: UInt64?

  /// A change that the server has integrated.
  public init(
    _ changeset: Changeset, originTimestampMilliseconds: UInt64? = nil,
    originFileIdent: UInt64? = nil, isForeign: Bool = false, clientVersion: UInt64? = nil
  ) {
    (self.changeset, self.originTimestampMilliseconds) = (changeset, originTimestampMilliseconds)
    (self.originFileIdent, self.isForeign) = (originFileIdent, isForeign)
    self.clientVersion = clientVersion
  }

  /// - Parameter own: the identifier of the session's file, where it is known.
  init(_ changeset: Changeset, _ recorded: ServerCommit, ofFile own: UInt64?) {
    let origin = recorded.originFileIdent
    self.init(
      changeset, originTimestampMilliseconds: recorded.originTimestampMilliseconds,
      originFileIdent: origin, isForeign: own != nil && origin != nil && origin != own)
  }

  /// The indexes of the unsynced transactions that are among the server's changes: those that it
  /// integrated without the client hearing of it.
  ///
  /// Such a change has the same bytes and, where both are known, the same time, and does not come from another client
  /// file: two devices may well make the same edit. Any two clients add the same classes in the same bytes, and it does
  /// no harm to add them again, so transactions without objects do not count.
  ///
  /// - Complexity: Linear in the bytes of all changesets.
  package static func integrated(
    _ unsynced: [UnsyncedChangeset], in changes: [ServerChange]
  ) -> Set<Int> {
    let taken = matches(unsynced, in: changes).map(\.transaction)
    return Set(taken.filter { unsynced[$0].changeset.changesObjects })
  }

  /// Which of a device's transactions are among the server's changes, and as which of these; by their indexes.
  package static func matches(
    _ transactions: [UnsyncedChangeset], in changes: [ServerChange]
  ) -> [(transaction: Int, change: Int)] {
    guard !changes.isEmpty else { return [] }
    var unmatched: [[UInt8]: ChangesByTime] = [:]
    var taken: [UInt64: Int] = [:]
    for (index, change) in changes.enumerated().reversed() {
      if let version = change.clientVersion {
        taken[version] = index
      } else if !change.isForeign {
        unmatched[change.changeset.originalBytes, default: ChangesByTime()]
          .add(index, change.originTimestampMilliseconds)
      }
    }
    return transactions.enumerated().compactMap { index, transaction in
      let change =
        taken[transaction.clientVersion]
        ?? unmatched[transaction.changeset.originalBytes]?
        .take(transaction.originTimestampMilliseconds)
      return change.map { (index, $0) }
    }
  }
}

/// Changes with the same bytes, by when they were made; the first one last.
private struct ChangesByTime {
  private var known: [UInt64: [Int]] = [:]
  private var unknown: [Int] = []

  mutating func add(_ change: Int, _ time: UInt64?) {
    if let time { known[time, default: []].append(change) } else { unknown.append(change) }
  }

  /// Takes one away that may have been made at a time; nil if there is none.
  mutating func take(_ time: UInt64?) -> Int? {
    if let time, let change = take(known: time) { return change }
    if let change = unknown.popLast() { return change }
    // A transaction of unknown time may be any of them: it is the earliest that is left.
    guard time == nil, let earliest = known.keys.min() else { return nil }
    return take(known: earliest)
  }

  private mutating func take(known time: UInt64) -> Int? {
    let change = known[time]?.popLast()
    if known[time]?.isEmpty == true { known[time] = nil }
    return change
  }
}

extension Changeset {
  package var changesObjects: Bool { instructions.contains { $0.object != nil } }
}
