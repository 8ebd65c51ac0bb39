internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// How the reset ended, what the app is told, and what led there.
extension HTMLPen {
  func draw(_ mode: ReportSection.Mode) -> HTMLView {
    guard let mode = mode.mode else { return ["modeName": ResetEnding.noReset.title] }
    return [
      "mode": mode.rawValue, "modeName": mode.optionName, "meaning": mode.meaning.capitalizedFirst,
    ]
  }

  func draw(_ ending: ReportSection.Ending) -> HTMLView {
    [
      "resultWord": ending.result.title, "resultTone": ending.result.tone,
      "resultSentence": ending.sentence, "failure": ending.failureText.orNothing,
      "hazards": ending.hazards.map { HTMLProse.view($0) },
    ]
  }

  func draw(_ device: ReportSection.Device) -> HTMLView {
    [
      "comparison": HTMLProse.view(device.sentence), "isOtherThanDevice": device.isOtherwise,
      "deviceDifferences": device.differences.map { prose($0.sentence) },
    ]
  }

  func draw(_ facts: [ReportSection.Fact]) -> HTMLView {
    ["facts": facts.map { ["term": $0.name, "text": $0.text] }]
  }

  // MARK: What led there

  func draw(_ attempts: [ReportSection.Attempt]) -> HTMLView {
    [
      "hasDecisions": attempts.contains { !$0.decisions.isEmpty },
      "attempts": attempts.map { attempt -> HTMLView in
        [
          "number": attempt.number, "resultWord": attempt.result.title,
          "decisions": attempt.decisions.map { decision -> HTMLView in
            [
              "gate": decision.gate, "verdict": decision.isPassed ? "passed" : "stopped",
              "tone": decision.isPassed ? "good" : "bad",
            ].merging(HTMLProse.view(decision.text)) { $1 }
          },
        ]
      },
    ]
  }

  func draw(_ faults: [ReportSection.Fault]) -> HTMLView {
    let stories = faults.map(\.story)
    return [
      "hasFaults": true,
      "faults": stories.filter { $0.reason == nil }.map { story -> HTMLView in
        ["fault": prose(story.fault), "effects": story.effects.map(view)]
      },
      "unfired": stories.compactMap { story in
        story.never.map { never in
          HTMLProse.view(never).merging(["fault": prose(story.fault)]) { $1 }
        }
      },
    ]
  }

  private func view(_ effect: FaultStory.Effect) -> HTMLView {
    HTMLProse.view(effect.sentence.capitalizedFirst).merging([
      "hasLines": !effect.lines.isEmpty, "lines": effect.lines,
    ]) { $1 }
  }

  /// Text that may quote the trace, and be long.
  func prose(_ text: String) -> String { text.shortened(to: 2_000) }
}

extension ResetEnding {
  /// How the result is drawn; it says nothing that its title does not.
  var tone: String {
    switch self {
    case .recovered: "good"
    case .discarded, .manual, .noReset: "plain"
    case .failed, .crash: "bad"
    }
  }
}
