import Recorder
import Replayer
import TestSupport
import TraceFormat

/// A reset that a scenario asks for, to be attempted in any mode, also after earlier attempts.
struct ScenarioAttempt {
  private var request: ResetRequest

  /// - Throws: `ReplayFailure.noReset` where the scenario asks for none.
  init(_ name: String, engine: Engine) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    // What a reset depends on does not depend on the mode; this one can replay all scenarios.
    let outcomes = try Replay.run(events: scenario.events, mode: .discardLocal)
    let outcome = outcomes[0]
    let isUnwritten = outcome.states.local.classes.isEmpty && outcome.unsynced.isEmpty
    request = ResetRequest(
      mode: .discardLocal, error: outcome.error, pendingReset: outcome.pendingResetBefore,
      local: outcome.states.local, fresh: outcome.states.fresh,
      unsynced: outcome.unsynced.map(\.changeset), localVersion: isUnwritten ? 1 : nil,
      timeMicroseconds: outcome.session.resetTimeMicroseconds, quirks: engine.quirks,
      base: outcome.states.base,
      integrated: outcome.integrated)
  }

  var local: RealmState { request.local }
  var fresh: RealmState { request.fresh }

  /// Carries out the attempt that an expectation is about, with the earlier ones before it.
  mutating func perform(
    _ expected: ScenarioExpectation.Reset, mode: ResetMode
  ) -> ResetResponse {
    if expected.isRecoveryForbidden { request.error.action = .clientResetNoRecovery }
    for earlier in expected.after { goOn(after: perform(earlier)) }
    return perform(mode)
  }

  private func perform(_ mode: ResetMode) -> ResetResponse {
    var request = request
    request.mode = mode
    return ClientReset.perform(request)
  }

  /// The file as an attempt left it: nothing that was recovered has been acknowledged.
  private mutating func goOn(after response: ResetResponse) {
    request.pendingReset = response.pendingReset
    request.local = response.after
    switch response.attempt.result {
    case .recovered: request.unsynced = response.reupload
    case .discarded: request.unsynced = []
    default: break
    }
    request.timeMicroseconds += 60_000_000
  }
}
