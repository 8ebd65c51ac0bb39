internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Outcome {
  /// Whether the server's history has gone back: by errors 209 and 211, by which a server tells a client
  /// that it knows more than the server (`docs/rules.md`), or by a fault that was injected.
  var tellsOfRestoredBackup: Bool {
    situation.error.code == 209 || situation.error.code == 211
      || faults.flatMap(\.effects).contains { effect in
        effect.kind == .changesLost && effect.changes.contains(where: \.isOnDevice)
      }
  }
}
