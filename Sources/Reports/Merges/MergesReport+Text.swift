public import Analyzer
internal import Phrasebook
internal import Replayer
internal import TraceFormat

extension MergesReport {
  /// The report for people: each session apart, the device's own losses first.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(options)
    for session in sessions { Self.draw(session, options, on: &page) }
    page.draw(unanswered)
    return page.text
  }

  /// The most writes of a kind that are shown one by one.
  private static let writesMax = 25

  private static func draw(
    _ session: Session, _ options: ReportTextOptions, on page: inout TextPage
  ) {
    page.heading(session.title)
    page.paragraph(session.extentSentence)
    if let sentence = session.redundantSentence { page.paragraph(sentence) }
    draw(session, Heading.mergedAwayHere, ofDevice: true, options, on: &page)
    draw(session, Heading.mergedAwayThere, ofDevice: false, options, on: &page)
    guard !session.gaps.isEmpty else { return }
    page.heading(Heading.gaps)
    for gap in session.gaps { page.item(gap.sentence) }
  }

  private static func draw(
    _ session: Session, _ heading: String, ofDevice isDevices: Bool,
    _ options: ReportTextOptions, on page: inout TextPage
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
    if shown < writes.count {
      page.paragraph(Phrase.rest(writes.count - shown, "write") + Phrase.verboseHint, .faint)
    }
  }
}
