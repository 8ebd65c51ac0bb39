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
    guard !changes.isEmpty else { return [] }
    var unmatched: [[UInt8]: OriginTimes] = [:]
    let taken = Set(changes.compactMap(\.clientVersion))
    for change in changes where !change.isForeign && change.clientVersion == nil {
      unmatched[change.changeset.storage, default: OriginTimes()]
        .add(change.originTimestampMilliseconds)
    }
    var found: Set<Int> = []
    for (index, transaction) in unsynced.enumerated() where transaction.changeset.changesObjects {
      if taken.contains(transaction.clientVersion) {
        found.insert(index)
        continue
      }
      let isFound = unmatched[transaction.changeset.storage]?
        .take(transaction.originTimestampMilliseconds)
      if isFound == true { found.insert(index) }
    }
    return found
  }
}

/// When changes with the same bytes were made.
private struct OriginTimes {
  private var counts: [UInt64: Int] = [:]
  private var unknownCount = 0

  mutating func add(_ time: UInt64?) {
    if let time { counts[time, default: 0] += 1 } else { unknownCount += 1 }
  }

  /// Takes one away that may have been made at a time; false if there is none.
  mutating func take(_ time: UInt64?) -> Bool {
    if let time, take(known: time) { return true }
    if unknownCount > 0 {
      unknownCount -= 1
      return true
    }
    // A transaction of unknown time may be any of them: it is the earliest that is left.
    guard time == nil, let earliest = counts.keys.min() else { return false }
    return take(known: earliest)
  }

  private mutating func take(known time: UInt64) -> Bool {
    guard let count = counts[time] else { return false }
    counts[time] = count > 1 ? count - 1 : nil
    return true
  }
}

extension Changeset {
  fileprivate var changesObjects: Bool { instructions.contains { $0.object != nil } }
}
