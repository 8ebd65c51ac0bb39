internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import Replayer
internal import TraceFormat

// The faults that were injected, what each did, and those that never happened.
extension Report {
  func writeFaults(to page: inout TextPage) {
    page.write(faultStories.map { ($0, []) })
  }
}

extension ModeComparison {
  func writeFaults(to page: inout TextPage) { page.write(faultStories) }
}

extension TextPage {
  /// A section about faults, each with the modes in which it went like that.
  fileprivate mutating func write(_ stories: [(story: FaultStory, modes: [ResetMode])]) {
    guard !stories.isEmpty else { return }
    heading("Faults")
    for (story, modes) in stories {
      let names = modes.map(\.columnName).joined(separator: ", ")
      let title = "`\(story.fault)`" + (modes.isEmpty ? "" : " (\(names))")
      item(story.reason.map { "\(title) never happened: \($0)." } ?? title)
      for effect in story.effects {
        paragraph(effect.sentence + ".", indent: 4)
        for line in effect.lines { self.line(line, indent: 6) }
      }
    }
  }
}
