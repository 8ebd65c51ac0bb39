import RealmModel
import Replayer
import Testing
import TraceFormat

@testable import Reports

/// The words for what a replay says of itself: what the trace does not show, what its gates decided.
@Suite struct ReplayWordsTests {
  private static let misfit = ApplyFailure(.badChangeset, "No such object", instructionIndex: 2)
  private static let unreadable = DecodingFailure.truncated(needed: 8, available: 3, at: 27)

  private static let gapWords: [(Gap.Fact, String)] = [
    (
      .wireOnly,
      "only what crossed the wire is known: transactions that were not uploaded do not show"
    ),
    (
      .firstSeenAfterReset(clientVersions: [8]),
      """
      after the reset the device uploaded the transaction of client version 8, which the trace does not \
      show before it; whether it was recovered or written afterwards is not known
      """
    ),
    (
      .firstSeenAfterReset(clientVersions: [8, 9]),
      """
      after the reset the device uploaded the transactions of client versions 8, 9, which the trace does \
      not show before it; whether they were recovered or written afterwards is not known
      """
    ),
    (
      .seenAsRecovered(clientVersions: [8], leftOutCount: 0),
      """
      the device recovered the transaction of client version 8 and uploaded it after the reset; what the \
      recovery dropped of it does not show
      """
    ),
    (
      .seenAsRecovered(clientVersions: [8, 9], leftOutCount: 2),
      """
      the device recovered the transactions of client versions 8, 9 and uploaded them after the reset; what \
      the recovery dropped of them does not show; 2 writes of them may have been something else before, and \
      are left out of the changes
      """
    ),
    (
      .restOfUpload,
      "the trace ends before it shows that the device has uploaded all that it had recovered"
    ),
    (
      .failedDownload(code: 206),
      """
      error 206 ended the session that was to download the server's state, so the reset failed on the \
      device
      """
    ),
    (
      .end(isFailed: true),
      """
      after the download the device began its session and ended it without the new file identifier: the \
      reset failed on the device; why, and in which mode, does not show
      """
    ),
    (
      .end(isFailed: false),
      """
      the trace shows the download and nothing after it, so whether the reset went through on the device is \
      not known
      """
    ),
    (
      .earlierReset,
      """
      whether the file still tracks the reset before this one does not show; if it does, this one fails or \
      discards, so what becomes of the changes is not known
      """
    ),
    (
      .changesSinceRestore,
      """
      the trace does not show what others changed on the server after it was restored, so whether a synced value \
      that it has no longer is gone with the backup, or was changed since, is not known
      """
    ),
    (
      .downloadWithoutError,
      """
      the trace has the state that a client reset downloaded, and not the error that asked for it, so what that \
      reset did is not known
      """
    ),
    (
      .endWithoutError,
      """
      the trace has the end of a client reset, and not the error that asked for it, so what that reset did is \
      not known
      """
    ),
    (
      .stateWithoutError,
      """
      the trace has the data after a client reset, and not the error that asked for it, so what that reset did \
      is not known
      """
    ),
    (
      .lastSync,
      """
      the state of the last sync is not known, and so neither are the values before the unsynced \
      changes
      """
    ),
    (
      .unseenSync,
      """
      the file has synced something that the trace does not show, so the client's state is only what \
      the trace shows of it
      """
    ),
    (
      .firstSession,
      """
      the trace does not show the file's first session, so the client's state is only what \
      was transferred since
      """
    ),
    (
      .resetOfSessionBefore,
      """
      whether the file still tracks the reset in which the session before ended does not show; if it does, this one \
      fails or discards, so what becomes of the changes is not known
      """
    ),
    (
      .writesOfSessionBefore,
      "your app had not synced everything when it began to record, and whether the trace has all of that is not known"
    ),
    (
      .acknowledgements,
      """
      your app has not recorded what the server acknowledged, so every transaction that it has recorded \
      since the session began, or since its last reset, counts as unsynced
      """
    ),
    (
      .resetSession,
      "the trace does not show the session that was reset, so the client's state is not known"
    ),
    (
      .download,
      """
      the state that the reset downloaded was not recorded; what the trace shows of the server \
      is used instead
      """
    ),
    (
      .downloadUnderFaults,
      """
      the download that was recorded shows the server without the faults; what the trace shows of \
      the server with them is used instead
      """
    ),
    (.server, "the server's data is not known; this replay treats it as empty"),
    (
      .refusedKey(className: "Task"),
      """
      the error names an object of Task whose key cannot be read, so its writes are not among those \
      that the server refused
      """
    ),
    (
      .internalKeys,
      """
      the states do not have Realm's internal object keys, which matter here: \
      links in Mixed collections, or lists of nested objects; where that makes a difference nothing \
      is claimed
      """
    ),
    (
      .movedCollection,
      """
      an element that is itself a list or dictionary was moved in its list: Realm Core frees what it holds and \
      continues, so what follows is not known
      """
    ),
    (.action, "the trace shows no action for this reset, so ClientReset is assumed"),
    (.sessionAmong([1, 3]), "several sessions fit the reset (1, 3); session 1 is used"),
    (
      .merge,
      """
      how the client merged this change of the server's with its own depends on what was not recorded: \
      when and in which file it was made, or which transactions the server had known; its state is \
      approximate
      """
    ),
    (
      .mergeUnderFaults(misfit),
      """
      this change had been merged with others that are not there with the faults, and what it was \
      before is not known; what does not fit is left out (instruction 2: No such object)
      """
    ),
    (
      .mergeWithUnseen,
      """
      what the server had changed since the client's last download shows only by the state that it led \
      to, so the transactions are added to that state without being merged with it
      """
    ),
    (
      .contradiction(reason: "two sizes"),
      "this change contradicts others that it has to be merged with, and is left out (two sizes)"
    ),
    (
      .records(Loss(firstSequence: 3, recordCount: 2, reason: "a damaged chunk")),
      "2 records are missing here: a damaged chunk"
    ),
    (
      .records(Loss(firstSequence: nil, recordCount: nil, reason: "a damaged chunk")),
      "records are missing here: a damaged chunk"
    ),
    (
      .intactRecords,
      "this and later records come from a part of the file that failed its checksum"
    ),
    (
      .unreadableChangeset(unreadable),
      "the changeset cannot be read: offset 0x1b: needs 8 bytes, 3 left"
    ),
    (
      .misfit(misfit),
      "the changeset does not fit the state before it: instruction 2: No such object"
    ),
    (
      .deviceMisfit(misfit),
      "this device's changeset does not fit what the trace shows of its state, which is not known then: "
        + "instruction 2: No such object"
    ),
    (
      .unreadableMessage(unreadable),
      "the message cannot be read: offset 0x1b: needs 8 bytes, 3 left"
    ),
  ]

  @Test(arguments: gapWords)
  func `What the trace does not show`(fact: Gap.Fact, words: String) {
    #expect(Gap(fact).sentence == words)
    #expect(Gap(fact, sequence: 7).sentence == "record 7: \(words)")
  }

  private static let decisionWords: [(GateDecision.Reason, String)] = [
    (.action(.clientReset), "action ClientReset starts a client reset"),
    (
      .action(.deleteRealm),
      "action DeleteRealm: sync stops, and the file is deleted without a backup"
    ),
    (.action(.noAction), "an error without an action is reported to your app and asks for nothing"),
    (.noError, "the session ended without an error"),
    (
      .downloadRefused,
      "your app's error handler is called, and sync waits until the session is bound again"
    ),
    (.leftToApp, "mode manual: your app gets the error, and the file is set aside for a backup"),
    (.mayDownload(.recover), "mode recover may continue to the download"),
    (.downloaded, "the fresh state was downloaded"),
    (.neverWritten, "the local file was never written to"),
    (.hasData, "the local file has data"),
    (.noEarlierReset, "no earlier reset is unfinished"),
    (
      .earlierResetForOther(earlier: .clientReset, current: .migrateToFLX),
      """
      an earlier reset for ClientReset is unfinished; this one is for MigrateToFLX and starts over
      """
    ),
    (
      .discardsAfterRecovery,
      "an earlier recovery is unfinished: recover-or-discard discards this time"
    ),
    (
      .discardIsNoCycle,
      "an earlier recovery is unfinished; discarding does not count as a cycle yet"
    ),
    (
      .discardsWithoutPermission, "the server does not permit recovery: recover-or-discard discards"
    ),
    (.carriedOut(.recover), "carried out as recovery"),
    (.carriedOut(.discardLocal), "carried out as discard"),
    (.failure(ResetFailure(.resetCycle, message: "giving up")), "giving up"),
  ]

  @Test(arguments: decisionWords)
  func `What a gate decided`(reason: GateDecision.Reason, words: String) {
    #expect(GateDecision(gate: .session, isPassed: true, reason: reason).words == words)
  }
}
