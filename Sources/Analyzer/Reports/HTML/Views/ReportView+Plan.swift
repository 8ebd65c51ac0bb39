internal import TraceFormat

/// The merge plan.
extension ReportView {
  var plan: HTMLView {
    let operations = report.mergePlan?.operations ?? []
    let conflicts = operations.count { $0.conflict != nil }
    let summary =
      "\(Phrase.count(operations.count, "operation")) would carry the stranded writes over to the "
      + "fresh state; \(conflicts == 0 ? "none" : "\(conflicts)") of them "
      + "\(conflicts == 1 ? "needs" : "need") a decision."
    return [
      "hasPlan": report.mergePlan != nil, "planSummary": summary,
      "operations": operations.map(view),
    ]
  }

  private func view(_ operation: MergePlan.Operation) -> HTMLView {
    links(to: operation.address, operation.writes).merging([
      "text": prose(operation.text), "conflict": operation.conflict.map(HTMLProse.view).orNothing,
      "server": view(operation.server), "after": view(operation.after),
      "instruction": JSONText.array(operation.instructions).text(.indented),
    ]) { $1 }
  }
}
