import Importers
import RealmModel
import Replayer
import TestSupport
import TraceFormat

/// A reset that a scenario asks for, to be attempted in any mode, also after earlier attempts.
struct ScenarioAttempt {
  private var request: ResetRequest
  private let events: [Event]

  /// - Throws: `ReplayFailure.noReset` where the scenario asks for none.
  init(_ name: String, engine: Engine) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    // What a reset depends on does not depend on the mode; this one can replay all scenarios.
    let outcomes = try Replay.run(events: scenario.events, mode: .discardLocal)
    let outcome = outcomes[0]
    events = scenario.events
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
  ) throws -> AttemptEnd {
    guard expected.faults.isEmpty else { return try suffer(expected.faults, mode) }
    if expected.isRecoveryForbidden { request.error.action = .clientResetNoRecovery }
    for earlier in expected.after { goOn(after: perform(earlier)) }
    return AttemptEnd(perform(mode))
  }

  /// Carries the reset out with faults, from its error to its end.
  private func suffer(_ faults: [String], _ mode: ResetMode) throws -> AttemptEnd {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let plan = FaultPlan(try faults.map { try Fault(text: $0) })
    let outcomes = try replay.outcomes(modes: [mode], quirks: request.quirks, faults: plan)
    return AttemptEnd(outcomes[0][0])
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

/// How a reset ended, as far as expectations tell.
struct AttemptEnd {
  var attempt: ResetAttempt
  var after: RealmState
  var pendingReset: PendingReset?
  /// The number of changesets that remain to be uploaded.
  var uploadCount: Int

  init(_ response: ResetResponse) {
    (attempt, after, pendingReset) = (response.attempt, response.after, response.pendingReset)
    uploadCount = response.reupload.count { !$0.instructions.isEmpty }
  }

  init(_ outcome: Outcome) {
    (attempt, after) = (outcome.attempts[outcome.attempts.count - 1], outcome.states.after)
    pendingReset = outcome.pendingResetAfter
    uploadCount = outcome.reupload.count { !$0.changeset.isEmpty }
  }
}
