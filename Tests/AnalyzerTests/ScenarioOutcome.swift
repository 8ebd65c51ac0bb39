import Analyzer
import Recorder
import Replayer
import TestSupport
import TraceFormat

/// Outcomes of sessions reset in discard mode, for tests.
enum ScenarioOutcome {
  static func example(_ name: String) throws -> Outcome {
    try of(ProjectFiles.bytes("traces/scenarios/\(name).json"))
  }

  /// A session about a class `T`, with the members of the file that make the difference.
  static func session(_ members: String, gaps: [Gap] = []) throws -> Outcome {
    let file = """
      {
        "scenario": 1, "name": "test",
        "schema": {
          "Tgt": {"primaryKey": "_id", "properties": {"_id": "int"}},
          "Step": {"embedded": true, "properties": {"title": "string", "n": "int?"}},
          "T": {
            "primaryKey": "_id",
            "properties": {
              "_id": "int", "v": "int", "s": "string?", "any": "mixed", "l": "int[]",
              "st": "int<>", "d": "int{}", "link": "Tgt", "step": "Step", "steps": "Step[]"
            }
          }
        },
        "synced": {
          "Tgt": [{"_id": 1}, {"_id": 2}],
          "T": [
            {
              "_id": 1, "v": 10, "s": "base", "l": [1, 2, 3], "st": [1, 2], "d": {"a": 1},
              "link": 1, "step": {"title": "a"}, "steps": [{"title": "b"}, {"title": "c"}]
            }
          ]
        },
        \(members),
        "error": {}
      }
      """
    return try of(Array(file.utf8), gaps: gaps)
  }

  static func of(_ file: [UInt8], gaps: [Gap] = []) throws -> Outcome {
    try of(Scenario(parsing: file).events, entry: .session, gaps: gaps)
  }

  static func of(
    _ events: [Event], entry: ResetRequest.Entry, gaps: [Gap] = []
  ) throws -> Outcome {
    var fold = Fold()
    for event in events { try fold.add(event) }
    return try fold.outcome(entry: entry, gaps: gaps)
  }

  /// The states and the unsynced changes of one session, as scenarios and vectors order them.
  private struct Fold {
    private var base: RealmState?
    private var local = RealmState()
    private var fresh = RealmState()
    private var start: SessionStart?
    private var error = SyncError(
      code: nil, name: "", message: "", action: .clientReset, isFatal: true)
    private var time: Int64 = 0
    private var unsynced: [Outcome.UnsyncedChangeset] = []
    private var observed: ResetObserved?

    mutating func add(_ event: Event) throws {
      switch event.content {
      case .sessionStart(let value): start = value
      case .snapshot(let snapshot): try add(snapshot)
      case .localCommit(let commit):
        let changeset = try Changeset(decoding: commit.changeset)
        if base != nil { try local.apply(changeset) }
        unsynced.append(
          Outcome.UnsyncedChangeset(
            clientVersion: commit.clientVersion, sequence: event.sequence,
            timeMicroseconds: event.timeMicroseconds, changeset: changeset))
      case .serverCommit(let commit): try fresh.apply(Changeset(decoding: commit.changeset))
      case .syncError(let value): (error, time) = (value, event.timeMicroseconds)
      case .resetObserved(let value): observed = value
      default: break
      }
    }

    private mutating func add(_ snapshot: Snapshot) throws {
      guard snapshot.origin == .empty else { return }
      let state = try RealmState(
        applying: snapshot.changesets.map { try Changeset(decoding: $0) })
      switch snapshot.role {
      case .base: (base, local, fresh) = (state, state, state)
      case .local: local = state
      default: fresh = state
      }
    }

    func outcome(entry: ResetRequest.Entry, gaps: [Gap]) throws -> Outcome {
      let response = try ClientReset.perform(
        ResetRequest(
          mode: .discardLocal, error: error, pendingReset: start?.pendingReset, local: local,
          fresh: fresh, unsynced: unsynced.map(\.changeset), timeMicroseconds: time,
          entry: entry))
      return Outcome(
        session: Outcome.SessionSummary(
          session: 1, start: start, resetSequence: 4, resetTimeMicroseconds: time),
        unsynced: unsynced,
        states: Outcome.States(base: base, local: local, fresh: fresh, after: response.after),
        error: error, attempts: [response.attempt], pendingResetBefore: start?.pendingReset,
        pendingResetAfter: response.pendingReset, rulings: response.rulings, gaps: gaps,
        observed: observed)
    }
  }
}
