internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Draws the sections of a report in Markdown.
struct MarkdownPen {
  var page = MarkdownPage()

  /// Lists are shortened by the page, and not before.
  static let scope = SectionScope(
    foldsAbove: 25, differencesMax: 100, valueColumns: cellColumns)

  /// Draws sections in their order.
  mutating func draw(_ sections: [ReportSection]) {
    for section in sections { draw(section) }
  }

  private mutating func draw(_ section: ReportSection) {
    switch section {
    case .question(let question): draw(question)
    case .mode(let mode): draw(mode)
    case .answer(let answer): draw(answer)
    case .unsynced(let unsynced):
      page.paragraph("**\(unsynced.title):** \(unsynced.sentence)")
    case .faults(let faults): draw(faults)
    case .result(let ending): draw(ending)
    case .app(let message): page.paragraph(message.sentence)
    case .totals(let totals): draw(totals)
    case .defects(let defects): draw(defects)
    case .triage(let explanations): for entry in explanations { draw(entry) }
    case .resetLoop(let loop): draw(loop)
    case .objects(let classes): for objects in classes { draw(objects) }
    case .collateral(let places): draw(places)
    case .traps(let traps): draw(traps)
    case .mergePlan(let plan): draw(plan)
    case .horizon(let horizons): for horizon in horizons { draw(horizon) }
    case .consequences(let sentences):
      page.items(sentences, title: "### \(Heading.consequences)", noun: "consequence")
    case .story(let story): draw(story)
    case .steps(let steps): drawSteps(steps.all)
    case .incoming(let incoming): draw(incoming)
    case .comparison(let device): draw(device)
    case .gaps(let gaps): draw(gaps)
    // An issue has room for what came of the reset, and not for how.
    case .attempts, .breakdown, .facts, .timeline, .groups: break
    }
  }
}

extension MarkdownPen {
  /// Text from the trace as code, shortened.
  static func code(_ text: String, columns: Int) -> String {
    MarkdownText.code(Phrase.foreign(text, columns: columns, isQuoted: false))
  }

  /// A sentence with text from the trace in it, shortened.
  static func prose(_ text: String) -> String {
    MarkdownText.prose(text.shortened(to: Report.sentenceColumnsMax))
  }
}

extension Fate {
  /// The word; in bold if it is bad news.
  var markdown: String { isUnhappy ? "**\(rawValue)**" : rawValue }
}
