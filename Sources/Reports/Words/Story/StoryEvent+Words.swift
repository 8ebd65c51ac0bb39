package import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Report {
  /// The first writes that an event of the story is about, in one sentence; nil where it is about none.
  func writesSentence(of event: StoryEvent) -> String? {
    guard case .couldBeHad = event else { return nil }
    let lost = ownWrites.filter { $0.fate == .lost }
    guard !lost.isEmpty else { return nil }
    let named = Phrase.first(of: lost) { "\($0.address.text) \($0.operation.words)" }
    return "That is: " + named.joined(separator: "; ") + "."
  }
}

extension StoryEvent {
  /// What happens, in one sentence; what others have written is in quotation marks.
  var sentence: String {
    switch self {
    case .beforeBlock(let call): "Before block: \(call.words)."
    case .afterBlock(let call): "After block: \(call.words)."
    case .errorHandler(let call): "Error handler: \(call.words)"
    case .discards: "It discards what is unsynced, and no error reports that."
    case .isRecorded: "The file keeps a record of the attempt."
    case .moveScheduled:
      "The file is scheduled to be copied to the recovery folder and deleted."
    case .deletionScheduled: "The file is scheduled to be deleted, without a copy."
    case .couldBeHad(let attempt):
      "What it discards was still in the file after attempt \(attempt): a copy of the file, made then, "
        + "would have it."
    case .restartMovesFile(let count):
      "If your app restarts now, the file is moved first, and your app begins with the server's data"
        + (count == 0 ? "." : "; what is unsynced is only in the copy.")
    case .restartTriesAgain: "When your app restarts, the same error comes, and the next attempt."
    case .reopeningTriesAgain:
      "If the Realm is opened again without a restart, the same error comes, and the next attempt."
    case .serverAsksAgain:
      "Before that is acknowledged, the server asks for another reset: the next attempt."
    }
  }

  fileprivate static let quotationColumns = 400
}

extension StoryEvent.BeforeBlock {
  fileprivate var words: String {
    switch self {
    case .seesDevice(0): "sees the device's data"
    case .seesDevice: "sees the device's data, frozen, with what is unsynced"
    case .seesLeft(let attempt): "sees the data as attempt \(attempt) left it, frozen"
    case .threw: "throws, which ends the attempt; nothing is changed"
    case .isNotCalled(let silence): "not called; \(silence.words)"
    }
  }
}

extension StoryEvent.AfterBlock {
  fileprivate var words: String {
    switch self {
    case .seesBoth(let didRecover):
      "sees that state, frozen, and the new one, live; `didRecover` is \(didRecover)"
    case .threw(let didRecover):
      "sees that state and the new one, `didRecover` is \(didRecover), and throws, which fails the "
        + "reset although it is committed"
    case .isNotCalled(let silence): "not called; \(silence.words)"
    }
  }
}

extension StoryEvent.ErrorHandler {
  /// The flag of every error about a reset that is left to the app (Realm Core: `sync/config.cpp`).
  private static let isRequested = "Its `is_client_reset_requested` is true."

  fileprivate var words: String {
    switch self {
    case .getsError(let error, let hasPaths):
      "gets \(error.words.quoted(columns: StoryEvent.quotationColumns))"
        + (hasPaths
          ? ", in Swift a `SyncError.clientResetError`, with the path of the file and of the copy to "
            + "come. \(Self.isRequested)"
          : ".")
    case .getsFailure(let failure):
      "gets `AutoClientResetFailed` (1028, in Swift `SyncError.clientResetError`), "
        + "\(failure.message.quoted(columns: StoryEvent.quotationColumns)). \(Self.isRequested)"
    case .isNotCalled(let silence): "not called; \(silence.words)."
    }
  }
}

extension ReportedFailure.Originating {
  /// Name and text, as Realm Core puts them together; a text that is not known is left out.
  fileprivate var words: String { "\(name): \(message.isEmpty ? "…" : message)" }
}

extension ReportedFailure {
  package var message: String {
    let asked = originating?.words ?? "…"
    let inner = (innerName.map { "\($0): " } ?? "") + inner
    return "A fatal error occurred during '\(action.rawValue)' client reset"
      + "\(comesToBlocks ? " diff" : "") for \(asked): '\(inner)'"
  }
}

extension StoryEvent.Silence {
  fileprivate var words: String {
    switch self {
    case .endsBefore: "no automatic reset begins"
    case .failsBefore: "the attempt fails before"
    case .processEnded: "the process ends before"
    case .isSkipped:
      "the process ended after the new state was committed, and it is not called later either"
    case .goesThrough: "a reset that goes through is not an error"
    case .nothingToReset: "nothing is reset"
    case .isNotReported: "the client handles such an error itself"
    }
  }
}

extension HandlerPrecedence {
  /// Which handler it is, and what if none is set; nil where there is nothing to say.
  package var sentence: String? {
    switch self {
    case .manual:
      "The handler given with the mode takes precedence over the general one (in Swift `.manual` before "
        + "`syncManager.errorHandler`). \(Self.noneSet)"
    case .automaticFailure:
      "The mode's handler for failures takes precedence over the general one, where the SDK has it "
        + "(`onManualResetFallback`, `ManualResetFallback`, `onFallback`); in Swift it is "
        + "`syncManager.errorHandler`. \(Self.noneSet)"
    case .otherError: "Your app's general error handler gets it."
    case .blocksAlone:
      "Without blocks the reset does the same, and your app does not notice."
    case .nobodyCalled: nil
    }
  }

  private static let noneSet =
    "With none set, and while the session is paused or closing, nothing is reported, and the file is "
    + "moved anyway."
}

extension ResetStory.Attempt {
  package var title: String {
    let mode = (attempt.actualMode ?? attempt.requestedMode).optionName
    let why =
      discardsAfterFailure
      ? "; the record of an attempt before makes \(attempt.requestedMode.optionName) discard" : ""
    return "Attempt \(number), \(mode): \(endingWords)\(why)."
  }

  private var earlierWords: String {
    let earlier = events.lazy.compactMap { event -> Int? in
      guard case .beforeBlock(.seesLeft(let attempt)) = event else { return nil }
      return attempt
    }.first
    return earlier.map { "attempt \($0) left it" } ?? "before"
  }

  private var endingWords: String {
    switch attempt.ending {
    case .recovered, .discarded: "goes through"
    case .failed where attempt.isFailedByHandlerAfter:
      "fails, although the new state is committed"
    case .failed: "fails, and the data is as \(earlierWords)"
    case .manual: "is left to your app"
    case .crash: "the process ends"
    case .noReset: "nothing is reset"
    }
  }
}
