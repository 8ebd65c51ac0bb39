import AnalysisSupport
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// What the app lives through in the resets of the scenarios (`reference` RS-37 to RS-73), held to what
/// the reset's rules say.
@Suite struct StoryTests {
  private func attempts(
    _ scenario: String, _ mode: ResetMode, faults: [String] = []
  ) throws -> [ResetStory.Attempt] {
    try ClaimedReset(scenario, mode, faults: faults).report.story.attempts
  }

  private func consequences(_ scenario: String, _ mode: ResetMode) throws -> [Consequence] {
    try ClaimedReset(scenario, mode).report.consequences
  }

  private static let badIdent = ReportedFailure.Originating(
    name: "SyncClientResetRequired", message: "Bad client file identifier (IDENT)")

  /// The failure that an error handler gets; nil where it gets none.
  private func failure(_ events: [StoryEvent]) -> ReportedFailure? {
    events.lazy.compactMap { event in
      if case .errorHandler(.getsFailure(let failure)) = event { failure } else { nil }
    }.first
  }

  // MARK: Resets that go through

  @Test(arguments: [ResetMode.discardLocal, .recover, .recoverOrDiscard])
  func `RS-62: both blocks see the states, and no error handler is called`(mode: ResetMode) throws {
    let story = try ClaimedReset("rs-62a-callbacks", mode).report.story
    #expect(story.attempts.count == 1)
    #expect(
      story.attempts.first?.events.prefix(3) == [
        .beforeBlock(.seesDevice(writeCount: 3)),
        .afterBlock(.seesBoth(didRecover: mode != .discardLocal)),
        .errorHandler(.isNotCalled(.goesThrough)),
      ])
    #expect(story.precedence == .blocksAlone)
  }

  @Test func `RS-62: what is uploaded after a recovery, and after a discard`() throws {
    #expect(
      try consequences("rs-62a-callbacks", .recover) == [
        .uploadsRecovered, .uploads(transactions: 2, instructions: 3), .keepsNoCopy,
        .askedAgain(
          .init(
            state: .recovered, requestedMode: .recover, action: .clientReset,
            next: try ClaimedReset("rs-62a-callbacks", .recover).outcome.nextAttempt)),
      ])
    let discarded = try consequences("rs-62a-callbacks", .discardLocal)
    #expect(discarded.prefix(3) == [.hasServersData, .uploadsNothing, .keepsNoCopy])
  }

  @Test func `RS-45: asked again before the acknowledgement, RecoverOrDiscard discards`() throws {
    let next = try consequences("rs-45-reset-before-acknowledgement", .recoverOrDiscard).last
    #expect(
      next
        == .askedAgain(
          .init(
            state: .recovered, requestedMode: .recoverOrDiscard, action: .clientReset,
            next: .reset(.discardLocal))))
    let attempts = try attempts(
      "rs-45-reset-before-acknowledgement", .recoverOrDiscard,
      faults: ["after reset: second-reset"])
    #expect(attempts.map(\.attempt.ending) == [.recovered, .discarded])
    #expect(attempts.first?.events.last == .serverAsksAgain)
    #expect(attempts.last?.events.first == .beforeBlock(.seesLeft(byAttempt: 1)))
    #expect(attempts.last?.discardsAfterFailure == true)
    #expect(attempts.last?.events.contains(.discards(writeCount: 3)) == true)
  }

  @Test func `RS-45: asked again before the acknowledgement, Recover is refused`() throws {
    let attempts = try attempts(
      "rs-45-reset-before-acknowledgement", .recover, faults: ["after reset: second-reset"])
    #expect(attempts.map(\.attempt.ending) == [.recovered, .failed])
    let events = attempts.last?.events ?? []
    #expect(events.first == .beforeBlock(.seesLeft(byAttempt: 1)))
    #expect(events.contains(.afterBlock(.isNotCalled(.failsBefore))))
    #expect(events.contains(.moveScheduled) && !events.contains(.isRecorded))
    #expect(failure(events)?.originating == nil, "the second error is not in the report")
  }

  @Test func `RS-41: a copy by the before block would have what the server had acknowledged`()
    throws
  {
    let report = try ClaimedReset("rs-41-backup-restore", .recover).report
    #expect(report.advice == [.writeCopyBefore(lost: 1, acknowledged: 3)])
  }

  @Test func `RS-28: a copy by the before block has nothing of a deletion that is undone`() throws {
    let report = try ClaimedReset("rs-28-dangling-links-present", .recover).report
    #expect(report.harm.acknowledgedLost.map(\.after) == [.present])
    #expect(report.advice == [])
  }

  @Test func `RS-68: a reset that is skipped calls nobody`() throws {
    let story = try ClaimedReset("rs-68-never-written-file", .recover).report.story
    #expect(!story.callsAnybody)
    #expect(story.precedence == .nobodyCalled)
  }

  // MARK: Resets that fail

  @Test(arguments: ["rs-37a-local-destructive-schema", "rs-73-nested-dead-link-fails-reset"])
  func `RS-37, RS-73: RecoverOrDiscard fails first, and discards if it tries again`(
    scenario: String
  ) throws {
    let report = try ClaimedReset(scenario, .recoverOrDiscard).report
    let attempts = report.story.attempts
    #expect(attempts.map(\.attempt.ending) == [.failed, .discarded])
    #expect(attempts.map(\.attempt.actualMode) == [.recover, .discardLocal])
    #expect(attempts.map(\.discardsAfterFailure) == [false, true])
    let (first, second) = (attempts.first?.events ?? [], attempts.last?.events ?? [])
    let count = report.ownWriteCount
    #expect(first.first == .beforeBlock(.seesDevice(writeCount: count)))
    #expect(first.contains(.afterBlock(.isNotCalled(.failsBefore))))
    #expect(failure(first)?.originating == Self.badIdent)
    #expect(failure(first)?.comesToBlocks == true)
    #expect(
      first.suffix(4) == [
        .moveScheduled, .isRecorded, .restartMovesFile(writeCount: count), .reopeningTriesAgain,
      ])
    #expect(
      second == [
        .beforeBlock(.seesDevice(writeCount: count)), .afterBlock(.seesBoth(didRecover: false)),
        .errorHandler(.isNotCalled(.goesThrough)),
        .discards(writeCount: report.ownCount(of: .lost)), .couldBeHad(afterAttempt: 1),
      ])
    #expect(report.consequences.contains(.moveStaysScheduled(attempt: 1)))
    #expect(!report.consequences.contains(.keepsNoCopy))
    #expect(report.advice.contains(.saveAfterFailure(attempt: 1)))
    #expect(report.story.precedence == .automaticFailure)
  }

  @Test func `RS-37: Recover that failed is refused if it is asked again`() throws {
    let reset = try ClaimedReset("rs-37a-local-destructive-schema", .recover)
    guard case .askedAgain(let question)? = reset.report.consequences.last else {
      Issue.record("nothing is said of another reset")
      return
    }
    #expect(question.state == .failed && question.next == reset.outcome.nextAttempt)
    guard case .refused(let failure) = question.next else {
      Issue.record("\(question.next)")
      return
    }
    #expect(failure.failureClass == .resetCycle)
    #expect(reset.isFollowed(by: .usableUntilMoved) && reset.isFollowed(by: .unsyncedOnlyInCopy))
  }

  @Test(arguments: [
    ("rs-44a-after-failed-recovery", ResetMode.recover),
    ("rs-44b-after-failed-discard", .discardLocal), ("rs-44b-after-failed-discard", .recover),
    ("rs-44b-after-failed-discard", .recoverOrDiscard),
  ])
  func `RS-44: a reset that is refused has called the before block`(
    scenario: String, mode: ResetMode
  ) throws {
    let attempts = try attempts(scenario, mode)
    #expect(attempts.map(\.attempt.ending) == [.failed])
    let events = attempts.first?.events ?? []
    #expect(
      events.prefix(2) == [
        .beforeBlock(.seesDevice(writeCount: 2)), .afterBlock(.isNotCalled(.failsBefore)),
      ])
    #expect(failure(events)?.comesToBlocks == true)
    #expect(!events.contains(.isRecorded), "the record is the earlier reset's")
  }

  @Test func `RS-44: RecoverOrDiscard after a failed recovery discards without a word`() throws {
    let attempts = try attempts("rs-44a-after-failed-recovery", .recoverOrDiscard)
    #expect(attempts.map(\.attempt.ending) == [.discarded])
    #expect(attempts.first?.discardsAfterFailure == true)
    #expect(attempts.first?.events.contains(.discards(writeCount: 2)) == true)
    #expect(attempts.first?.events.contains(.errorHandler(.isNotCalled(.goesThrough))) == true)
    #expect(
      try consequences("rs-44a-after-failed-recovery", .recoverOrDiscard) == [
        .hasServersData, .uploadsNothing, .moveMayBeScheduled,
      ])
  }

  @Test func `RS-47: the second attempt fails too, and the file is still to be moved`() throws {
    let report = try ClaimedReset("rs-47-failed-attempt-recorded", .recoverOrDiscard).report
    #expect(report.story.attempts.map(\.attempt.ending) == [.failed, .failed])
    for attempt in report.story.attempts { #expect(attempt.events.contains(.moveScheduled)) }
    #expect(!report.story.attempts.contains { $0.events.contains(.discards(writeCount: 1)) })
    #expect(report.advice.contains(.keepInstalled))
  }

  @Test(arguments: [ResetMode.discardLocal, .recover, .recoverOrDiscard])
  func `RS-61: whatever the mode, the file is set aside`(mode: ResetMode) throws {
    let reset = try ClaimedReset("rs-61-file-actions", mode)
    #expect(reset.isSetAside && reset.isFollowed(by: .stoppedBeforeReset))
    #expect(reset.report.story.attempts.last?.events.contains(.moveScheduled) == true)
    #expect(reset.report.undoneByCopy?.map(\.address.place) == ["Gone 1"])
  }

  @Test func `RS-40: recovery that is forbidden fails before any block is called`() throws {
    let report = try ClaimedReset("rs-40-recovery-forbidden", .recover).report
    let events = report.story.attempts.first?.events ?? []
    #expect(
      events.prefix(2) == [
        .beforeBlock(.isNotCalled(.failsBefore)), .afterBlock(.isNotCalled(.failsBefore)),
      ])
    let failure = try #require(self.failure(events))
    #expect(!failure.comesToBlocks && failure.innerName == "RuntimeError")
    #expect(!events.contains(.isRecorded), "the next attempt is no cycle")
  }

  // MARK: Callbacks that throw, processes that end

  @Test func `a before block that throws is told, and nothing is recorded`() throws {
    let events =
      try attempts(
        "rs-62a-callbacks", .recover, faults: ["at reset: before-handler-throws message=\"no\""]
      ).first?.events ?? []
    #expect(
      events.prefix(2) == [
        .beforeBlock(.threw), .afterBlock(.isNotCalled(.failsBefore)),
      ])
    #expect(failure(events)?.inner == "no")
    #expect(!events.contains(.isRecorded))
  }

  @Test func `an after block that throws fails a reset that is committed`() throws {
    let reset = try ClaimedReset(
      "rs-62a-callbacks", .recover, faults: ["at reset: after-handler-throws message=\"no\""])
    let events = reset.report.story.attempts.first?.events ?? []
    #expect(
      events.prefix(2) == [
        .beforeBlock(.seesDevice(writeCount: 3)), .afterBlock(.threw(didRecover: true)),
      ])
    #expect(failure(events)?.comesToBlocks == true)
    #expect(reset.isFollowed(by: .stoppedAfterReset) && reset.isFollowed(by: .recoveredOnlyInCopy))
  }

  @Test func `an after block that fails a discard leaves nothing to carry over`() throws {
    let reset = try ClaimedReset(
      "trap-after-handler-fails", .discardLocal, faults: ["at reset: after-handler-throws"])
    #expect(reset.isFollowed(by: .stoppedAfterReset))
    #expect(!reset.isFollowed(by: .recoveredOnlyInCopy))
    #expect(reset.report.mergePlan == nil && reset.report.advice.isEmpty)
  }

  @Test func `an after block that a crash skipped is never called`() throws {
    let events = try attempts("rs-62a-callbacks", .recover, faults: ["at step 12: crash"])
      .last?.events
    #expect(events?.contains(.afterBlock(.isNotCalled(.isSkipped))) == true)
  }

  @Test func `after a crash the app hears nothing, and the next launch tries again`() throws {
    let attempts = try attempts(
      "trap-crash-during-reset", .recoverOrDiscard, faults: ["at step 10: crash"])
    #expect(attempts.map(\.attempt.ending) == [.crash, .discarded])
    let events = attempts.first?.events ?? []
    #expect(events.contains(.errorHandler(.isNotCalled(.processEnded))))
    #expect(events.contains(.isRecorded) && !events.contains(.moveScheduled))
    #expect(events.last == .restartTriesAgain)
    #expect(attempts.last?.events.contains(.couldBeHad(afterAttempt: 1)) == true)
  }

  // MARK: Manual

  @Test func `RS-67: what to do step by step, and what copying everything would undo`() throws {
    let report = try ClaimedReset("rs-67-naive-manual-restore", .manual).report
    #expect(
      report.story.attempts.first?.events.prefix(4) == [
        .beforeBlock(.isNotCalled(.endsBefore)), .afterBlock(.isNotCalled(.endsBefore)),
        .errorHandler(.getsError(error: Self.badIdent, hasPaths: true)), .moveScheduled,
      ])
    #expect(report.story.precedence == .manual)
    #expect(report.consequences == [.leftToApp, .usableUntilMoved, .unsyncedOnlyInCopy])
    let undone = try #require(report.undoneByCopy)
    #expect(undone.map(\.address.place) == ["T 1", "T 2 v"])
    #expect(undone.first?.server == .absent)
    #expect(undone.last?.server == .value(.int(200)) && undone.last?.copy == .value(.int(20)))
    #expect(
      report.advice == [
        .saveFile, .letFileBeMoved, .openAnew, .carryOver(operations: 2, toDecide: 0),
        .copyNoWholeFile(undoing: 2), .keepInstalled,
      ])
  }

  @Test func `without the last sync nothing is said of what a copy would undo`() throws {
    var outcome = try ClaimedReset("rs-67-naive-manual-restore", .manual).outcome
    outcome.situation.base = nil
    let report = Analysis.report(of: outcome)
    #expect(report.undoneByCopy == nil)
    #expect(!report.advice.contains { if case .copyNoWholeFile = $0 { true } else { false } })
  }

  @Test func `RS-69: a file that is deleted is told to the error handler alone`() throws {
    let scenario = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/rs-69a-delete-without-backup.json"))
    var replay = Replay()
    for event in scenario.events { replay.observe(event) }
    let incident = try #require(try replay.resetsAndEnds().all.first)
    let report = Analysis.report(of: incident.outcome(mode: .recover))
    let error = ReportedFailure.Originating(
      name: report.error.name, message: report.error.message)
    #expect(
      report.story.attempts.first?.events == [
        .beforeBlock(.isNotCalled(.nothingToReset)), .afterBlock(.isNotCalled(.nothingToReset)),
        .errorHandler(.getsError(error: error, hasPaths: false)), .deletionScheduled,
      ])
    #expect(report.story.precedence == .otherError)
  }
}
