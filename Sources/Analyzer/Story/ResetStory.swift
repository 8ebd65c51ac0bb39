package import Replayer
package import TraceFormat

/// A reset as the app lives through it, attempt by attempt (`docs/report.md`, "The story").
package struct ResetStory: Hashable, Sendable {
  package struct Attempt: Hashable, Sendable {
    /// From 1.
    package var number: Int
    package var requestedMode: ResetMode
    /// What was carried out; nil if it did not come that far.
    package var actualMode: ResetMode?
    package var ending: ResetEnding
    package var failure: ResetFailure?
    /// Whether it discards because the attempt before is on record.
    package var discardsAfterFailure: Bool
    package var events: [StoryEvent]
  }

  package var attempts: [Attempt]
  package var precedence: HandlerPrecedence

  /// Whether there are several attempts, or the only one calls anybody.
  package var callsAnybody: Bool {
    attempts.count > 1 || attempts.contains { $0.events.contains(where: \.isCall) }
  }
}

extension StoryEvent {
  fileprivate var isCall: Bool {
    switch self {
    case .beforeBlock(.isNotCalled), .afterBlock(.isNotCalled), .errorHandler(.isNotCalled): false
    default: isCallback
    }
  }
}

extension Report {
  package var story: ResetStory {
    let story = StoryBuilder(report: self)
    return ResetStory(
      attempts: attempts.indices.map(story.attempt), precedence: story.precedence)
  }
}
