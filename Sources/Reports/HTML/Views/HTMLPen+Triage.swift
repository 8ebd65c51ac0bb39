internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// Why a reset failed, what that means, and the record of an earlier one.
extension HTMLPen {
  func draw(_ explanations: [ReportSection.Explanation]) -> HTMLView {
    ["hasTriage": true, "triage": explanations.map(view)]
  }

  private func view(_ entry: ReportSection.Explanation) -> HTMLView {
    [
      "attempt": entry.attempt.map { "Attempt \($0): " }.orNothing,
      "identifier": documents.view(entry.identifier, in: "triage"),
      "message": prose(entry.message), "cause": HTMLProse.view(entry.cause),
      "dataNow": HTMLProse.view(entry.dataNow), "nextSteps": entry.nextSteps.map(HTMLProse.view),
      "hasLayers": !entry.layers.isEmpty,
      "layers": entry.layers.map { layer -> HTMLView in
        HTMLProse.view(layer.text).merging([
          "layer": documents.view(layer.identifier, in: "triage")
        ]) { $1 }
      },
      "hasParameters": !entry.parameters.isEmpty,
      "parameters": entry.parameters.map { ["term": $0.name, "text": prose($0.value)] },
      "unrecognizedPart": entry.unrecognizedPart.map(prose).orNothing,
    ]
  }

  func draw(_ loop: ReportSection.Loop) -> HTMLView {
    [
      "resetLoop": HTMLProse.view(loop.sentences).merging([
        "isBad": loop.isBad, "loop": loop.loopSentence.orNothing,
      ]) { $1 }
    ]
  }

  // What would carry stranded writes over, and what the trace does not show.

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
