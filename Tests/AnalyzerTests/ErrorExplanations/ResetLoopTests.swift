import Analyzer
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite struct ResetLoopTests {
  func report(_ name: String, _ mode: ResetMode) throws -> Report {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    let outcomes = try Replay.run(events: events, mode: mode)
    return Analysis.report(of: try #require(outcomes.first))
  }

  @Test(arguments: [
    ("rs-44a-after-failed-recovery", ResetMode.recover, ResetLoop.Kind.refused),
    ("rs-44a-after-failed-recovery", .recoverOrDiscard, .discardedInstead),
    ("rs-44a-after-failed-recovery", .discardLocal, .wentOn),
    ("rs-44b-after-failed-discard", .recover, .refused),
    ("rs-44b-after-failed-discard", .recoverOrDiscard, .refused),
    ("rs-44b-after-failed-discard", .discardLocal, .refused),
    ("rs-46a-record-of-another-action", .recover, .wentOn),
    ("rs-46c-record-of-another-engine-version", .recover, .wentOn),
  ])
  func `a record that a reset finds makes it part of a loop`(
    name: String, mode: ResetMode, kind: ResetLoop.Kind
  ) throws {
    let report = try report(name, mode)
    let loop = try #require(report.resetLoop)
    #expect(loop.kind == kind)
    #expect(loop.unacknowledgedResetCount == 1)
  }

  @Test func `what comes next is what the gates would decide`() throws {
    let refused = try report("rs-44a-after-failed-recovery", .recover)
    #expect(refused.resetLoop?.isRefusedNext == true)
    #expect(refused.resetLoop?.requestedMode == .recover)
    let discarded = try report("rs-44a-after-failed-recovery", .recoverOrDiscard)
    #expect(discarded.resetLoop?.isRefusedNext == true)
    #expect(discarded.resetLoop?.requestedMode == .recoverOrDiscard)
    let other = try report("rs-46a-record-of-another-action", .recoverOrDiscard)
    #expect(other.resetLoop?.nextAttempt == .reset(.discardLocal))
  }

  @Test func `where nothing is reset, the record is for the next reset of its action`() throws {
    let name = "traces/scenarios/rs-44b-after-failed-discard.json"
    var replay = Replay()
    for event in try Scenario(parsing: ProjectFiles.bytes(name)).events {
      if case .syncError = event.content { break }
      replay.observe(event)
    }
    let report = ReplayReport(analyzing: try replay.resetsAndEnds(), of: "-", in: [.discardLocal])
    let loop = try #require(report.reports.first?.resetLoop)
    #expect(loop.kind == .noReset && loop.action == .clientReset && loop.isRefusedNext)
  }

  @Test func `a reset that finds no record is in no loop`() throws {
    #expect(try report("rs-02-same-field-conflict", .recover).resetLoop == nil)
  }

  /// Resets of one session, each before the one before it was acknowledged.
  private func repeatedResets(count: Int) throws -> [Event] {
    let name = "traces/scenarios/rs-45-reset-before-acknowledgement.json"
    let first = try Scenario(parsing: ProjectFiles.bytes(name)).events
    var events = first
    let tail = first.filter { event in
      switch event.content {
      case .syncError: true
      case .snapshot(let snapshot): snapshot.role == .fresh
      default: false
      }
    }
    let recorded = PendingReset(mode: .recover, action: .clientReset)
    for _ in 1..<count {
      let observed = ResetObserved(
        mode: .recover, action: .clientReset, result: .recovered, pendingReset: recorded)
      for content in [.resetObserved(observed)] + tail.map(\.content) {
        let last = events[events.count - 1]
        events.append(
          Event(
            sequence: last.sequence + 1, timeMicroseconds: last.timeMicroseconds,
            session: last.session, content: content))
      }
    }
    return events
  }

  @Test func `resets of one session that are never acknowledged are counted`() throws {
    var replay = Replay()
    for event in try repeatedResets(count: 3) { replay.observe(event) }
    let report = ReplayReport(
      analyzing: try replay.resetsAndEnds(), of: "-", in: [.recover, .discardLocal])
    let again = ReplayReport(trace: report.trace, resets: report.resets)
    for report in [report, again] {
      let counts = report.resets.map { $0.reports.map { $0.resetLoop?.unacknowledgedResetCount } }
      #expect(counts == [[nil, nil], [1, 1], [2, 2]])
    }
  }
}

@Suite struct DidRecoverTests {
  func report(_ name: String, _ mode: ResetMode) throws -> Report {
    try ResetLoopTests().report(name, mode)
  }

  @Test(arguments: [
    // Everything was dropped, and the app is told that it was recovered.
    ("rs-04-edit-on-deleted", ResetMode.recover, true as Bool?),
    ("rs-09-nothing-to-recover", .recover, true),
    ("rs-09-nothing-to-recover", .discardLocal, false),
    ("rs-02-same-field-conflict", .recoverOrDiscard, true),
    ("rs-40-recovery-forbidden", .recoverOrDiscard, false),
    ("rs-40-recovery-forbidden", .recover, nil), ("rs-02-same-field-conflict", .manual, nil),
    ("rs-29-class-removed", .discardLocal, nil), ("rs-68-never-written-file", .recover, nil),
  ])
  func `the app is told which mode was carried out`(
    name: String, mode: ResetMode, expected: Bool?
  ) throws {
    #expect(try report(name, mode).didRecover == expected)
  }
}

extension ResetLoop {
  /// Whether the client would refuse to reset once more.
  fileprivate var isRefusedNext: Bool {
    if case .refused = nextAttempt { true } else { false }
  }
}
