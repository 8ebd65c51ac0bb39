internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer

// What would carry stranded writes over.
extension Report {
  /// The most operations of either kind that are listed unless every write is asked for.
  private static let shownOperationsMax = 8

  func writeMergePlan(to page: inout TextPage, _ options: ReportTextOptions) {
    guard let mergePlan else { return }
    page.heading("Merge plan")
    page.paragraph(mergePlan.sentence + (mergePlan.operations.isEmpty ? "." : ":"))
    let conflicting = mergePlan.operations.filter(\.isConflicting)
    let others = mergePlan.operations.filter { !$0.isConflicting }
    let shown =
      options.isVerbose
      ? mergePlan.operations
      : Array(conflicting.prefix(Self.shownOperationsMax) + others.prefix(Self.shownOperationsMax))
    for operation in shown {
      page.item("\(operation.address.text): \(operation.action.words)")
      if let conflict = operation.conflict {
        page.paragraph("decide: \(conflict.words)", indent: 6, .bad)
      }
    }
    let rest = mergePlan.operations.count - shown.count
    guard rest > 0 else { return }
    page.paragraph("... and \(Phrase.count(rest, "more operation")) (`--verbose` lists all)")
  }
}
