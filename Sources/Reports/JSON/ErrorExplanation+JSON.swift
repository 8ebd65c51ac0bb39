public import Analyzer
public import TraceFormat

extension ErrorExplanation {
  /// The explanation as a document of its own, for programs (`docs/triage.md`).
  public var documentJSON: JSONText {
    .object([JSONText.Member("version", .integer(1))] + json.members)
  }

  /// The explanation as a member of a report.
  public var json: JSONText {
    .members([
      "identifier": .string(identifier), "message": .string(message),
      "recognized": .bool(isRecognized),
      "layers": .array(
        layers.map { .members(["identifier": .string($0.identifier), "text": .string($0.words)]) }),
      "parameters": JSONText(fact: parameters),
      "unrecognizedPart": unrecognizedPart.map { .string($0) },
      "cause": .string(cause), "dataNow": .string(dataNow), "nextSteps": JSONText(fact: nextSteps),
    ])
  }
}
