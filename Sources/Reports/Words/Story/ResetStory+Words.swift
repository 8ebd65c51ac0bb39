internal import Analyzer
internal import Replayer
internal import TraceFormat

extension ResetStory.Attempt {
  package var title: String {
    let mode = (actualMode ?? requestedMode).optionName
    let why =
      discardsAfterFailure
      ? "; the record of an attempt before makes \(requestedMode.optionName) discard" : ""
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
    switch ending {
    case .recovered, .discarded: "goes through"
    case .failed where failure?.failureClass == .handlerThrew && actualMode != nil:
      "fails, although the new state is committed"
    case .failed: "fails, and the data is as \(earlierWords)"
    case .manual: "is left to your app"
    case .crash: "the process ends"
    case .noReset: "nothing is reset"
    }
  }
}
