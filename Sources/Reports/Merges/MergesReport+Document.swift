public import Analyzer
internal import Replayer

extension MergesReport {
  /// The report for people: each session apart, the device's own losses first.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    document(options).text(options)
  }

  func document(_ options: ReportTextOptions = ReportTextOptions()) -> Document {
    var page = Document(title: Heading.mergedAway)
    for session in sessions { Self.draw(session, options, to: &page) }
    page.list(unanswered.map(\.words), under: Heading.unanswered)
    return page
  }

  /// The most writes of a kind that are shown one by one.
  private static let writesMax = 25

  private static func draw(
    _ session: Session, _ options: ReportTextOptions, to page: inout Document
  ) {
    page.heading(session.title)
    page.paragraph(session.extentSentence)
    if let sentence = session.redundantSentence { page.paragraph(sentence) }
    draw(session, Heading.mergedAwayHere, ofDevice: true, options, to: &page)
    draw(session, Heading.mergedAwayThere, ofDevice: false, options, to: &page)
    page.list(session.gaps.map(\.sentence), under: Heading.gaps)
  }

  private static func draw(
    _ session: Session, _ heading: String, ofDevice isDevices: Bool,
    _ options: ReportTextOptions, to page: inout Document
  ) {
    let writes = session.writes.filter { $0.lost.isDevices == isDevices && $0.isLoss }
    guard !writes.isEmpty else { return }
    page.heading(heading)
    let shown = options.isVerbose ? writes.count : min(writes.count, writesMax)
    for write in writes.prefix(shown) {
      page.item("\(write.words) (\(write.lost.origin))")
      page.paragraph("\(write.fate.rawValue): \(write.reasonWords)", indent: 4)
      page.paragraph("\(write.other.origin); \(write.rule.rawValue)", indent: 4, .faint)
    }
    page.rest(writes.count - shown, noun: "write", .faint)
  }
}
