internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What every form that is JSON has in common.
extension UnsyncedExport {
  func head(form: String) -> JSONText { .object(headMembers(form: form)) }

  func headMembers(form: String) -> [JSONText.Member] {
    let gaps = changes.flatMap(\.gapMembers)
    return JSONText.members([
      "version": .integer(Self.version), "form": .string(form),
      "source": .members(["name": .string(source.name), "sha256": .string(source.sha256)]),
      "operations": .integer(operationCount),
      "gaps": gaps.isEmpty ? nil : .array(gaps), "unanswered": JSONText(unanswered: unanswered),
    ]).members
  }

  /// An operation that stands alone, with its key.
  func operation(
    _ write: Int, of changes: PendingChanges, _ more: [JSONText.Member] = []
  ) -> JSONText {
    .object(
      [JSONText.Member("key", .string(key(of: write, in: changes)))] + more
        + changes.operationMembers(of: changes.writes[write]))
  }
}

extension PendingChanges {
  /// What the trace may lack of these writes, each with the session and the moment.
  fileprivate var gapMembers: [JSONText] {
    gapsOfWrites.map { gap in
      .object(
        JSONText.members([
          "session": .integer(Int(session.session)), "moment": .string(kind.rawValue),
        ]).members + JSONText(fact: gap).members)
    }
  }

  func operation(_ write: Int) -> JSONText { .object(operationMembers(of: writes[write])) }

  /// The members of an operation, the same in every form that is JSON.
  func operationMembers(of write: PendingWrite) -> [JSONText.Member] {
    let transaction = transactions[write.transactionIndex]
    return JSONText.members([
      "session": .integer(Int(session.session)),
      "clientVersion": .wide(transaction.clientVersion),
      "timeMicroseconds": .wide(transaction.timeMicroseconds),
    ]).members + write.address.members(hasEmptyPath: false)
      + JSONText.members([
        "operation": JSONText(fact: write.operation),
        "clearsTo": write.clearedCollection.map { .string("\($0)") },
        "definition": write.definition?.json,
      ]).members
  }
}

extension ExportTally {
  var json: JSONText {
    .members([
      "unexpressed": .object(
        ExportLimit.allCases.compactMap { limit in
          limits[limit].map { JSONText.Member(limit.rawValue, .integer($0)) }
        }),
      "rounded": .object(
        ExportRounding.allCases.compactMap { rounding in
          roundings[rounding].map { JSONText.Member(rounding.rawValue, .integer($0)) }
        }),
      "besideData": besideDataCount == 0 ? nil : .integer(besideDataCount),
      "implied": impliedCount == 0 ? nil : .integer(impliedCount),
    ])
  }
}

extension PendingDefinition {
  /// What is made, with the members of an instruction as JSON (`docs/changesets.md`, "Instructions as JSON");
  /// nil for what is taken away.
  var json: JSONText? {
    switch self {
    case .addedClass(let kind, let key):
      .members([
        "kind": .string(kind.name), "primaryKey": key.map(\.name.json),
        "type": key.map { .string($0.type.rawValue) }, "optional": key.map { .bool($0.isOptional) },
      ])
    case .addedProperty(let property):
      .members([
        "type": .string(property.type.rawValue), "collection": .string(property.collection.name),
        "optional": .bool(property.isOptional), "target": property.target.map(\.json),
      ])
    case .removedClass, .removedProperty: nil
    }
  }
}
