internal import Replayer
internal import TraceFormat

// The faults that were injected, what each did, and those that never happened.
extension Report {
  func writeFaults(to page: inout TextPage) {
    guard !faultPlan.isEmpty else { return }
    page.heading("Faults")
    for firing in faults {
      page.item("`\(firing.fault.text.visible.shortened(to: 200))`")
      for effect in firing.effects {
        let text = Self.foreign(effect.text, columns: 400, isQuoted: false)
        page.paragraph(text.prefix(1).uppercased() + text.dropFirst() + ".", indent: 4)
        for line in effect.lines { page.line(line, indent: 6) }
      }
    }
    for unfired in unfiredFaults {
      let fault = unfired.fault.text.visible.shortened(to: 200)
      let reason = Self.foreign(unfired.reason, columns: 400, isQuoted: false)
      page.item("`\(fault)` never happened: \(reason).")
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

  private var writes: [String] {
    changes.flatMap { change in
      change.changeset.instructions.map { instruction in
        let address = WriteAddress(instruction, in: change.changeset)
        return "\(address.text) \(change.changeset.words(for: instruction))"
      }
    }
  }
}
