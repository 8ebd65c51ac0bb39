public import Analyzer
internal import Replayer
public import TraceFormat

extension PendingReport {
  /// The report for programs (`docs/export.md`, "Pending as JSON").
  public var json: JSONText { outline.whole }

  /// Writes the text of ``json``, whole lines, an object and a write at a time; throws what the sink throws.
  package func writeJSON(to sink: any ByteSink) throws {
    try outline.write(to: sink, layout: .indented)
    try sink.write([UInt8(ascii: "\n")])
  }

  private var outline: JSONOutline {
    .members(
      JSONOutline.made([
        "version": .integer(Self.version), "trace": .string(source.name),
        "sha256": .string(source.sha256),
      ])
        + [.init("pending", .array(changes.map(\.outline)))]
        + JSONOutline.made([
          "unanswered": JSONText(unanswered: unanswered)
        ]))
  }
}

extension PendingChanges {
  fileprivate var outline: JSONOutline {
    let head = JSONOutline.made([
      "session": sessionJSON, "moment": .string(kind.rawValue),
      "sequence": .wide(session.resetSequence),
      "timeMicroseconds": .wide(session.resetTimeMicroseconds),
      "baseKnown": .bool(base != nil), "deviceKnown": .bool(device != nil),
      "totals": .members([
        "transactions": .integer(transactions.count), "writes": .integer(writes.count),
        "objects": .integer(objectCount),
        "unreadableTransactions": unreadableCount > 0 ? JSONText.integer(unreadableCount) : nil,
      ]),
      "gaps": JSONText(fact: gaps),
    ])
    return .members(
      head + [
        .init(
          "transactions", .elements(count: transactions.count) { JSONText(fact: transactions[$0]) }),
        .init("objects", .elements(count: objects.count) { json(objects[$0]) }),
        .init("writes", .elements(count: writes.count) { json(writes[$0]) }),
      ])
  }

  private var sessionJSON: JSONText {
    .members([
      "session": .integer(Int(session.session)),
      "name": session.start.map { .string($0.name) },
      "source": session.start.map { .string($0.source.rawValue) },
      "clientFile": session.start.map { .string($0.clientFile) },
      "clientFileIdent": session.start?.clientFileIdent.map(JSONText.wide),
    ])
  }

  private func json(_ object: PendingObject) -> JSONText {
    .members([
      "class": object.className.json, "object": object.key.map(\.json),
      "change": .string(object.change.rawValue),
      "writes": .array(object.writes.map(JSONText.integer)),
      "properties": .array(
        object.properties.map { property in
          .members([
            "property": property.name.map(\.json), "before": property.before.map(\.json),
            "now": property.now.map(\.json),
            "writes": .array(property.writes.map(JSONText.integer)),
          ])
        }),
      "before": before(object).map(Self.json), "now": now(object).map(Self.json),
    ])
  }

  private static func json(_ properties: [Value.Entry]) -> JSONText {
    .object(properties.map { .init($0.key.jsonName, $0.value.json) })
  }

  private func json(_ write: PendingWrite) -> JSONText {
    .object(
      [JSONText.Member](
        write: write.transactionIndex, write.instructionIndex, at: write.address,
        words: write.words())
        + JSONText.members([
          "fact": JSONText(fact: write.operation), "definition": write.definition?.json,
        ]).members)
  }
}
