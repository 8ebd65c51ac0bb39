import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns
@testable import FaultPlans
@testable import RealmModel
@testable import Replayer

/// Cases are replayed in one another's company, and what comes of each is what comes of it alone.
@Suite(.slow) struct SharedReplayTests {
  @Test(arguments: TestSeed.seeds(2), RandomSession.Kind.allCases)
  func `random sessions fare alike, case by case, together and alone`(
    seed: UInt64, kind: RandomSession.Kind
  ) async throws {
    let session = try RandomSession(seed: seed, kind)
    let count = try await check(session.events, seed: seed, caseCount: 160)
    #expect(count > 100, "\(TestSeed.hint)")
  }

  @Test(arguments: ["field-inspections", "every-kind-of-property", "three-clients"])
  func `recorded sessions fare alike, case by case, together and alone`(name: String) async throws {
    let events = try TraceFiles.events(of: "traces/\(name).synctrace")
    let count = try await check(events, seed: 1, caseCount: 120)
    #expect(count > 20)
  }

  /// Compares what cases of every fault lead to; gives in how many the fault happened.
  private func check(_ events: [Event], seed: UInt64, caseCount: Int) async throws -> Int {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let injector = try FaultInjector(replay)
    let options = Exploration.Options(seed: seed, workerCount: 2)
    let space = ExplorationSpace(injector, faults: nil, seed: seed)
    let cases = space.sample(caseCountMax: caseCount)
    let found = try await CaseExplorer(injector: injector, options: options)
      .explore(cases) { _ in }
    #expect(found.map { $0.case } == cases)
    var happenedCount = 0
    for (next, finding) in zip(cases, found) {
      let alone = Self.alone(next, injector, options)
      #expect(
        finding.modes == alone, "\(next.faultTexts) \(TestSeed.hint)")
      if alone.contains(where: { $0 != nil }) { happenedCount += 1 }
    }
    return happenedCount
  }

  /// What a case leads to in each mode, with nothing remembered.
  private static func alone(
    _ next: ExplorationCase, _ injector: FaultInjector, _ options: Exploration.Options
  ) -> [ModeFinding?] {
    options.modes.map { mode in
      injector.resetsIfAny(under: next.plan).reduce(nil as ModeFinding?) { worst, reset in
        let outcome = reset.outcome(mode: mode, quirks: options.engine.quirks)
        guard outcome.unfiredFaults.isEmpty, !outcome.faults.isEmpty else { return worst }
        var merged = worst
        merged?.merge(ModeFinding(outcome))
        return merged ?? ModeFinding(outcome)
      }
    }
  }
}

extension RandomSession {
  /// The session as a recording from the inside has it, both sides in turn.
  fileprivate var events: [Event] {
    get throws {
      var contents: [Event.Content] = [
        .sessionStart(SessionStart(source: .scenario, name: "random")),
        .snapshot(Snapshot(role: .base, changesets: [try base.buildingChangeset().encoded()])),
      ]
      for index in 0..<max(unsynced.count, serverChanges.count) {
        if index < unsynced.count {
          contents.append(
            .localCommit(
              LocalCommit(
                clientVersion: UInt64(index) + 3, changeset: unsynced[index].encoded())))
        }
        if index < serverChanges.count {
          contents.append(
            .serverCommit(
              ServerCommit(
                serverVersion: UInt64(index) + 2, changeset: serverChanges[index].encoded())))
        }
      }
      contents += [
        .syncError(Sample.error),
        .snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])),
      ]
      return Sample.events(contents)
    }
  }
}
