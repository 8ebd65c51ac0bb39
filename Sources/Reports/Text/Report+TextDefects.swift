internal import Analyzer
internal import Phrasebook

// What is the engine's fault, and not the conflict's.
extension Report {
  /// The most places that are listed unless every write is asked for.
  private static let shownDefectsMax = 10

  func writeDefects(to page: inout TextPage, _ options: ReportTextOptions) {
    guard !defects.isEmpty else { return }
    page.heading("Done by defects of the engine")
    page.paragraph(defectSentence, .bad)
    let shown = shownDefects(options)
    for sighting in shown { page.item("\(sighting.names): \(sighting.words).") }
    guard shown.count < defects.count else { return }
    page.paragraph("... and \(Phrase.count(defects.count - shown.count, "more place"))")
  }

  func shownDefects(_ options: ReportTextOptions) -> ArraySlice<DefectSighting> {
    options.isVerbose ? defects[...] : defects.prefix(Self.shownDefectsMax)
  }

  /// How many writes, apart from all others.
  var defectSentence: String {
    let harmed = writes.count { $0.defect != nil }
    guard harmed > 0 else {
      return "No write was harmed, but the device does not hold what the server has:"
    }
    let lost = writes.count { $0.isLostToDefect }
    let all = "\(harmed) of \(Phrase.count(writes.count, "write"))"
    guard lost > 0 else {
      return "\(all) went wrong by known defects of Realm Core; none is lost to them:"
    }
    return "\(all) went wrong by known defects of Realm Core; \(lost) would be kept without them:"
  }
}

extension WriteVerdict {
  /// Whether the write is gone, or stranded, and would not be without a defect of the engine.
  var isLostToDefect: Bool {
    guard let ideal = defect?.idealFate else { return false }
    return !fate.isKept && fate != .unknown && ideal.isKept
  }
}
