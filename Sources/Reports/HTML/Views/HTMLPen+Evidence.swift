internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// What would carry stranded writes over, and what the trace does not show.
extension HTMLPen {
  func draw(_ plan: ReportSection.Plan) -> HTMLView {
    [
      "hasPlan": true, "planSummary": plan.sentence,
      "operations": plan.operations.entries.map(view),
      "operationsRest": rest(plan.operations.restCount, "operation"),
    ]
  }

  private func view(_ operation: ReportSection.Plan.Operation) -> HTMLView {
    links(to: operation.address, operation.writes).merging([
      "text": prose(operation.text), "conflict": operation.conflict.map(HTMLProse.view).orNothing,
      "server": view(operation.server), "after": view(operation.after),
      "instructions": JSONText.array(operation.instructions).text(.indented),
    ]) { $1 }
  }

  func draw(_ gaps: [ReportSection.GapNote]) -> HTMLView {
    [
      "hasGaps": true,
      "gaps": gaps.map { gap -> HTMLView in
        [
          "kind": documents.view(gap.kind, in: "report", under: "what-is-not-known"),
          "record": gap.record.map(String.init).orNothing,
        ].merging(HTMLProse.view(gap.text)) { $1 }
      },
    ]
  }
}
