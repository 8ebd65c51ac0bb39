internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The objects that the server deleted since the last sync, as far as the trace shows its changes.
struct ServerDeletions {
  /// Objects that the server deleted, whether or not they are there again.
  private(set) var deleted: Set<WriteAddress> = []
  /// Objects that the server deleted and made anew: another thing with the same key.
  private(set) var replaced: Set<WriteAddress> = []

  init(_ changes: [Changeset]) {
    for changeset in changes {
      for instruction in changeset.instructions {
        switch instruction {
        case .eraseObject: deleted.insert(WriteAddress(instruction, in: changeset))
        case .createObject:
          let object = WriteAddress(instruction, in: changeset)
          if deleted.contains(object) { replaced.insert(object) }
        default: break
        }
      }
    }
  }
}
