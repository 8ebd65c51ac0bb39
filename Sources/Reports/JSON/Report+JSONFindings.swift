public import Analyzer
public import TraceFormat

// What words and other members the findings have in reports, besides those of their tables.
extension EngineDefect: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.words(\.words)]
}

extension DefectOccurrence: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.words(\.words, "text", .last)]
}

extension Collateral: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.words(\.reason.words, "reason")]
}

extension TrapOccurrence: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [
      .words(\.trap.title, "title", .after("trap")),
      .init("help", .after("title")) { $0.trap.help.map { .string($0) } },
      .words(\.effect.words),
    ]
}

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

extension ResetLoop: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.words(\.sentences, "text", .last)]
}

extension IncomingChanges: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.words(\.sentence, "text", .first)]
}

extension MergePlan: JSONShaped {
  /// The plan for programs (`docs/report.md`, "Merge plan").
  public var json: JSONText { outline.whole }

  /// The same, with each operation made when it is written.
  var outline: JSONOutline {
    .members([
      .init("operations", .elements(count: operations.count) { JSONText(fact: operations[$0]) }),
      .init("settled", .made(JSONText(fact: settled))),
      .init("changeset", .made(.string(Hex.encode(changeset)))),
    ])
  }

  package static let derived: [JSONDerived<Self>] =
    [.init("changeset", .last) { .string(Hex.encode($0.changeset)) }]

  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    changeset = try node.require("changeset").hexadecimal()
  }
}

extension MergePlan.Operation: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [
      .words(\.action.words),
      .init("conflict", .before("conflictFact")) { $0.conflict.map { .string($0.words) } },
    ]
}

extension LossTimeline: JSONShaped {
  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    guard points.isEmpty else { return }
    throw node.failure(expected: "a point at least, which is the reset", found: "none")
  }
}

extension LossTimeline.Loss: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.words(\.reasonWords, "reason")]
}

extension LossTimeline.Point: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [
      .init("change", .after("timeMicroseconds")) { JSONText(fact: $0.change).withKind },
      .init("unsynced", .before("collateral")) { .integer($0.unsyncedCount) },
      .init("atRisk", .before("collateral")) { .integer($0.atRiskCount) },
      .init("fates", .last) { .object($0.counts.jsonMembers) },
    ]

  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    change = try node.require("change").withoutKind().fact()
    var fates = try JSONMembers(node.require("fates"))
    for fate in Fate.allCases { counts[fate] = try fates.take(fate.rawValue)?.fact(Int.self) }
    try fates.finish()
  }
}

// A case with its name as one of its members: `{"kind":"snapshot","role":"base"}`.
extension JSONText {
  fileprivate var withKind: JSONText {
    guard let payload = members.first else { return .members(["kind": self]) }
    return .object([Member("kind", .string(payload.name))] + payload.value.members)
  }
}

extension JSONNode {
  fileprivate func withoutKind() throws(JSONShapeFailure) -> JSONNode {
    let (kind, rest) = (try require("kind").string(), without("kind"))
    return JSONNode(
      rest.json.members.isEmpty ? .string(kind) : .object([.init(kind, rest.json)]), path: path)
  }
}

extension [Fate: Int] {
  var jsonMembers: [JSONText.Member] {
    Fate.allCases.compactMap { fate in
      self[fate].map { JSONText.Member(fate.rawValue, .integer($0)) }
    }
  }
}
