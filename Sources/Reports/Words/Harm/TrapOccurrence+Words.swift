internal import Analyzer
internal import TraceFormat

// What a trap did, in one sentence without a final period.
extension TrapOccurrence.Effect {
  package var words: String {
    switch self {
    case .harm(let reason): reason.words
    case .nullNotUploaded(let link):
      "the device's default linked to an object that the server no longer has, so the device has "
        + "null, which is not uploaded: the server keeps its link to "
        + ObservedValue.value(.link(link)).briefWords
    case .linkNotInCopy:
      "the list was copied before the object that it links to was created, and is not copied "
        + "again: the object is there, the link is not"
    case .holderReplacedSinceCopy(let count):
      "what holds the list was replaced after the list had been copied; \(Self.writes(count)) gone"
    case .clearedSinceCopy(let count):
      "the list was emptied after it had been copied, and is not copied again; "
        + "\(Self.writes(count)) gone"
    case .listNotCopied:
      "the list should have been copied; the object under its dictionary key has another internal "
        + "number in the fresh file, so nothing was done"
    case .linkLeftOutOfCopy(let isRecovered):
      isRecovered
        ? "one link was left out of the copy, and what follows it is in another order"
        : "one link was left out of the copy, and what follows it lost its place"
    case .linkCopiedByNumber:
      "the target of a link is gone; the link was copied by its internal number"
    case .ownElementsMissed:
      "elements that the device had inserted itself were taken for others', and their edits were "
        + "dropped"
    case .positionWrong: "the position of the element was wrong, and the reset failed on it"
    case .recoveryFailed(let count):
      "the recovery failed on one instruction, and with it all \(count.counted("write"))"
    case .followsDroppedInsertion:
      "an insertion before it was dropped because its link's target is gone; the next one into the "
        + "same list no longer fits"
    case .interrupted(let next):
      "the process ended with the attempt on record and the data untouched; \(next.words)"
    case .discardedInstead(let count):
      "a recovery is on record that failed, was cut short or was not acknowledged; "
        + "recover-or-discard therefore discards \(count.counted("write")), and reports no "
        + "failure"
    case .refused:
      "an earlier reset is on record, failed or not acknowledged; this one was refused before it "
        + "began"
    case .backupScheduled:
      "the attempt that failed has scheduled \"back up, then delete\" for the file, and nothing "
        + "takes that back: the next launch moves the file away, with what was written since"
    case .handlerFailed:
      "the new state was committed before your app's handler threw; the reset still counts "
        + "as failed, and the file is set aside with that state"
    case .handlerSkipped:
      "the process ended after the new state was committed and before your app's handler was done; "
        + "what the handler does for a reset is not done for this one"
    case .syncedObjectGone: "the object was synced; it is deleted here too"
    case .syncedValueGone(let value, let now):
      "\(value.text(columns: 24)) was synced; it is \(now.briefWords) now"
    case .onlyOnDevice:
      "the device has added it, the server does not have it, and so nothing was discarded; recovery "
        + "would have gone through"
    case .wrongLinkKept:
      "a link here has the internal number of the server's and leads to another object"
    case .numberFormKept(let device, let server):
      "the server has an equal number of another type or form; the device keeps its own: "
        + "\(device.briefWords) here, \(server.briefWords) there"
    case .linksHidden:
      "the server's value links to objects that the device does not get; the device shows null, or "
        + "nothing"
    case .linkClassDiffers(let server, let device, let count):
      "on the server it links to `\(server.shortName)`, here to `\(device.shortName)`: "
        + "\(count.counted("object")) with a link lost it, or link to another object with the "
        + "same key"
    }
  }

  private static func writes(_ count: Int) -> String {
    count == 1 ? "1 write to it is" : "\(count) writes to it are"
  }
}

extension TrapOccurrence {
  package var finding: String { "trap: \(effect.words)" }
}

extension TrapOccurrence.Effect.NextAttempt {
  package var words: String {
    switch self {
    case .discarded: "the next attempt treated it as a failure and discarded"
    case .refused: "the next attempt treated it as a failure and was refused"
    case .wentOn: "the next attempt found it"
    case .willDiscard: "the next attempt will treat it as a failure and discard"
    case .willBeRefused: "the next attempt will treat it as a failure and be refused"
    case .willGoOn: "the next attempt finds it"
    }
  }
}

extension TrapIdentifier {
  /// What the trap is, in one line; its name where this version does not know it.
  package var title: String {
    Self.words[rawValue]?.title ?? rawValue.replacing(each: "-", with: " ")
  }

  /// What an app can do not to run into the trap, in one sentence or two, as `docs/traps.md` says it; nil where
  /// this version does not know the trap.
  package var help: String? { Self.words[rawValue]?.help }

  /// Other names: `R…` and `RS-…` as in `docs/rules.md` and `docs/scenario-outcomes.md`, `L…` for
  /// those of the lifecycle.
  package var aliases: [String] { Self.words[rawValue]?.aliases ?? [] }

  private struct Words: Decodable, Sendable {
    var title: String
    var help: String
    var aliases: [String]
  }

  private static let words = [String: Words](embedded: PackageResources.traps_json)
}
