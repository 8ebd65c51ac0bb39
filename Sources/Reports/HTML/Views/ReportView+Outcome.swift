internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// How the reset ended, what the app is told, and what led there.
extension ReportView {
  var outcome: HTMLView {
    [
      "resultWord": report.result.word, "resultTone": report.result.tone,
      "resultSentence": report.resultSentence, "failure": report.failureText.orNothing,
      "hazards": (report.attempts.last?.hazards ?? []).map(HTMLProse.view),
      "told": report.didRecover == true ? HTMLProse.view(report.toldSentence) : false,
      "isToldWrong": report.didRecover == true
        && (report.count(of: .lost) > 0 || !report.collateral.isEmpty),
      "comparison": report.comparison.map { HTMLProse.view($0.sentence) }.orNothing,
      "isOtherThanDevice": report.comparison.map { !$0.differences.isEmpty }.orNothing,
      "deviceDifferences": (report.comparison?.differences ?? []).map { prose($0.sentence) },
      "facts": facts.map { ["term": $0.0, "text": $0.1] },
      "hasConsequences": !report.consequences.isEmpty,
      "consequences": report.consequences.map { HTMLProse.view($0.sentence) },
    ]
  }

  private var facts: [(String, String)] {
    [
      ("Engine", report.engine?.rawValue ?? "of its own, without some of the known defects"),
      ("Configured in the app", report.session.start?.configuredResetMode?.rawValue),
      ("didRecover", report.didRecover.map(String.init)),
      ("On record before", report.pendingResetBefore.map(Self.words)),
      ("On record afterwards", report.pendingResetAfter.map(Self.words)),
    ].compactMap { term, text in text.map { (term, $0) } }
  }

  private static func words(_ pending: PendingReset) -> String {
    "a reset in mode \(pending.mode.rawValue) for the action \(pending.action.rawValue)"
  }

  // MARK: What led there

  var decisions: HTMLView {
    [
      "hasDecisions": report.attempts.contains { !$0.decisions.isEmpty },
      "attempts": report.attempts.enumerated().map { index, attempt -> HTMLView in
        [
          "number": index + 1, "resultWord": attempt.ending.word,
          "decisions": attempt.decisions.map { decision -> HTMLView in
            [
              "gate": decision.gate.rawValue, "verdict": decision.isPassed ? "passed" : "stopped",
              "tone": decision.isPassed ? "good" : "bad",
            ].merging(HTMLProse.view(decision.text)) { $1 }
          },
        ]
      },
      "hasGaps": !report.gaps.isEmpty,
      "gaps": report.gaps.map { gap -> HTMLView in
        [
          "kind": documents.view(gap.kind.rawValue, in: "report", under: "what-is-not-known"),
          "record": gap.sequence.map(String.init).orNothing,
        ].merging(HTMLProse.view(gap.text)) { $1 }
      },
    ]
  }

  /// Text that may quote the trace, and be long.
  func prose(_ text: String) -> String { text.shortened(to: 2_000) }
}

extension ResetEnding {
  /// The result in a word or two.
  var word: String {
    switch self {
    case .recovered: "Recovered"
    case .discarded: "Discarded"
    case .failed: "Failed"
    case .manual: "Left to the app"
    case .crash: "Crash"
    case .noReset: "No reset"
    }
  }

  /// How the word is drawn; it says nothing that the word does not.
  var tone: String {
    switch self {
    case .recovered: "good"
    case .discarded, .manual, .noReset: "plain"
    case .failed, .crash: "bad"
    }
  }
}
