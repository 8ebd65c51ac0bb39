internal import Replayer
internal import TraceFormat

/// What the server's own changes since the last sync tell about the unsynced writes, beyond the
/// state that they led to.
struct ServerHistory {
  /// Whether the trace shows these changes.
  let isKnown: Bool
  /// The objects that it created.
  private var created: Set<WriteAddress> = []
  /// The objects that it deleted.
  private var deleted: Set<WriteAddress> = []

  // A server takes a client's transactions whole and in order. What shows that it took one shows
  // that it took all earlier ones; what shows that it didn't, that it took none of the later ones.
  /// The first transaction that the server certainly never took.
  private var firstNotTaken: Int?
  /// The last transaction that the server certainly took, though it never said so.
  private var lastTaken: Int?

  init(_ outcome: Outcome) {
    isKnown = outcome.serverChanges != nil
    guard let changes = outcome.serverChanges else { return }
    for changeset in changes {
      for instruction in changeset.instructions {
        switch instruction.kind {
        case .createObject: created.insert(WriteAddress(instruction, in: changeset))
        case .eraseObject: deleted.insert(WriteAddress(instruction, in: changeset))
        default: break
        }
      }
    }
    findTaken(outcome, changes)
  }

  /// Whether the server took a transaction; nil if the trace does not tell.
  func hasTaken(transaction: Int) -> Bool? {
    let isTaken = lastTaken.map { transaction <= $0 } ?? false
    let isNotTaken = firstNotTaken.map { transaction >= $0 } ?? false
    return isTaken == isNotTaken ? nil : isTaken
  }

  func hasDeleted(_ object: WriteAddress) -> Bool { deleted.contains(object) }
  func hasCreated(_ object: WriteAddress) -> Bool { created.contains(object) }
}

extension ServerHistory {
  /// An object that a transaction created tells. The server's history may have one with the same
  /// key from another device, unless the key is of a kind that nobody else makes, or the whole
  /// transaction is the same.
  private mutating func findTaken(_ outcome: Outcome, _ changes: [Changeset]) {
    let same = ResetRequest.integrated(outcome.unsynced.map(\.changeset), in: changes)
    for (index, unsynced) in outcome.unsynced.enumerated() {
      for instruction in unsynced.changeset.instructions where instruction.kind == .createObject {
        let object = WriteAddress(instruction, in: unsynced.changeset)
        guard let key = object.object,
          outcome.states.base?.contains(key, of: object.className) == false
        else { continue }
        if !created.contains(object) {
          firstNotTaken = firstNotTaken ?? index
        } else if key.isUnique || same.contains(index) {
          lastTaken = index
        }
      }
    }
  }
}

extension PrimaryKeyValue {
  /// Whether no two devices come to make the same key by chance.
  fileprivate var isUnique: Bool {
    switch self {
    case .objectID, .uuid, .globalKey: true
    case .null, .int, .string: false
    }
  }
}
