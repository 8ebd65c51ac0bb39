internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Which of the unsynced transactions the server took, though it never said so.
///
/// A server takes a client's transactions whole and in order. What shows that it took one shows that
/// it took all earlier ones; what shows that it didn't, that it took none of the later ones.
///
/// An object tells of the transaction that created it first. The server's history may have one with the same key from
/// another device, unless the key is of a kind that nobody else makes, or the whole transaction is the same; and a
/// restored server may have it from its backup.
package struct IntegratedTransactions: Hashable {
  /// The first transaction that the server certainly never took.
  var firstNotIntegrated: Int?
  /// The last transaction that the server certainly took.
  var lastIntegrated: Int?

  /// Whether the server took a transaction; nil if the trace does not tell.
  func has(_ transaction: Int) -> Bool? {
    let isIntegrated = lastIntegrated.map { transaction <= $0 } ?? false
    let isNotIntegrated = firstNotIntegrated.map { transaction >= $0 } ?? false
    return isIntegrated == isNotIntegrated ? nil : isIntegrated
  }

  /// Whether the server has a write, and not the later one that takes it back.
  func has(_ write: DeviceWrite, without later: DeviceWrite) -> Bool {
    has(write.transactionIndex) == true && has(later.transactionIndex) != true
  }

  /// The same of some of the transactions, in order, by their indexes among these.
  func among(_ transactions: [Int]) -> IntegratedTransactions {
    var some = IntegratedTransactions()
    some.lastIntegrated = lastIntegrated.flatMap { last in transactions.lastIndex { $0 <= last } }
    some.firstNotIntegrated = firstNotIntegrated.flatMap { first in
      transactions.firstIndex { $0 >= first }
    }
    return some
  }
}

extension IntegratedTransactions {
  /// - Parameter isFreshKnown: whether the server's state is known, where its changes are not.
  init(_ outcome: Outcome, _ server: ServerChanges, isFreshKnown: Bool) {
    let situation = outcome.situation
    let isShown = server.isKnown || isFreshKnown && !outcome.hasOvertakenUpload
    // What the server has said that it has; it says nothing of the others.
    if !server.isKnown {
      lastIntegrated = situation.integrated.max()
    } else if !situation.integrated.isEmpty {
      let marks = Set(situation.serverChanges?.compactMap(\.ownMark) ?? [])
      lastIntegrated =
        situation.integrated.filter {
          situation.unsynced[$0].ownMarks.contains(where: marks.contains)
        }.max()
    }
    var known: Set<Address> = []
    lazy var deleted = outcome.tellsOfRestoredBackup ? outcome.syncedDeletions : []
    for (index, unsynced) in situation.unsynced.enumerated() {
      for object in unsynced.changeset.createdObjects {
        guard situation.base?.has(object) == false else { continue }
        let isFirst = known.insert(object).inserted
        // The server's changes may be shown only up to the last download.
        let isFound =
          object.hasUniqueKey && isShown && situation.fresh.has(object)
          && !(situation.restored?.has(object) ?? deleted.contains(object))
        if isFound || server.created.contains(object) {
          guard !server.areOthersCreators(of: object),
            isFirst && object.hasUniqueKey || situation.integrated.contains(index)
          else { continue }
          lastIntegrated = max(index, lastIntegrated ?? index)
        } else if server.isKnown {
          firstNotIntegrated = firstNotIntegrated ?? index
        }
      }
    }
  }
}

/// What tells that a change of the server's is a transaction of this device's. Equal bytes alone may be another device's,
/// but no two make the same ones in the same millisecond.
enum OwnMark: Hashable {
  case version(UInt64)
  case made([UInt8], milliseconds: UInt64)
}

extension ServerChange {
  var ownMark: OwnMark? {
    if let clientVersion { return .version(clientVersion) }
    guard !isForeign, let time = originTimestampMilliseconds else { return nil }
    return .made(changeset.originalBytes, milliseconds: time)
  }
}

extension UnsyncedChangeset {
  var ownMarks: [OwnMark] {
    let made = originTimestampMilliseconds.map {
      OwnMark.made(changeset.originalBytes, milliseconds: $0)
    }
    return [.version(clientVersion)] + (made.map { [$0] } ?? [])
  }
}

extension Outcome {
  /// Whether a fault had the server take an upload and refuse the one before it.
  fileprivate var hasOvertakenUpload: Bool {
    faults.contains { $0.effects.contains { $0.fact == .message(.uploadOvertaken) } }
  }
}

extension Changeset {
  var createdObjects: [Address] { objects(of: .createObject) }

  func objects(of kind: InstructionKind) -> [Address] {
    instructions.lazy.filter { $0.kind == kind }.map { Address($0, in: self) }
  }
}

extension RealmState {
  func has(_ object: Address) -> Bool {
    object.object.map { contains($0, of: object.className) } ?? false
  }

  func object(at address: Address) -> [Value.Entry]? {
    address.object.flatMap { object($0, of: address.className) }
  }
}

extension Address {
  /// Whether no two devices make the same key by chance.
  var hasUniqueKey: Bool {
    switch object {
    case .objectID, .uuid, .globalKey: true
    case .null, .int, .string, nil: false
    }
  }
}
