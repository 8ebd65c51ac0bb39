internal import Replayer

// What would carry stranded writes over.
extension Report {
  /// The most operations of either kind that are listed unless every write is asked for.
  private static let shownOperationsMax = 8

  func writeMergePlan(to page: inout TextPage, _ options: ReportTextOptions) {
    guard let mergePlan else { return }
    page.heading("Merge plan")
    page.paragraph(mergePlan.sentence)
    let conflicting = mergePlan.operations.filter { $0.conflict != nil }
    let others = mergePlan.operations.filter { $0.conflict == nil }
    let shown =
      options.isVerbose
      ? mergePlan.operations
      : Array(conflicting.prefix(Self.shownOperationsMax) + others.prefix(Self.shownOperationsMax))
    for operation in shown {
      page.item("\(operation.address.text): \(operation.text)")
      if let conflict = operation.conflict {
        page.paragraph("decide: \(conflict)", indent: 6, .bad)
      }
    }
    let rest = mergePlan.operations.count - shown.count
    guard rest > 0 else { return }
    page.paragraph("... and \(Phrase.count(rest, "more operation")) (`--verbose` lists all)")
  }
}

extension MergePlan {
  /// How much there is to do, and how much of it to decide.
  fileprivate var sentence: String {
    guard !operations.isEmpty else {
      return "Nothing needs to be carried over: the server has all that the device had."
    }
    let conflicts = operations.count { $0.conflict != nil }
    let what =
      "\(Phrase.count(operations.count, "operation")) would carry what is stranded over to the "
      + "server's state"
    switch conflicts {
    case 0: return "\(what), and nothing stands against them:"
    case operations.count: return "\(what); a person has to decide about each:"
    default: return "\(what); a person has to decide about \(conflicts):"
    }
  }
}
