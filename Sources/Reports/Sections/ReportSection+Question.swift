internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What was asked: by the server, of the replay, and under which faults.
extension ReportSection {
  struct Question {
    /// As the trace has it.
    var sessionName: String?
    /// What asked for the reset, or ended the session.
    var request: QuotingSentence
    private let subject: Report.Subject

    init(_ report: Report) {
      sessionName = report.session.start?.name
      request = report.request
      subject = report.subject
    }

    /// Such as `Client reset of "field-inspections"`.
    var title: String {
      title(of: sessionName.map { Phrase.foreign($0, columns: 50) } ?? "session")
    }

    /// - Parameter name: the session's, as the form shows it.
    func title(of name: String) -> String {
      switch subject {
      case .reset: Heading.reset(of: name)
      case .unsynced: Heading.unsynced(of: name)
      case .deletion: Heading.deletion(of: name)
      }
    }

    /// What asked for the reset, with the server's message in quotation marks.
    var requestSentence: String { request.text { Phrase.foreign($0, columns: 300) } }
  }

  struct Mode {
    /// Nil where no reset takes place, so that it does not matter.
    var mode: ResetMode?
    /// What else decided how the reset began, a sentence each.
    var circumstances: [String]

    init(_ report: Report) {
      (mode, circumstances) = (report.isReset ? report.mode : nil, report.circumstances)
    }
  }

  /// What the server had not acknowledged.
  struct Unsynced {
    var title: String
    /// The same within a sentence.
    var lead: String
    /// In one sentence.
    var sentence: String

    init(_ report: Report) {
      title = report.isReset ? Heading.unsynced : Heading.unsyncedWithoutReset
      lead = report.isReset ? Heading.unsyncedBeforeIt : Heading.unsyncedWithoutReset
      sentence = report.unsyncedSentence
    }
  }

  struct Attempt {
    /// From 1.
    var number: Int
    var result: ResetEnding
    /// The gates that it came to, in order.
    var decisions: [Decision]

    struct Decision {
      var gate: String
      var isPassed: Bool
      var text: String
    }

    static func all(in report: Report) -> [Attempt] {
      report.attempts.enumerated().map { index, attempt in
        Attempt(
          number: index + 1, result: attempt.ending,
          decisions: attempt.decisions.map {
            Decision(gate: $0.gate.rawValue, isPassed: $0.isPassed, text: $0.words)
          })
      }
    }
  }

  /// What became of a fault of the plan.
  struct Fault {
    /// With whole texts.
    var story: FaultStory
    /// Of several modes, those in which it went like that; none where it went so in all.
    var modes: [ResetMode] = []

    static func all(in report: Report) -> [Fault] {
      report.faultStories.map { Fault(story: $0) }
    }
  }
}
