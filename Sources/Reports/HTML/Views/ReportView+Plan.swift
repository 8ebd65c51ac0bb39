internal import Analyzer
internal import Phrasebook
internal import TraceFormat

/// The merge plan.
extension ReportView {
  var plan: HTMLView {
    [
      "hasPlan": report.mergePlan != nil, "planSummary": report.mergePlan?.sentence ?? "",
      "operations": report.mergePlan?.operations.map(view) ?? [],
    ]
  }

  private func view(_ operation: MergePlan.Operation) -> HTMLView {
    links(to: operation.address, operation.writes).merging([
      "text": prose(operation.action.words),
      "conflict": operation.conflict.map { HTMLProse.view($0.words) }.orNothing,
      "server": view(operation.server), "after": view(operation.after),
      "instructions": JSONText.array(operation.instructions).text(.indented),
    ]) { $1 }
  }
}
