import AnalysisSupport
import RealmModel
import Replayer
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// What is said of a reset as a whole, word by word: what follows, how it compares, which mode it
/// speaks for, what would carry stranded writes over.
@Suite struct ReportWordsTests {
  private static let setAside =
    """
    At the next launch, or when your app asks for it, the file is copied to the recovery folder \
    (`recovered-realms`, as `recovered_realm-` with date and time) and deleted.
    """

  private static let consequenceWords: [(Consequence, String)] = [
    (Consequence.hasServersData, "The device now holds the server's data and syncs again."),
    (
      .hasServersDataButNulls,
      """
      The device now holds the server's data, but for links that are null on it alone, and syncs \
      again.
      """
    ),
    (
      .uploadsRecovered,
      "The device now holds the server's data with what was recovered, and syncs again."
    ),
    (
      .uploads(transactions: 1, instructions: 3),
      "It uploads what was recovered: 1 transaction with 3 instructions."
    ),
    (.uploadsNothing, "Nothing is uploaded."),
    (.keepsNoCopy, "No copy of the old file is kept."),
    (
      .moveStaysScheduled(attempt: 1),
      """
      What attempt 1 scheduled still comes: at the next launch this file is copied to the recovery \
      folder and deleted; what is written until then and not uploaded is only in that copy.
      """
    ),
    (
      .moveMayBeScheduled,
      """
      If the earlier reset that is on record had failed, the move of the file that it scheduled still \
      comes: at the next launch this file is copied to the recovery folder and deleted.
      """
    ),
    (
      .stoppedAfterReset,
      "The device's data is as after the reset, but it no longer syncs: nothing is uploaded."
    ),
    (
      .stoppedBeforeReset,
      "The device's data is as before the reset, and it no longer syncs: nothing is uploaded."
    ),
    (.failureReported, "Your app's error handler gets `AutoClientResetFailed`. " + setAside),
    (
      .leftToApp,
      "Your app's error handler gets the server's error, and sync stops: nothing is uploaded. "
        + setAside
    ),
    (
      .usableUntilMoved,
      "Until then your app can use the file offline; what it writes goes into that copy."
    ),
    (
      .recoveredOnlyInCopy, "What was recovered is then only in that copy, and nothing uploads it."
    ),
    (
      .unsyncedOnlyInCopy,
      "What was not synced is then only in that copy, and nothing uploads it."
    ),
    (
      .fileToBeDeleted,
      """
      Sync stops, and your app's error handler is called; at the next launch the file is deleted, \
      without a backup.
      """
    ),
    (
      .unsyncedGoesWithFile,
      "What was not synced is gone with it, unless your app copies the file before."
    ),
    (
      .processEnds, "Realm Core ends the process here; the data stays as it was before the reset."
    ),
    (.errorComesAgain, "The next launch receives the same error."),
    (
      .unsyncedStays,
      "What was not synced stays in the file, and is uploaded when the file syncs again."
    ),
    (
      .writesUndone,
      """
      The server puts the objects that the error names back to what it has, with the next download. \
      All that the device had written to them until then is undone, also what it may write; your app's \
      error handler gets each object and the reason. Check the user's permissions, and that a \
      subscription covers the objects that your app writes to.
      """
    ),
    (
      .uploadRefused,
      """
      The server does not take the upload that these writes are in, and so nothing that was written \
      after it.
      """
    ),
    (
      .uploadsAfterLogin,
      """
      What was not synced stays in the file, and is uploaded when the user has logged in again; \
      removing the user deletes the file.
      """
    ),
    (
      .syncEnded,
      """
      The file is neither reset nor backed up nor deleted; it can be read and written. Each new \
      session of it meets the same error until the server or your app, whichever it blames, is fixed, and \
      until then nothing of it is uploaded.
      """
    ),
    (
      .serverSilent,
      """
      The file keeps what was not synced, and uploads it when a session reaches the server again. If \
      the service is gone, access is never renewed, or your app looks for its file in another place, \
      that never happens, and nothing tells your app so: export it from the file, or from this trace by \
      the merge plan, which needs neither network nor account.
      """
    ),
    (
      .copiesDropPending,
      """
      A copy of the file that is to be synced is refused while uploads are pending; a copy as a local \
      file has the objects, but no longer what of them was not synced.
      """
    ),
    (
      .syncsOn,
      "The download for the reset is thrown away, no attempt is recorded, and the file syncs on."
    ),
    (
      asked(.recovered, .recover, .refused(failure)),
      """
      If the server asks for ClientReset again before this one is acknowledged, recover is refused as \
      a cycle, and what was recovered is only in the file.
      """
    ),
    (
      asked(.recovered, .recoverOrDiscard, .reset(.discardLocal)),
      """
      If the server asks for ClientReset again before this one is acknowledged, what was recovered is \
      discarded.
      """
    ),
    (
      asked(.discarded, .discardLocal, .refused(failure)),
      """
      If the server asks for ClientReset again before this one is acknowledged, discard is refused \
      as a cycle.
      """
    ),
    (
      asked(.failed, .recoverOrDiscard, .reset(.discardLocal)),
      """
      If the Realm is opened again before that, and the server asks for ClientReset again, all that is \
      unsynced is discarded.
      """
    ),
    (
      asked(.processEnded, .recover, .refused(failure)),
      "With that attempt on record, recover is refused as a cycle."
    ),
  ]

  private static let failure = ResetFailure(.resetCycle, message: "giving up")

  private static func asked(
    _ state: Consequence.AskedAgain.State, _ mode: ResetMode, _ next: Outcome.NextAttempt
  ) -> Consequence {
    .askedAgain(
      Consequence.AskedAgain(
        state: state, requestedMode: mode, action: .clientReset, next: next))
  }

  @Test(arguments: consequenceWords)
  func `What follows`(consequence: Consequence, sentence: String) {
    #expect(consequence.sentence == sentence)
  }

  private static let pending = PendingReset(mode: .recover, action: .clientReset)

  private static let differenceWords: [(Comparison.Difference, String)] = [
    (
      Comparison.Difference.result(device: .discarded, replay: .recovered),
      "result: discarded on the device, recovered in this replay"
    ),
    (
      .failure(device: .resetCycle, replay: nil),
      "failure: resetCycle on the device, none in this replay"
    ),
    (
      .state(CanonicalDifference(at: "/T", .value(.integer(1), expected: .integer(2)))),
      "state: the expected value on the device, /T: is 1, expected 2 in this replay"
    ),
    (
      .state(CanonicalDifference(at: "/T", .members(surplus: ["a", "b"], missing: []))),
      """
      state: the expected value on the device, /T: has `a`, `b` too many and lacks nothing in this \
      replay
      """
    ),
    (
      .stateDigest(device: 1, replay: 2),
      "state: 0000000000000001 on the device, 0000000000000002 in this replay"
    ),
    (
      .notReuploaded(clientVersion: 3),
      "reupload: client version 3 uploaded on the device, not uploaded in this replay"
    ),
    (
      .reupload(clientVersion: 3, deviceSize: 10, replaySize: 12),
      """
      reupload: client version 3, 10 bytes on the device, other instructions, 12 bytes in this replay
      """
    ),
    (
      .pendingReset(device: pending, replay: nil),
      "pendingReset: recover ClientReset on the device, none in this replay"
    ),
  ]

  @Test(arguments: differenceWords)
  func `What differs from the device`(difference: Comparison.Difference, sentence: String) {
    #expect(difference.sentence == sentence)
  }

  private static let hiddenParts: [(HiddenPart, String)] = [
    (.neverUploaded, "what was never uploaded"), (.lastSync, "the state of the last sync"),
    (.acknowledged, "what the server had acknowledged"),
    (.client, "what the device had before"), (.download, "what the reset downloaded"),
    (.session, "which session was reset"), (.merging, "how concurrent changes were merged"),
    (.someEvents, "some of what happened"),
  ]

  @Test func `What a trace may not show`() {
    #expect(Self.hiddenParts.map(\.0) == HiddenPart.allCases)
    for (part, words) in Self.hiddenParts { #expect(part.words == words) }
  }

  private static let actionWords: [(MergePlan.Action, String)] = [
    (MergePlan.Action.addClass, "add the class"), (.addProperty, "add the property"),
    (.removeClass, "remove the class"), (.removeProperty, "remove the property"),
    (.create, "create"), (.createWhole, "create with all that the device has"),
    (.setWhole, "set all properties to what the device has"), (.delete, "delete"),
    (.upload, "upload"), (.add(5), "add 5"), (.add(-5), "subtract 5"),
    (.addMember(.int(1)), "add 1"), (.removeMember(.int(1)), "remove 1"), (.remove, "remove"),
    (.set(.value(.int(1))), "set to 1"),
    (
      .edit([
        .insert(at: 0, value: .int(7)), .remove(at: 3, value: .int(1)),
        .set(at: 1, from: .int(2), to: .int(3)), .move(from: 4, to: 2, value: .null),
      ]),
      "insert 7 at [0], then remove 1 at [3], then set [1] from 2 to 3, then move null from [4] to [2]"
    ),
    (
      .edit(Array(repeating: .remove(at: 0, value: .int(1)), count: 6)),
      "remove 1 at [0], then remove 1 at [0], then remove 1 at [0], then remove 1 at [0], and 2 more "
        + "steps"
    ),
  ]

  @Test(arguments: actionWords)
  func `What a merge plan does`(action: MergePlan.Action, words: String) {
    #expect(action.words == words)
  }

  private static let conflictWords: [(MergePlan.Conflict, String)] = [
    (MergePlan.Conflict.classRemoved, "the server has removed the class"),
    (.propertyRemoved, "the server has removed the property"),
    (
      .removesSchema,
      "removing a class or property breaks other clients, and is not done through sync"
    ),
    (.objectMissing, "the server does not have the object"),
    (.objectDeleted, "the server has deleted the object"),
    (.objectReplaced, "the server has deleted the object and created another one with its key"),
    (.objectExists, "the server has an object with this key too"),
    (.objectChanged, "the server has changed the object since the last sync"),
    (.linkedByServer, "others have linked to it since the last sync"),
    (.elementChanged, "the server has changed the same element since the last sync"),
    (
      .valueChanged(from: .value(.int(1)), to: .absent, mayBeSame: false),
      "since the last sync the server has changed it from 1 to nothing"
    ),
    (
      .valueChanged(from: .value(.int(1)), to: .value(.int(2)), mayBeSame: true),
      "since the last sync the server has changed it from 1 to 2, which may be the same change"
    ),
    (
      .lastSyncUnknown,
      "the trace does not show the last sync, so whether the server has changed it is not known"
    ),
    (
      .lacksLinks, "it can't be carried over whole: the server lacks objects that it links to"
    ),
    (.classMissing, "the server does not have the class"),
    (.propertyMissing, "the server does not have the property"),
    (
      .misfit(ApplyFailure(.badChangeset, "message")),
      "it does not fit the server's schema or state: message"
    ),
  ]

  @Test(arguments: conflictWords)
  func `What stands against it`(conflict: MergePlan.Conflict, words: String) {
    #expect(conflict.words == words)
  }

  @Test func `What an earlier reset makes of the next one`() {
    var loop = ResetLoop(
      kind: .refused, pendingReset: Self.pending, unacknowledgedResetCount: 1,
      action: .clientReset, requestedMode: .recoverOrDiscard, nextAttempt: .reset(.recover))
    let record =
      "The file tracked a reset in mode recover for ClientReset that was never completed"
    let condition =
      """
      If the server asks for ClientReset again before a session has uploaded and downloaded \
      everything, 
      """
    for (kind, words) in [
      (ResetLoop.Kind.refused, ", so this one was refused. "),
      (.discardedInstead, ", so this one discarded where it would have recovered. "),
      (.wentOn, "; it did not block this one. "), (.noReset, ". "),
    ] {
      loop.kind = kind
      #expect(
        loop.sentences == record + words + condition + "the device recovers once more.")
    }
    for (next, words) in [
      (Outcome.NextAttempt.reset(.discardLocal), "the device discards what is unsynced."),
      (
        .refused(ResetFailure(.resetCycle, message: "")),
        "recover-or-discard is refused as a cycle."
      ),
      (
        .refused(ResetFailure(.recoveryNotAllowed, message: "")),
        "recover-or-discard fails, because the server does not permit recovery."
      ),
      (.refused(ResetFailure(nil, message: "")), "Realm Core ends the process."),
      (.leftToApp, "your app gets the error again."), (.none, "nothing is reset."),
    ] {
      loop.nextAttempt = next
      #expect(loop.sentences.hasSuffix(condition + words))
    }
  }

  @Test func `Resets that go on and on are said of the device`() {
    let loop = ResetLoop(
      kind: .wentOn, pendingReset: Self.pending, unacknowledgedResetCount: 3, action: .clientReset,
      requestedMode: .recover, nextAttempt: .leftToApp)
    #expect(
      loop.loopSentence == "It is the last of 3 in a row: the device resets again and again.")
  }

  @Test(arguments: LoggedReset.Outcome.allCases)
  func `More is to be logged of a recovery only where one may have run`(
    outcome: LoggedReset.Outcome
  ) {
    var facts = LoggedReset()
    facts.outcome = outcome
    let reset = RecordedLoggedReset(session: 1, sequence: 2, timeMicroseconds: 3, facts: facts)
    let hasNone = [.skipped, .leftToApp, .deletionScheduled, .notSeen].contains(outcome)
    let discards = outcome == .discarded
    #expect(reset.advice.contains(.raiseLevel(.resets)) == !(hasNone || discards))
    #expect(reset.advice.contains(.raiseLevel(.objects)) == discards)
  }

  @Test(arguments: [(ResetMode.recover, true), (.discardLocal, false)])
  func `A file is to be saved where the app's code failed after a recovery`(
    mode: ResetMode, isSaved: Bool
  ) {
    var facts = LoggedReset()
    (facts.outcome, facts.actualMode) = (.handlerFailedAfter, mode)
    let reset = RecordedLoggedReset(session: 1, sequence: 2, timeMicroseconds: 3, facts: facts)
    #expect(reset.advice.contains(.saveFile) == isSaved)
  }

  @Test(arguments: [LoggedReset.Outcome.downloadUnfinished, .deletionScheduled])
  func `Nothing is to be done before a launch that the log shows`(outcome: LoggedReset.Outcome) {
    var facts = LoggedReset()
    (facts.outcome, facts.hasLaterLaunch) = (outcome, true)
    let reset = RecordedLoggedReset(session: 1, sequence: 2, timeMicroseconds: 3, facts: facts)
    #expect(!reset.page.steps.contains { $0.contains("next launch") })
  }

  @Test func `A log of which parts are missing may have errors in these`() throws {
    var replay = Replay()
    let start = SessionStart(source: .log, name: "a", clientFile: "a.realm")
    let loss = Loss(firstSequence: nil, recordCount: 1, reason: "a line is cut")
    let contents: [Event.Content] =
      [.sessionStart(start)] + Array(repeating: Event.Content.loss(loss), count: 12)
    for (index, content) in contents.enumerated() {
      replay.observe(
        Event(sequence: UInt64(index), timeMicroseconds: 0, session: 1, content: content))
    }
    let sessions = try #require(replay.loggedSessions())
    #expect(
      sessions.page.headline
        == "The log shows 1 session of 1 file, and no error, and no client reset, but parts of the log are missing."
    )
    #expect(sessions.page.details.first == "Missing: a line is cut.")
    #expect(sessions.page.details.last == "and 2 more missing parts")
    #expect(sessions.unknowns.first == .missingParts)
  }

  @Test(arguments: [(UInt64(1), "1 list copied"), (2, "2 lists copied")])
  func `The lists that a log says were copied`(count: UInt64, words: String) {
    var facts = LoggedReset()
    facts.overwrittenListCount = count
    let reset = RecordedLoggedReset(session: 1, sequence: 2, timeMicroseconds: 3, facts: facts)
    #expect(reset.page.details.contains("Objects: \(words) whole over the server's."))
  }

  @Test func `How many writes went wrong by defects`() throws {
    var report = Analysis.report(
      of: try ComparedOutcomes.scenario("rs-70a-link-to-later-created-object"))
    let prefix = "1 of 3 writes went wrong by known defects of Realm Core; "
    #expect(report.defectSentence == prefix + "1 would be kept without them:")
    // What is not known is not laid to a defect.
    report.writes[2].fate = .unknown
    #expect(report.defectSentence == prefix + "none is lost to them:")
    report.writes[2].defect = nil
    #expect(
      report.defectSentence
        == "No write was harmed, but the device does not hold what the server has:")
  }
}
