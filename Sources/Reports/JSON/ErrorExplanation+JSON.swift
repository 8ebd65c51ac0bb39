public import Analyzer
public import TraceFormat

extension ErrorExplanation {
  /// The version of ``documentJSON``. Additions keep it; anything else raises it.
  public static let version = 1

  /// The explanation as a document of its own, for programs (`docs/triage.md`).
  public var documentJSON: JSONText {
    .object([JSONText.Member("version", .integer(Self.version))] + members)
  }

  /// The explanation as a member of a report.
  public var json: JSONText { .object(members) }

  private var members: [JSONText.Member] {
    [
      .init("identifier", .string(identifier)),
      .init("message", .string(message)),
      .init("recognized", .bool(isRecognized)),
      .init("layers", .array(layers.map(Self.json))),
      .init("parameters", JSONText(fact: parameters)),
    ] + (unrecognizedPart.map { [.init("unrecognizedPart", .string($0))] } ?? []) + [
      .init("cause", .string(cause)),
      .init("dataNow", .string(dataNow)),
      .init("nextSteps", JSONText(fact: nextSteps)),
    ]
  }

  private static func json(_ layer: Layer) -> JSONText {
    .members(["identifier": .string(layer.identifier), "text": .string(layer.words)])
  }
}
