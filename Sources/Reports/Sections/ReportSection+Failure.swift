internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// Why a reset failed, and whether it is one of many.
extension ReportSection {
  /// What the message of a failed attempt means.
  struct Explanation {
    /// The attempt, from 1, where there were several.
    var attempt: Int?
    var identifier: String
    /// In one sentence without a final period.
    var cause: String
    var message: String
    /// A part of a known message that is not known.
    var unrecognizedPart: String?
    /// The messages around each other, where there are several.
    var layers: [(identifier: String, text: String)]
    var parameters: [Triage.Parameter]
    var dataNow: String
    var nextSteps: [String]

    static func all(in report: Report) -> [Explanation] {
      report.triage.enumerated().map { index, triage in
        Explanation(
          attempt: report.triage.count > 1 ? index + 1 : nil, identifier: triage.identifier,
          cause: triage.cause, message: triage.message,
          unrecognizedPart: triage.isRecognized ? triage.unrecognizedPart : nil,
          layers: triage.layers.count > 1 ? triage.layers.map { ($0.identifier, $0.words) } : [],
          parameters: triage.parameters, dataNow: triage.dataNow, nextSteps: triage.nextSteps)
      }
    }
  }

  /// An earlier reset that was never completed.
  struct Loop {
    var sentences: String
    /// Whether it stood in the way of this reset.
    var isBad: Bool
    /// How many came before this one without being completed, as the beginning of a sentence.
    var extent: String
    /// How many, where they are several and so a loop.
    var loopSentence: String?

    init?(_ report: Report) {
      guard let loop = report.resetLoop else { return nil }
      sentences = loop.sentences
      isBad = loop.kind != .wentOn
      (extent, loopSentence) = (loop.extent, loop.loopSentence)
    }
  }
}
