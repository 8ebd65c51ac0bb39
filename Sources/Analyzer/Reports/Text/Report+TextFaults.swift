internal import RealmModel
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

extension FaultEffect {
  /// How many changes and objects are listed.
  private static let lineCountMax = 12

  /// The writes and objects that it was about, a line each.
  var lines: [String] {
    let all = writes + objects.map { "\($0.className.readableText) \($0.key.text)".visible }
    guard all.count > Self.lineCountMax else { return all }
    let shown = Self.lineCountMax - 1
    return all.prefix(shown) + ["and \(all.count - shown) more"]
  }

  /// How many there are.
  var lineCount: Int {
    changes.reduce(objects.count) { $0 + $1.changeset.instructions.count }
  }

  /// What the device had comes first; the rest is marked, where there is both.
  private var writes: [String] {
    let own = changes.filter(\.isOnDevice)
    guard !own.isEmpty else { return changes.flatMap(\.lines) }
    let others = changes.filter { !$0.isOnDevice }.flatMap(\.lines)
    return own.flatMap(\.lines) + others.map { "not on the device: \($0)" }
  }
}

extension FaultedChange {
  fileprivate var lines: [String] {
    changeset.instructions.map { instruction in
      let address = WriteAddress(instruction, in: changeset)
      return "\(address.text) \(WriteOperation(instruction, in: changeset).words)"
    }
  }
}
