internal import RealmModel
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

  private let taken: TakenTransactions

  /// - Parameter taken: the transactions that the server took, where the outcome is of a part of what
  ///   tells.
  init(_ outcome: Outcome, taken: TakenTransactions? = nil) {
    isKnown = outcome.serverChanges != nil
    self.taken = taken ?? TakenTransactions(outcome)
    for changeset in outcome.serverChanges ?? [] {
      for instruction in changeset.instructions {
        switch instruction.kind {
        case .createObject: created.insert(WriteAddress(instruction, in: changeset))
        case .eraseObject: deleted.insert(WriteAddress(instruction, in: changeset))
        default: break
        }
      }
    }
  }

  /// Whether the server took a transaction; nil if the trace does not tell.
  func hasTaken(transaction: Int) -> Bool? { taken.has(transaction) }

  func hasDeleted(_ object: WriteAddress) -> Bool { deleted.contains(object) }
  func hasCreated(_ object: WriteAddress) -> Bool { created.contains(object) }
}
