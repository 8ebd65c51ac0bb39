internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// How the reset ended, and what came of the writes in numbers.
extension ReportSection {
  struct Ending {
    /// What stands above it.
    var title: String
    var result: ResetEnding
    var sentence: String
    var failure: ResetFailure?
    /// The kind of failure and the engine's message, in quotation marks.
    var failureText: String?
    /// What Realm Core may abort at.
    var hazards: [QuotingSentence]

    init(_ report: Report) {
      title = report.isReset ? Heading.result : Heading.resultWithoutReset
      (result, sentence) = (report.result, report.resultSentence)
      (failure, failureText) = (report.failure, report.failureText)
      hazards = report.hazardSentences
    }

    /// Whether the reset was not carried out though it should have been.
    var isBad: Bool { result == .failed || result == .crash }
  }

  struct AppMessage {
    var sentence: String
    /// Whether the app is told something better than the truth.
    var isWrong: Bool

    /// Nil where the app is told nothing that may sound better than it is.
    init?(_ report: Report) {
      guard report.didRecover == true else { return nil }
      sentence = report.didRecoverSentence
      isWrong =
        report.count(of: .lost) > 0 || !report.harm.overwritten.isEmpty
        || !report.harm.doubled.isEmpty || !report.harm.acknowledgedLost.isEmpty
    }
  }

  struct Totals {
    var writeCount: Int
    /// Those that any write has.
    var fates: [(fate: Fate, count: Int)]

    /// Nil where nothing was written.
    init?(_ report: Report) {
      guard !report.writes.isEmpty else { return nil }
      writeCount = report.ownWriteCount
      fates = report.ownTotals
    }
  }

  /// The writes in numbers, where that says more than totals and lists.
  struct Numbers {
    struct Line {
      var name: String
      /// Whether the line is a part of one above.
      var isPart: Bool
      var counts: Breakdown.Counts
    }

    /// All numbers.
    var breakdown: Breakdown
    /// The fates that any write has.
    var fates: [Fate]
    /// What of them says more than the totals and the lists.
    var lines: Listed<Line>
    /// Where there are several.
    var causes: [Breakdown.CauseLine]

    var hasSeveralClasses: Bool { breakdown.classes.count > 1 }

    /// Nil where there are so few writes that they can be counted.
    init?(_ report: Report, _ scope: SectionScope) {
      guard report.writes.count > scope.countableMax else { return nil }
      let breakdown = report.breakdown
      let hasSeveral = breakdown.classes.count > 1
      self.breakdown = breakdown
      fates = report.totals.filter { $0.count > 0 }.map(\.fate)
      lines = Listed(
        breakdown.classes.flatMap { Self.lines(of: $0, among: hasSeveral) },
        max: scope.breakdownLinesMax)
      causes = breakdown.causes.count > 1 ? breakdown.causes : []
    }

    /// A class where there are several, and properties that were written to in several objects: those
    /// of one object have a line of their own among the objects.
    private static func lines(of line: Breakdown.ClassLine, among hasSeveral: Bool) -> [Line] {
      let isSpread = line.properties.contains { $0.counts.objects > 1 }
      let whole = Line(name: line.name.shortName, isPart: false, counts: line.counts)
      let parts = line.properties.map {
        Line(name: $0.title, isPart: hasSeveral, counts: $0.counts)
      }
      return (hasSeveral ? [whole] : []) + (isSpread ? parts : [])
    }
  }
}
