internal import Analyzer
internal import Phrasebook
internal import Replayer
internal import TraceFormat

// What the app lives through, and what is to be done.
extension ReportSection {
  /// What each attempt does to the app and its file.
  struct Story {
    struct Attempt {
      /// Where there are several.
      var title: String?
      var events: [Event]
    }

    struct Event {
      var sentence: QuotingSentence
      /// The first writes that it is about, in one sentence.
      var writes: String?

      init(_ event: StoryEvent, _ report: Report) {
        (sentence, writes) = (event.sentence, report.writesSentence(of: event))
      }
    }

    var heading: String
    var attempts: [Attempt]
    /// Which of several handlers is called, in some sentences.
    var precedence: String?

    /// Nil where one attempt, if any, called nobody.
    init?(_ report: Report) {
      let story = report.story
      guard let first = story.attempts.first, story.callsAnybody else { return nil }
      precedence = story.precedence.sentence
      guard story.attempts.count > 1 else {
        // What one attempt leaves is what happens next.
        heading = Heading.callbacks
        attempts = [
          Attempt(title: nil, events: first.events.filter(\.isCallback).map { Event($0, report) })
        ]
        return
      }
      heading = Heading.story
      attempts = story.attempts.map { attempt in
        Attempt(title: attempt.title, events: attempt.events.map { Event($0, report) })
      }
    }
  }

  /// What to do.
  struct Steps {
    /// What the messages of a failure call for, each step once.
    var ofFailure: [String]
    /// What the rest of the report calls for.
    var advice: [String]

    /// All of them, each once.
    var all: [String] { ofFailure + advice.filter { !ofFailure.contains($0) } }

    /// Nil where there is nothing to do.
    init?(_ report: Report) {
      (ofFailure, advice) = (report.stepsToTake, report.adviceSentences)
      if all.isEmpty { return nil }
    }
  }
}
