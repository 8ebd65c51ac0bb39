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
      defects.map { "\(MarkdownText.code($0.names)): \(Self.prose($0.text))." }, noun: "place")
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
  /// What the fault did, and in brackets what it was about.
  fileprivate var markdown: String {
    let about = lines.map(MarkdownText.code).joined(separator: ", ")
    return Report.prose(sentence) + (lines.isEmpty ? "" : " (\(about))")
  }
}
