import FaultPlans
import RealmModel
import Replayer
import TraceFormat

func text(of state: RealmState) -> [String] {
  state.classes.flatMap { schema in
    state.keys(of: schema.name).map { key in
      let object = state.object(key, of: schema.name) ?? []
      return "\(schema.name.readableText): \(object.count) properties"
    }
  }
}

/// The state of a side at a point of a trace.
func state(in replay: Replay) throws -> RealmState {
  try replay.state(of: .client, at: nil, session: nil).state
}

/// A client reset of two states, without a trace.
func reset(local: RealmState, fresh: RealmState, unsynced: [Changeset]) -> ResetEnding {
  let situation = ResetSituation(
    error: .badClientFile, local: local, fresh: fresh,
    unsynced: unsynced.enumerated().map {
      UnsyncedChangeset(clientVersion: UInt64($0) + 2, changeset: $1)
    },
    entry: .engine)
  return ClientReset.perform(situation, mode: .recover).attempt.ending
}
