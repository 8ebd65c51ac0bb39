internal import Analyzer
internal import Phrasebook
internal import TraceFormat

/// Why a reset failed, what that means, and the record of an earlier one.
extension ReportView {
  var triage: HTMLView {
    [
      "hasTriage": !report.triage.isEmpty,
      "triage": report.triage.enumerated().map { view($1, number: $0 + 1) },
      "resetLoop": report.resetLoop.map(view).orNothing,
    ]
  }

  private func view(_ triage: Triage, number: Int) -> HTMLView {
    [
      "attempt": report.triage.count > 1 ? "Attempt \(number): " : false,
      "identifier": documents.view(triage.identifier, in: "triage"),
      "message": prose(triage.message), "cause": HTMLProse.view(triage.cause),
      "dataNow": HTMLProse.view(triage.dataNow), "nextSteps": triage.nextSteps.map(HTMLProse.view),
      "hasLayers": triage.layers.count > 1,
      "layers": triage.layers.map { layer -> HTMLView in
        HTMLProse.view(layer.words).merging([
          "layer": documents.view(layer.identifier, in: "triage")
        ]) { $1 }
      },
      "hasParameters": !triage.parameters.isEmpty,
      "parameters": triage.parameters.map { ["term": $0.name, "text": prose($0.value)] },
      "unrecognizedPart": triage.isRecognized
        ? triage.unrecognizedPart.map(prose).orNothing : false,
    ]
  }

  private func view(_ loop: ResetLoop) -> HTMLView {
    HTMLProse.view(loop.sentences).merging([
      "isBad": loop.kind != .wentOn,
      "count": loop.unacknowledgedResetCount > 1 ? String(loop.unacknowledgedResetCount) : false,
    ]) { $1 }
  }
}
