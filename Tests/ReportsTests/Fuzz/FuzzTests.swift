import Analyzer
import Foundation
import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import FaultPlans
@testable import Replayer

/// Random plans on random sessions: no crash, no hang, always a verdict.
@Suite(.slow) struct FuzzTests {
  private static let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]
  /// How many plans are tried on a session.
  private static let planCount = 6

  @Test(.timeLimit(.minutes(10)), arguments: TestSeed.seeds(32))
  func `every plan on every session ends with a verdict`(seed: UInt64) throws {
    let violations = try Self.violations(seed: seed)
    #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
  }

  /// As long as `TRACETOOL_FUZZ_SECONDS` says; `make fuzz` says ten minutes.
  @Test(.enabled(if: FuzzTime.seconds > 0, "`make fuzz` runs it"))
  func `as many plans as the time allows end with a verdict`() throws {
    print("seed \(TestSeed.value), \(FuzzTime.seconds) s")
    let end = ContinuousClock.now + .seconds(FuzzTime.seconds)
    var seed = TestSeed.value
    while ContinuousClock.now < end {
      // Said before it is tried: a case that ends the process is known by its seed.
      print("TRACETOOL_TEST_SEED=\(seed)")
      let violations = try Self.violations(seed: seed)
      #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
      seed &+= 1
    }
  }

  /// Random tests that try nothing would pass as well.
  @Test func `most faults of random plans happen, and resets end in every way`() throws {
    var (fired, all) = (0, 0)
    var results: Set<ResetEnding> = []
    for seed in UInt64(0)..<12 {
      let session = try FuzzSession(seed: seed)
      let injector = try FaultTrial(session.events).injector
      var plans = RandomPlan(injector, seed: seed)
      for _ in 0..<4 {
        let plan = plans.next()
        let outcomes = (try? injector.outcomes(modes: [.recover], under: plan)) ?? []
        all += plan.faults.count
        fired += Set(outcomes.flatMap { $0[0].faults.map(\.index) }).count
        results.formUnion(outcomes.map { $0[0].ending })
      }
    }
    #expect(fired * 3 > all, "\(fired) of \(all)")
    #expect(results.isSuperset(of: [.recovered, .failed]))
  }

  @Test func `what breaks a promise is noticed`() throws {
    let plan = FaultPlan([try Fault(text: "at reset: recovery-disabled")])
    let injector = try FaultTrial(file: "rs-02-same-field-conflict").injector
    let fuzz = FuzzCase(injector: injector, plan: plan, mode: .recover, quirks: .realmCore)
    #expect(fuzz.violations().isEmpty)
    let outcome = try injector.outcomes(modes: [.recover], under: plan)[0][0]
    var tampered = outcome
    tampered.faults = []
    #expect(fuzz.faults(in: [tampered]).count == 1)
    tampered = outcome
    tampered.unfiredFaults = [UnfiredFault(fault: plan.faults[0], index: 0, reason: .noResetDue)]
    #expect(fuzz.faults(in: [tampered]).count == 1)
    tampered.attempts = []
    #expect(fuzz.verdict(tampered).count == 1)
    var report = Analysis.report(of: outcome)
    report.writes.removeLast()
    #expect(fuzz.fates(of: report, outcome).count == 1)
  }

  private static func violations(seed: UInt64) throws -> [String] {
    let session = try FuzzSession(seed: seed)
    let injector: FaultInjector
    do {
      injector = try FaultTrial(session.events).injector
    } catch is ReplayFailure {
      // A session that cannot be replayed says so, and that is its verdict.
      return []
    }
    var plans = RandomPlan(injector, seed: seed)
    return (0..<planCount).flatMap { number -> [String] in
      let plan = plans.next()
      // Each mode with one of the engines, both by turns.
      return modes.enumerated().flatMap { index, mode -> [String] in
        let quirks: Quirks = (index + number).isMultiple(of: 2) ? .realmCore : .ideal
        let found = FuzzCase(injector: injector, plan: plan, mode: mode, quirks: quirks)
          .violations()
        guard !found.isEmpty else { return [] }
        let faults = plan.faults.map { "--fault '\($0.text)'" }.joined(separator: " ")
        return found + [
          "\(session.name), mode \(mode), \(quirks == .ideal ? "ideal" : "realm-core"), \(faults) "
            + "--fault-seed \(plan.seed); run again with TRACETOOL_TEST_SEED=\(seed)"
        ]
      }
    }
  }
}

/// How long random cases are tried for.
private enum FuzzTime {
  static let seconds =
    ProcessInfo.processInfo.environment["TRACETOOL_FUZZ_SECONDS"].flatMap { Int($0) } ?? 0
}
