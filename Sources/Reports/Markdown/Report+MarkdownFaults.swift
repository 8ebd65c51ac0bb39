internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// Faults that were injected, and what the engine's defects did.
extension Report {
  func writeFaults(to page: inout MarkdownPage) {
    page.write(faultStories.map { ($0, []) })
  }

  func writeDefects(to page: inout MarkdownPage) {
    guard !defects.isEmpty else { return }
    page.heading("Done by defects of the engine", level: 3)
    page.paragraph(defectSentence)
    page.items(
      defects.map { "\(Self.code($0.names, columns: 100)): \(Self.prose($0.words))." },
      noun: "place")
  }
}

extension ModeComparison {
  func writeFaults(to page: inout MarkdownPage) { page.write(faultStories) }
}

extension MarkdownPage {
  /// A section about faults, each with the modes in which it went like that.
  fileprivate mutating func write(_ stories: [(story: FaultStory, modes: [ResetMode])]) {
    items(
      stories.map { story, modes in
        let names = modes.map(\.optionName).joined(separator: ", ")
        let title = MarkdownText.code(story.fault) + (modes.isEmpty ? "" : " (\(names))")
        if let reason = story.reason { return "\(title) never happened: \(Report.prose(reason))." }
        return "\(title): \(story.effects.map(\.markdown).joined(separator: "; "))."
      }, title: "### Faults", noun: "fault")
  }
}

extension FaultStory.Effect {
  private static let shownLinesMax = 4

  /// What the fault did, and in brackets the first things that it was about.
  fileprivate var markdown: String {
    guard !lines.isEmpty else { return Report.prose(sentence) }
    let about = lines.prefix(Self.shownLinesMax).map { Report.code($0, columns: 60) }
    let rest = lineCount - about.count
    let more = rest > 0 ? ["and \(rest) more"] : []
    return "\(Report.prose(sentence)) (\((about + more).joined(separator: ", ")))"
  }
}
