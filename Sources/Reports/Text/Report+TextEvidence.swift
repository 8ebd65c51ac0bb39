internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// How far the report can be trusted: what the device itself did, and what the trace leaves out.
extension Report {
  func writeComparison(to page: inout TextPage) {
    guard let comparison else { return }
    page.heading("Compared with the device")
    let isBad = comparison.isSameReset && !comparison.differences.isEmpty
    page.paragraph(comparison.sentence, isBad ? .bad : nil)
    for difference in comparison.differences { page.item(difference.sentence) }
  }

  func writeGaps(to page: inout TextPage) {
    guard !gaps.isEmpty else { return }
    page.heading("What the trace does not show")
    for gap in gaps {
      page.item(Phrase.foreign(gap.sentence, columns: 300, isQuoted: false))
    }
  }
}
