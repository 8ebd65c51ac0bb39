import FaultPlans
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Analyzer
@testable import Campaigns

@Suite(.slow) struct ExplorationTests {
  private func replay(_ path: String) throws -> Replay {
    let reader = try TraceReader(path: ProjectFiles.path(path))
    var replay = Replay()
    while let event = try reader.next() { replay.observe(event) }
    return replay
  }

  private let demo = "traces/field-inspections.synctrace"

  @Test func `the result does not depend on the number of workers`() async throws {
    var options = Exploration.Options(faults: ["client-reset", "crash", "restore-backup"])
    let alone = try await Exploration.run(replay(demo), options)
    options.workerCount = 5
    let together = try await Exploration.run(replay(demo), options)
    #expect(alone.rows == together.rows && alone.clusters == together.clusters)
    #expect(alone.replayCount > 400)
  }

  @Test func `a sample has its size, its seed and something of every fault`() async throws {
    var options = Exploration.Options(budget: 300, seed: 7)
    let sample = try await Exploration.run(replay(demo), options)
    #expect(sample.isSample)
    #expect(sample.replayCount == 300)
    let again = try await Exploration.run(replay(demo), options)
    #expect(again.rows == sample.rows && again.clusters == sample.clusters)
    options.seed = 8
    let other = try await Exploration.run(replay(demo), options)
    #expect(other.rows != sample.rows)
    let all = try await Exploration.run(
      replay(demo), Exploration.Options(modes: [.discardLocal], budget: 1_000_000))
    #expect(!all.isSample)
    #expect(sample.rows.map(\.fault) == all.rows.map(\.fault))
  }

  @Test func `a case that is made alone is the one of its number`() throws {
    let space = ExplorationSpace(try FaultInjector(replay(demo)), faults: nil, seed: 5)
    let all = space.cases(at: Array(0..<space.counts.reduce(0, +)))
    #expect(all.count == space.counts.reduce(0, +) && all.count > 300)
    for number in stride(from: 0, to: all.count, by: 7) {
      #expect(space.cases(at: [number]) == [all[number]])
    }
  }

  @Test func `what happens to an injected reset happens to none that was recorded before it`()
    throws
  {
    let events = try TraceFiles.events(of: demo)
    var replay = Replay()
    for session in UInt32(1)...2 {
      for var event in events {
        event.session = session
        event.sequence += UInt64(session - 1) * UInt64(events.count)
        replay.observe(event)
      }
    }
    let injector = try FaultInjector(replay)
    let space = ExplorationSpace(
      injector, faults: ["second-reset", "lost-acknowledgement"], seed: 1)
    var sessions: Set<UInt32> = []
    for next in space.sample(caseCountMax: 300) where next.plan.faults.count == 2 {
      let faulted = injector.resetsIfAny(under: next.plan).filter { !$0.injected.indexes.isEmpty }
      #expect(faulted.count <= 1, "\(next.faultTexts)")
      for reset in faulted where reset.injected.indexes.count == 2 {
        sessions.insert(reset.session)
      }
    }
    #expect(sessions == [1, 2])
  }

  @Test func `no backup is of a time before version 0`() async throws {
    var session = Replay()
    for var event in try TraceFiles.events(of: demo) {
      if case .serverCommit(var commit) = event.content {
        commit.serverVersion = 0
        event.content = .serverCommit(commit)
      }
      session.observe(event)
    }
    let options = Exploration.Options(faults: ["restore-backup"])
    #expect(try await Exploration.run(session, options).replayCount > 0)
  }

  @Test func `each cell's faults show what the cell says`() async throws {
    let replay = try replay(demo)
    let options = Exploration.Options(budget: 400, seed: 3)
    let exploration = try await Exploration.run(replay, options)
    let injector = try FaultInjector(replay)
    var checkedCount = 0
    for row in exploration.rows {
      for (mode, cell) in zip(options.modes, row.cells) {
        guard let cell else { continue }
        let plan = FaultPlan(try cell.faultTexts.map { try Fault(text: $0) }, seed: options.seed)
        let harms = try injector.outcomes(modes: [mode], under: plan)
          .map { Self.harm(in: Analysis.report(of: $0[0])) }
        #expect(harms.contains(cell.harm), "\(row.fault) in \(mode): \(cell.faultTexts)")
        checkedCount += 1
      }
    }
    #expect(checkedCount > 60)
  }

  @Test func `the judgement by fates alone is that of the report`() async throws {
    for path in [demo, "traces/every-kind-of-property.synctrace", "traces/three-clients.synctrace"]
    {
      var count = 0
      let replay = try replay(path)
      let injector = try FaultInjector(replay)
      let space = ExplorationSpace(injector, faults: nil, seed: 1)
      for next in space.sample(caseCountMax: 60) {
        for outcome in (try? injector.outcomes(modes: ResetMode.inOrder, under: next.plan))?
          .flatMap(\.self) ?? []
        {
          #expect(ModeFinding(outcome).harm == Self.harm(in: Analysis.report(of: outcome)))
          #expect(ModeFinding(outcome).problems == Self.problems(in: Analysis.report(of: outcome)))
          count += 1
        }
      }
      #expect(count > 0, "\(path)")
    }
  }

  private static func harm(in report: Report) -> ReplayHarm {
    ReplayHarm(
      result: report.result, failure: report.failure?.failureClass,
      counts: report.writes.reduce(into: [:]) { $0[$1.fate, default: 0] += 1 },
      account: report.harm.counts)
  }

  /// The ways in which things went wrong, as a report says them.
  private static func problems(in report: Report) -> [Exploration.Problem: Int] {
    var problems: [Exploration.Problem: Int] = [:]
    for write in report.writes where write.fate == .lost || write.fate == .conflicted {
      problems[
        Exploration.Problem(fate: write.fate, cause: write.cause, rule: write.rule), default: 0] +=
        1
    }
    let harm = report.harm.counts
    for harmClass in [HarmClass.overwritten, .doubled, .acknowledgedLost] where harm[harmClass] > 0
    {
      problems[Exploration.Problem(harm: harmClass)] = harm[harmClass]
    }
    if report.result == .failed || report.result == .crash {
      problems[
        Exploration.Problem(
          result: report.result, failure: report.failure?.failureClass,
          message: report.explanations.last?.identifier), default: 0] += 1
    }
    return problems
  }

  @Test func `changes of the schema happen, and make a recovery fail`() async throws {
    let changes = ["remove-class", "remove-property", "change-type", "rename-primary-key"]
    let exploration = try await Exploration.run(
      replay(demo),
      Exploration.Options(modes: [.discardLocal, .recover], faults: Set(changes)))
    for row in exploration.rows {
      #expect(row.cells.allSatisfy { $0 != nil }, "\(row.fault)")
      #expect(row.cells[1]?.harm.result == .failed, "\(row.fault)")
    }
    #expect(exploration.rows.count == changes.count)
  }

  @Test func `what went wrong is shown by traces as small as they can get`() async throws {
    let events = try TraceFiles.events(of: demo)
    let exploration = try await Exploration.run(
      replay(demo),
      Exploration.Options(
        modes: [.discardLocal, .recover], faults: ["recovery-disabled", "remove-class", "crash"]))
    func shrunk(_ width: Int) async -> [Exploration.Shrunk] {
      await exploration.shrunk(
        events, in: "small", problemCountMax: 4, candidateCountMax: 1_000, width: width)
    }
    let found = await shrunk(1)
    #expect(found.map(\.problem) == exploration.clustersByHarm.prefix(4).map(\.problem))
    #expect(Set(found.map(\.trace.name)).count == 4)
    for (number, shrunk) in found.enumerated() {
      #expect(shrunk.trace.name.hasPrefix("0\(number + 1)-"))
      #expect(shrunk.trace.result.instructionCount < 12)
      let smallest = shrunk.trace.result.smallest
      #expect(smallest.plan.faults.count <= 2)
      let injector = try #require(FaultInjector(candidate: smallest.events))
      let outcomes = try injector.outcomes(
        modes: [shrunk.trace.question.mode], under: smallest.plan)
      #expect(outcomes.contains { ModeFinding($0[0]).problems[shrunk.problem] != nil })
    }
    let again = await shrunk(3)
    #expect(again.map(\.trace.result.smallest.events) == found.map(\.trace.result.smallest.events))
    #expect(again.map(\.trace.result.smallest.plan) == found.map(\.trace.result.smallest.plan))
  }

  @Test func `what discards loses everything that was not synced, wherever it strikes`()
    async throws
  {
    let exploration = try await Exploration.run(
      replay(demo),
      Exploration.Options(modes: [.discardLocal, .recover], faults: ["recovery-disabled"]))
    let row = try #require(exploration.rows.first)
    #expect(row.cells[0]?.harm.count(of: .lost) == 31)
    #expect(row.cells[0]?.harm.count(of: .superseded) == 2)
    // Recover mode may not recover then, and fails.
    #expect(row.cells[1]?.harm.failure == .recoveryNotAllowed)
    #expect(row.cells[1]?.harm.worstFate == .stranded)
  }

  @Test func `what the trace does not show is not known, not impossible`() async throws {
    var session = Replay()
    for event in Sample.resetWithoutDownload(permitsRecovery: true) { session.observe(event) }
    let blind = try await Exploration.run(session, Exploration.Options())
    #expect(blind.notKnownCount * 4 == blind.replayCount && blind.replayCount > 100)
    #expect(blind.inapplicableCount == 0 && blind.clusters.isEmpty)
    #expect(blind.rows.allSatisfy { $0.notKnownCount > 0 && $0.cells == [nil, nil, nil, nil] })
    // Some points of a session show no state of the server yet; the others have an answer.
    let partly = try await Exploration.run(
      replay("traces/local-changes-when-offline.synctrace"),
      Exploration.Options(faults: ["client-reset"]))
    #expect(partly.rows.map(\.notKnownCount) == [2] && partly.notKnownCount == 2)
    #expect(partly.rows[0].cells.map { $0?.replayCount } == [15, 15, 15, 15])
    #expect(partly.inapplicableCount == 0)
  }

  @Test func `a mode that downloads nothing has the answer of its replay`() async throws {
    var session = Replay()
    let recorded = Sample.resetWithoutDownload(permitsRecovery: true)
    for var event in recorded.dropLast() {
      if case .sessionStart = event.content {
        event.content = .sessionStart(SessionStart(source: .live, name: "device"))
      }
      session.observe(event)
    }
    let exploration = try await Exploration.run(
      session,
      Exploration.Options(faults: ["client-reset", "recovery-disabled", "restore-backup"]))
    let worst = exploration.rows.map { $0.cells.map { $0?.harm.worstFate } }
    #expect(
      worst == [
        [nil, nil, nil, .stranded], [nil, .stranded, nil, .stranded], [nil, nil, nil, nil],
      ])
    #expect(exploration.rows.allSatisfy { $0.notKnownCount > 0 })
    #expect(exploration.inapplicableCount == 0)
    let question = TraceMinimizer.Question(
      mode: .manual, .condition(try KeepCondition(parsing: "stranded >= 1")))
    #expect(question.isShown(by: .init(events: recorded)))
    let other = TraceMinimizer.Question(
      mode: .discardLocal, .condition(try KeepCondition(parsing: "lost >= 1")))
    #expect(!other.isShown(by: .init(events: recorded)))
  }

  @Test func `a rule that is broken on purpose is found`() async throws {
    let problem = Exploration.Problem(fate: .lost, cause: nil, rule: RuleIdentifier.objectGone)
    for path in [demo, "traces/every-kind-of-property.synctrace"] {
      var options = Exploration.Options(modes: [.recover], faults: ["client-reset"])
      let honest = try await Exploration.run(replay(path), options)
      options.quirks = [.realmCore, .canary]
      let broken = try await Exploration.run(replay(path), options)
      #expect(!honest.clusters.contains { $0.problem.rule == problem.rule })
      let found = try #require(broken.clusters.first { $0.problem.rule == problem.rule })
      #expect(found.problem.fate == .lost)
    }
  }
}
