import Importers
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import FaultPlans
@testable import Replayer

/// What outcomes of one situation have in common is found once, and each is judged as it is alone.
@Suite struct SharedJudgingTests {
  private static let kinds = [
    "client-reset", "terminate-sync data=gone", "sync-error action=DeleteRealm",
    "after-handler-throws",
  ]

  @Test(arguments: [
    "rs-16a-list-copied-once", "fate-deletions-empty-a-list",
    "fate-mixed-nested-collections-inserted",
  ])
  func `Outcomes that share a cache are judged as alone`(name: String) throws {
    try check(Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events)
  }

  @Test(arguments: ["field-inspections", "every-kind-of-property"])
  func `Outcomes of a recorded session are, too`(name: String) throws {
    try check(TraceFiles.events(of: "traces/\(name).synctrace"))
  }

  private func check(_ events: [Event]) throws {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let injector = try FaultInjector(replay)
    let cache = ReplayCache()
    var count = 0
    for kind in Self.kinds {
      let fault = try Fault(text: "at reset: \(kind)")
      for reset in try injector.resets(under: FaultPlan([fault], seed: 1), cache: cache) {
        for mode in ResetMode.allCases {
          let outcome = reset.outcome(mode: mode, quirks: .realmCore, cache: cache)
          var (alone, shared) = (Judge(outcome), Judge(outcome, cache: cache))
          let writes = alone.writes()
          #expect(shared.writes() == writes, "\(kind), \(mode)")
          count += writes.count
        }
      }
    }
    #expect(count > 0)
  }
}
