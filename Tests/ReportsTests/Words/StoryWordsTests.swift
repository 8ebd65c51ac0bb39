import AnalysisSupport
import RealmModel
import Replayer
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// What is said of the way of a reset, word by word.
@Suite struct StoryWordsTests {
  private static let eventWords: [(StoryEvent, String)] = [
    (StoryEvent.beforeBlock(.seesDevice(writeCount: 0)), "Before block: sees the device's data."),
    (
      .beforeBlock(.seesDevice(writeCount: 1)),
      "Before block: sees the device's data, frozen, with what is unsynced."
    ),
    (
      .beforeBlock(.seesLeft(byAttempt: 1)),
      "Before block: sees the data as attempt 1 left it, frozen."
    ),
    (
      .beforeBlock(.threw), "Before block: throws, which ends the attempt; nothing is changed."
    ),
    (
      .beforeBlock(.isNotCalled(.endsBefore)),
      "Before block: not called; no automatic reset begins."
    ),
    (
      .afterBlock(.seesBoth(didRecover: true)),
      "After block: sees that state, frozen, and the new one, live; `didRecover` is true."
    ),
    (
      .afterBlock(.threw(didRecover: false)),
      """
      After block: sees that state and the new one, `didRecover` is false, and throws, which fails the \
      reset although it is committed.
      """
    ),
    (
      .afterBlock(.isNotCalled(.isSkipped)),
      """
      After block: not called; the process ended after the new state was committed, and it is not \
      called later either.
      """
    ),
    (
      .afterBlock(.isNotCalled(.failsBefore)),
      "After block: not called; the attempt fails before."
    ),
    (
      .errorHandler(.getsError(error: originating, hasPaths: true)),
      """
      Error handler: gets "SyncClientResetRequired: Bad client file identifier (IDENT)", in Swift a \
      `SyncError.clientResetError`, with the path of the file and of the copy to come. Its \
      `is_client_reset_requested` is true.
      """
    ),
    (
      .errorHandler(.getsError(error: originating, hasPaths: false)),
      #"Error handler: gets "SyncClientResetRequired: Bad client file identifier (IDENT)"."#
    ),
    (
      .errorHandler(.isNotCalled(.goesThrough)),
      "Error handler: not called; a reset that goes through is not an error."
    ),
    (
      .errorHandler(.isNotCalled(.processEnded)),
      "Error handler: not called; the process ends before."
    ),
    (
      .errorHandler(.isNotCalled(.isNotReported)),
      "Error handler: not called; the client handles such an error itself."
    ),
    (
      .errorHandler(.isNotCalled(.nothingToReset)), "Error handler: not called; nothing is reset."
    ),
    (.discards(writeCount: 2), "It discards what is unsynced, and no error reports that."),
    (.isRecorded, "The file keeps a record of the attempt."),
    (.moveScheduled, "The file is scheduled to be copied to the recovery folder and deleted."),
    (.deletionScheduled, "The file is scheduled to be deleted, without a copy."),
    (
      .couldBeHad(afterAttempt: 1),
      """
      What it discards was still in the file after attempt 1: a copy of the file, made then, would \
      have it.
      """
    ),
    (
      .restartMovesFile(writeCount: 1),
      """
      If your app restarts now, the file is moved first, and your app begins with the server's data; \
      what is unsynced is only in the copy.
      """
    ),
    (
      .restartMovesFile(writeCount: 0),
      "If your app restarts now, the file is moved first, and your app begins with the server's data."
    ),
    (
      .restartTriesAgain,
      "When your app restarts, the same error comes, and the next attempt."
    ),
    (
      .reopeningTriesAgain,
      "If the Realm is opened again without a restart, the same error comes, and the next attempt."
    ),
    (
      .serverAsksAgain,
      "Before that is acknowledged, the server asks for another reset: the next attempt."
    ),
  ]

  @Test(arguments: eventWords)
  func `What an attempt does`(event: StoryEvent, sentence: String) {
    #expect(event.sentence == sentence)
  }

  private static let originating = ReportedFailure.Originating(
    name: "SyncClientResetRequired", message: "Bad client file identifier (IDENT)")

  @Test func `a failure in the reset is told as Realm Core tells it`() {
    let failure = ReportedFailure(
      action: .clientReset, comesToBlocks: true, originating: Self.originating,
      inner: "Client reset cannot recover when classes have been removed: {AddedClass}")
    #expect(
      failure.message == """
        A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: \
        Bad client file identifier (IDENT): 'Client reset cannot recover when classes have been \
        removed: {AddedClass}'
        """)
    #expect(
      StoryEvent.errorHandler(.getsFailure(failure)).sentence
        == """
        Error handler: gets `AutoClientResetFailed` (1028, in Swift `SyncError.clientResetError`), \
        "\(failure.message)". Its `is_client_reset_requested` is true.
        """)
  }

  @Test func `a failure before the reset is told as Realm Core tells it`() {
    let failure = ReportedFailure(
      action: .clientResetNoRecovery, comesToBlocks: false, originating: Self.originating,
      inner: "A client reset is required but the server does not permit recovery for this client",
      innerName: "RuntimeError")
    #expect(
      failure.message == """
        A fatal error occurred during 'ClientResetNoRecovery' client reset for \
        SyncClientResetRequired: Bad client file identifier (IDENT): 'RuntimeError: A client reset is \
        required but the server does not permit recovery for this client'
        """)
  }

  @Test func `which handler is called, and what if none is set`() {
    let manual = HandlerPrecedence.manual.sentence
    #expect(manual?.contains("in Swift `.manual` before `syncManager.errorHandler`") == true)
    #expect(manual?.contains("With none set") == true)
    #expect(HandlerPrecedence.automaticFailure.sentence?.contains("`onFallback`") == true)
    #expect(HandlerPrecedence.blocksAlone.sentence?.hasPrefix("Without blocks") == true)
    #expect(HandlerPrecedence.otherError.sentence?.contains("general error handler") == true)
    #expect(HandlerPrecedence.nobodyCalled.sentence == nil)
  }

  @Test func `each attempt has a title`() throws {
    let outcome = try ComparedOutcomes.scenario(
      "rs-37a-local-destructive-schema", mode: .recoverOrDiscard
    ).outcome
    #expect(
      Analysis.report(of: outcome).story.attempts.map(\.title) == [
        "Attempt 1, recover: fails, and the data is as before.",
        """
        Attempt 2, discard: goes through; the record of an attempt before makes \
        recover-or-discard discard.
        """,
      ])
  }

  @Test func `what a copy of the whole file undoes is named with its values`() throws {
    let outcome = try ComparedOutcomes.scenario("rs-67-naive-manual-restore", mode: .manual).outcome
    let report = Analysis.report(of: outcome)
    #expect(
      report.adviceSentences.contains(
        """
        Do not copy the whole old file back: that would undo 2 changes that others made: T 1 back; \
        T 2 v 200 → 20.
        """))
    #expect(
      report.adviceSentences.contains("Carry over what the merge plan lists, 2 operations."))
  }

  @Test func `a merge plan puts back what only the old file has, where there is one`() throws {
    let outcome = try ComparedOutcomes.scenario("rs-41-backup-restore", mode: .manual).outcome
    var report = Analysis.report(of: outcome)
    #expect(report.adviceSentences.contains { $0.hasSuffix("The merge plan puts them back.") })
    report.mergePlan = nil
    #expect(report.adviceSentences.contains { $0.hasPrefix("Only the old file still has 2") })
    #expect(!report.adviceSentences.contains { $0.contains("merge plan") })
  }

  @Test func `what the server changed, and what the device has instead`() throws {
    let outcome = try ComparedOutcomes.scenario("rs-02-same-field-conflict", mode: .recover).outcome
    let incoming = IncomingChanges(outcome)
    let change = try #require(incoming.changes?.first)
    #expect(change.words(columns: 40) == "10 → 1111")
    #expect(change.deviceWords(columns: 40) == "the device has 111")
    #expect(
      incoming.sentence
        == "1 change since the last sync, which the device does not have after the reset."
    )
    #expect(incoming.countSentence == "1 change since the last sync.")
    #expect(IncomingChanges(changes: []).sentence == "Nothing since the last sync.")
    #expect(IncomingChanges(changes: nil).sentence.contains("not known"))
  }
}
