import Importers
import RealmModel
import ReplaySupport
import TestSupport
import TraceFormat

@testable import FaultPlans
@testable import Replayer

/// A reset that a scenario asks for, to be attempted in any mode, also after earlier attempts.
struct ScenarioAttempt {
  private var situation: ResetSituation
  private let quirks: Quirks
  private let events: [Event]

  /// - Throws: `ReplayFailure.noReset` where the scenario asks for none.
  init(_ name: String, engine: Engine) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    // What a reset depends on does not depend on the mode; this one can replay all scenarios.
    let outcomes = try Replay.run(events: scenario.events, mode: .discardLocal)
    let outcome = outcomes[0]
    events = scenario.events
    let isUnwritten = outcome.situation.local.classes.isEmpty && outcome.situation.unsynced.isEmpty
    quirks = engine.quirks
    situation = outcome.situation
    situation.localVersion = isUnwritten ? 1 : nil
    situation.entry = .session
    situation.action = situation.error.action
  }

  var local: RealmState { situation.local }
  var fresh: RealmState { situation.fresh }

  /// Carries out the attempt that an expectation is about, with the earlier ones before it.
  mutating func perform(
    _ expected: ScenarioExpectation.Reset, mode: ResetMode
  ) throws -> AttemptEnd {
    guard expected.faults.isEmpty else { return try performWithFaults(expected.faults, mode) }
    if expected.isRecoveryForbidden { situation.action = .clientResetNoRecovery }
    for earlier in expected.after { goOn(after: perform(earlier)) }
    return AttemptEnd(perform(mode))
  }

  /// Carries the reset out with faults, from its error to its end.
  private func performWithFaults(_ faults: [String], _ mode: ResetMode) throws -> AttemptEnd {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let plan = FaultPlan(try faults.map { try Fault(text: $0) })
    let outcomes = try replay.outcomes(modes: [mode], quirks: quirks, faults: plan)
    return AttemptEnd(outcomes[0][0])
  }

  private func perform(_ mode: ResetMode) -> AttemptedReset {
    ClientReset.perform(situation, mode: mode, quirks: quirks)
  }

  /// The file as an attempt left it: nothing that was recovered has been acknowledged.
  private mutating func goOn(after response: AttemptedReset) {
    situation.pendingReset = response.result.pendingReset
    situation.local = response.result.after
    switch response.attempt.ending {
    case .recovered:
      situation.replaceUnsynced(unsynced(response.result.reupload))
    case .discarded: situation.replaceUnsynced([])
    default: break
    }
    situation.session.resetTimeMicroseconds += 60_000_000
  }
}

/// How a reset ended, as far as expectations tell.
struct AttemptEnd {
  var attempt: ResetAttempt
  var after: RealmState
  var pendingReset: PendingReset?
  /// The number of changesets that remain to be uploaded.
  var uploadCount: Int

  init(_ response: AttemptedReset) {
    (attempt, after, pendingReset) = (
      response.attempt, response.result.after, response.result.pendingReset
    )
    uploadCount = response.result.reupload.count { !$0.instructions.isEmpty }
  }

  init(_ outcome: Outcome) {
    (attempt, after) = (outcome.attempts[outcome.attempts.count - 1], outcome.result.after)
    pendingReset = outcome.result.pendingReset
    uploadCount = outcome.result.reupload.count { !$0.instructions.isEmpty }
  }
}
