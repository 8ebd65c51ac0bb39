import FaultPlans
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Replayer
@testable import Reports

/// A reset whose download the trace does not show: modes that need it have no answer, and the others have theirs.
@Suite struct UnansweredModesTests {
  private static func found(
    permitsRecovery: Bool, in modes: [ResetMode] = ResetMode.inOrder
  ) throws -> SessionAnswers<DueReset> {
    var replay = Replay()
    for event in Sample.resetWithoutDownload(permitsRecovery: permitsRecovery) {
      replay.observe(event)
    }
    return try replay.resetsAndEnds { _ in modes }
  }

  private static func report(permitsRecovery: Bool) throws -> ReplayReport {
    ReplayReport(
      analyzing: try found(permitsRecovery: permitsRecovery), of: "t", in: ResetMode.inOrder)
  }

  @Test(arguments: [
    (true, [ResetMode.manual], "What discard, recover and recover-or-discard do is not known"),
    (false, [.recover, .manual], "What discard and recover-or-discard do is not known"),
  ])
  func `The others are answered`(
    permitsRecovery: Bool, answered: [ResetMode], sentence: String
  ) throws {
    let report = try Self.report(permitsRecovery: permitsRecovery)
    let reset = try #require(report.resets.first)
    #expect(report.resets.count == 1 && report.unanswered.isEmpty && report.comparesModes)
    #expect(reset.reports.map(\.mode) == answered)
    #expect(reset.unanswered == ResetMode.inOrder.filter { !answered.contains($0) })
    #expect(reset.reports.allSatisfy { $0.writes.map(\.fate) == [.stranded, .stranded] })
    #expect(reset.reports.allSatisfy { $0.mergePlan == nil && $0.mergePlanGap == Gap(.noDownload) })
    let writes = reset.reports.flatMap(\.writes)
    #expect(writes.allSatisfy { $0.observed.server == nil && $0.missingObject == nil })
    let again = try ReplayReport(json: report.json).resets[0].reports[0]
    #expect(again.writes[0].observed.server == nil)
    #expect(reset.matrix.keepsMost.isEmpty && reset.choice.recommended.isEmpty)
    let text = report.text(ReportTextOptions(columns: 1000))
    #expect(text.contains(sentence) && text.contains("Pass that state with `--fresh`."), "\(text)")
    let rows = text.split(separator: "\n").filter { $0.contains("needs what the reset downloads") }
    #expect(rows.count == reset.unanswered.count)
    #expect(rows.allSatisfy { $0.contains("not known") })
    #expect(!text.contains("every automatic mode") && !text.contains("every mode"), "\(text)")
    #expect(text.contains("recover fails: ") == !permitsRecovery)
    #expect(report.markdown.contains(sentence) && report.html().contains(sentence))
    #expect(report.jUnit.text.components(of: "<skipped").count == reset.unanswered.count + 1)
  }

  @Test(arguments: [true, false])
  func `A report in JSON is read as it was`(permitsRecovery: Bool) throws {
    let report = try Self.report(permitsRecovery: permitsRecovery)
    let json = report.json
    let read = try ReplayReport(parsing: Array(json.text().utf8))
    #expect(read.resets.map(\.unanswered) == report.resets.map(\.unanswered))
    #expect(read.json == json && read.text() == report.text())
  }

  @Test func `Where each mode needs it, the reset has no answer`() throws {
    for modes: [ResetMode] in [[], [.recover], [.discardLocal, .recoverOrDiscard]] {
      #expect(throws: ReplayFailure.noFreshState(session: 1)) {
        try Self.found(permitsRecovery: true, in: modes)
      }
    }
    let found = try Self.found(permitsRecovery: true)
    let report = ReplayReport(analyzing: found, of: "t", in: [.discardLocal])
    #expect(report.resets.isEmpty)
    #expect(report.unanswered.map(\.reason) == [.noFreshState(session: 1)])
    #expect(report.unanswered.map(\.action) == [.clientReset])
  }

  @Test(arguments: [
    ("client-reset", [ResetMode.manual]), ("recovery-disabled", [.recover, .manual]),
    ("terminate-sync", [.manual]), ("terminate-sync data=gone", []),
    ("restore-backup version=0", []), ("remove-class class=T", []),
  ])
  func `A fault that leaves the server's data as it is has the same answers`(
    fault: String, answered: [ResetMode]
  ) throws {
    var replay = Replay()
    for event in Sample.resetWithoutDownload(permitsRecovery: true).dropLast() {
      replay.observe(event)
    }
    let plan = FaultPlan([try Fault(text: "at end: \(fault)")])
    #expect(throws: ReplayFailure.self) { try replay.resets(under: plan) }
    guard !answered.isEmpty else {
      let failure = #expect(throws: ReplayFailure.self) {
        try replay.resetsAndEnds(under: plan) { _ in ResetMode.inOrder }
      }
      guard case .noResetUnderFaults(let unfired)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(unfired.map(\.reason) == [.notReplayable(.noFreshState(session: 1))])
      return
    }
    let found = try replay.resetsAndEnds(under: plan) { _ in ResetMode.inOrder }
    let report = ReplayReport(analyzing: found, of: "t", in: ResetMode.inOrder)
    #expect(report.resets.map { $0.reports.map(\.mode) } == [answered])
    #expect(report.resets[0].unanswered == ResetMode.inOrder.filter { !answered.contains($0) })
    #expect(report.reports.allSatisfy { $0.writes.map(\.fate) == [.stranded, .stranded] })
    #expect(report.reports.allSatisfy { $0.gaps.contains(Gap(.noDownload)) })
  }

  @Test func `A fault that does not happen leaves the answers as they are`() throws {
    var replay = Replay()
    for event in Sample.resetWithoutDownload(permitsRecovery: true) { replay.observe(event) }
    let plan = FaultPlan([try Fault(text: "after commit 99: client-reset")])
    let found = try replay.resetsAndEnds(under: plan) { _ in ResetMode.inOrder }
    let report = ReplayReport(analyzing: found, of: "t", in: ResetMode.inOrder)
    #expect(report.resets.map { $0.reports.map(\.mode) } == [[.manual]])
    #expect(report.resets[0].unanswered == ResetMode.inOrder.filter { $0 != .manual })
    #expect(report.reports.allSatisfy { $0.unfiredFaults.count == 1 })
  }

  @Test(arguments: [true, false])
  func `The page of a session has the modes that have an answer`(permitsRecovery: Bool) throws {
    let events = Sample.resetWithoutDownload(permitsRecovery: permitsRecovery)
    let data = try SessionPageData(SessionPageSamples.page(of: events))
    let answered = try Self.report(permitsRecovery: permitsRecovery).resets[0].reports.map(\.mode)
    #expect(data.resets.map { $0.modes.count } == [answered.count])
    // What the server has then is not known, and not nothing.
    #expect(data.resets.allSatisfy { $0.fresh == nil && $0.modes.allSatisfy { $0.after == nil } })
  }

  @Test func `What the server has changed is not known`() throws {
    var options = AnalysisOptions()
    options.listsServerChanges = true
    let report = ReplayReport(
      analyzing: try Self.found(permitsRecovery: true), of: "t", in: [.manual], options: options)
    #expect(report.reports.map { $0.incoming?.changes == nil } == [true])
  }
}

extension String {
  fileprivate func components(of separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
