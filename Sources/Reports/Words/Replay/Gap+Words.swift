package import Replayer
internal import TraceFormat

// What the trace does not show, and what follows from it, in one sentence without a final period.
extension Gap {
  /// The sentence, without the record that it is about.
  package var words: String { fact.words }

  package var sentence: String {
    guard let sequence else { return words }
    return "record \(sequence): \(words)"
  }

  /// The same of a state that it hides a part of.
  package var stateSentence: String {
    kind == .undefinedState ? sentence : "the state may lack changes: \(sentence)"
  }
}

extension Gap.Fact {
  package var words: String {
    switch self {
    case .wireOnly:
      "only what crossed the wire is known: transactions that were not uploaded do not show"
    case .firstSeenAfterReset(let versions): Self.firstSeenAfterReset(versions)
    case .seenAsRecovered(let versions, let count): Self.seenAsRecovered(versions, count)
    case .restOfUpload:
      "the trace ends before it shows that the device has uploaded all that it had recovered"
    case .end(let isFailed):
      isFailed
        ? "after the download the device began its session and ended it without the new file identifier: the reset "
          + "failed on the device; why, and in which mode, does not show"
        : "the trace shows the download and nothing after it, so whether the reset went through on the device is not "
          + "known"
    case .earlierReset:
      "whether the file still tracks the reset before this one does not show; if it does, this one fails or discards, "
        + "so what becomes of the changes is not known"
    case .resetOfSessionBefore:
      "whether the file still tracks the reset in which the session before ended does not show; if it does, this one "
        + "fails or discards, so what becomes of the changes is not known"
    case .writesOfSessionBefore:
      "your app had not synced everything when it began to record, and whether the trace has all of that is not known"
    case .lastSync:
      "the state of the last sync is not known, and so neither are the values before the unsynced "
        + "changes"
    case .firstSession:
      "the trace does not show the file's first session, so the client's state is only "
        + "what was transferred since"
    case .unseenSync:
      "the file has synced something that the trace does not show, so the client's state is only what the trace shows "
        + "of it"
    case .acknowledgements:
      "your app has not recorded what the server acknowledged, so every transaction that it has recorded since "
        + "the session began, or since its last reset, counts as unsynced"
    case .resetSession:
      "the trace does not show the session that was reset, so the client's state is not known"
    case .download:
      "the state that the reset downloaded was not recorded; what the trace shows of the server "
        + "is used instead"
    case .noDownload:
      "the trace does not show what the reset downloads, so what the server changed since the last download is not "
        + "known, nor what a mode does that needs it; pass that state with `replay --fresh`"
    case .failedDownload(let code):
      "error \(code) ended the session that was to download the server's state, so the reset failed on the device"
    case .changesSinceRestore:
      "the trace does not show what others changed on the server after it was restored, so whether a synced value that "
        + "it has no longer is gone with the backup, or was changed since, is not known"
    case .downloadUnderFaults:
      "the download that was recorded shows the server without the faults; what the trace shows of "
        + "the server with them is used instead"
    case .server:
      "the server's data is not known; this replay treats it as empty"
    case .refusedKey(let name):
      "the error names an object of \(name.shortName) whose key cannot be read, so its writes are not "
        + "among those that the server refused"
    case .internalKeys:
      "the states do not have Realm's internal object keys, which matter here: "
        + "links in Mixed collections, or lists of nested objects; where that makes a difference "
        + "nothing is claimed"
    case .movedCollection:
      "an element that is itself a list or dictionary was moved in its list: Realm Core frees what it holds and "
        + "continues, so what follows is not known"
    case .request:
      "no server asked for this reset: its error and the action are assumed"
    case .recoveryPermission:
      "whether the server permits recovery is not known; if not (ClientResetNoRecovery), recover fails and leaves "
        + "everything in the backup file only, and recover-or-discard discards"
    case .action: "the trace shows no action for this reset, so ClientReset is assumed"
    case .sessionAmong(let sessions):
      "several sessions fit the reset (\(sessions.map(String.init).joined(separator: ", "))); "
        + "session \(sessions.first ?? 0) is used"
    case .merge:
      "how the client merged this change of the server's with its own depends on what was not recorded: when and in "
        + "which file it was made, or which transactions the server had known; its state is approximate"
    case .mergeUnderFaults(let failure):
      "this change had been merged with others that are not there with the faults, and what it was before is "
        + "not known; what does not fit is left out (\(failure))"
    case .mergeWithUnseen:
      "what the server had changed since the client's last download shows only by the state that it led to, so "
        + "the transactions are added to that state without being merged with it"
    case .contradiction(let reason):
      "this change contradicts others that it has to be merged with, and is left out (\(reason))"
    case .records(let loss):
      "\(loss.recordCount?.counted("record is", "records are") ?? "records are") missing here: "
        + loss.reason
    case .snapshotPart: "a part of a recorded state is missing, so that state is not known"
    case .downloadWithoutError: Self.withoutError("the state that a client reset downloaded")
    case .endWithoutError: Self.withoutError("the end of a client reset")
    case .stateWithoutError: Self.withoutError("the data after a client reset")
    case .intactRecords:
      "this and later records come from a part of the file that failed its checksum"
    case .unreadableChangeset(let failure): "the changeset cannot be read: \(failure)"
    case .misfit(let failure):
      "the changeset does not fit the state before it: \(failure)"
    case .deviceMisfit(let failure):
      "this device's changeset does not fit what the trace shows of its state, which is not known then: \(failure)"
    case .unreadableMessage(let failure): "the message cannot be read: \(failure)"
    }
  }

  private static func withoutError(_ record: String) -> String {
    "the trace has \(record), and not the error that asked for it, so what that reset did is not known"
  }

  private static func firstSeenAfterReset(_ versions: [UInt64]) -> String {
    "after the reset the device uploaded the \(Phrase.transactions(versions)), which the trace does "
      + "not show before it; whether \(versions.count == 1 ? "it was" : "they were") recovered or "
      + "written afterwards is not known"
  }

  private static func seenAsRecovered(_ versions: [UInt64], _ leftOutCount: Int) -> String {
    let them = versions.count == 1 ? "it" : "them"
    let leftOut =
      leftOutCount == 0
      ? ""
      : "; \(leftOutCount.counted("write")) of \(them) may have been something else before, and "
        + "\(leftOutCount == 1 ? "is" : "are") left out of the changes"
    return
      "the device recovered the \(Phrase.transactions(versions)) and uploaded \(them) after the "
      + "reset; what the recovery dropped of \(them) does not show\(leftOut)"
  }
}
