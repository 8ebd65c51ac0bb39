package import Analyzer
internal import Replayer
package import TraceFormat

/// Writes unsynced writes as updates of MongoDB, in Extended JSON.
package struct MongoRenderer {
  private let export: UnsyncedExport
  private var lines: LineSink
  private var tally = ExportTally()
  private var unexpressed: [JSONText] = []
  /// What makes classes and properties, which the target takes as they come.
  private var implied: [JSONText] = []
  private var isFirst = true

  /// Writes all of an export: one document, of which each operation stands on a line.
  ///
  /// - Returns: what could not be said, and what was rounded.
  /// - Throws: what the sink throws.
  package static func write(
    _ export: UnsyncedExport, to sink: any ByteSink
  ) throws -> ExportTally {
    var pen = MongoRenderer(export: export, lines: LineSink(sink))
    try pen.write()
    return pen.tally
  }

  private mutating func write() throws {
    let head = JSONText.object(export.headMembers(form: "mongodb")).text()
    try lines.line("\(head.dropLast()),\"list\":[")
    for changes in export.changes {
      var statements = MongoStatements(values: ExtendedJSON(changes.schema))
      for writes in changes.writeRanges {
        for step in ExportSteps(writes, of: changes).steps { try write(step, changes, &statements) }
      }
      tally.roundings.merge(statements.values.tally.roundings, uniquingKeysWith: +)
    }
    let rest = JSONText.members([
      "unexpressed": .array(unexpressed), "implied": implied.isEmpty ? nil : .array(implied),
      "tally": tally.json,
    ]).text()
    try lines.line("\(isFirst ? "" : "\n")],\(rest.dropFirst())")
    try lines.flush()
  }

  private mutating func write(
    _ step: ExportStep, _ changes: PendingChanges, _ statements: inout MongoStatements
  ) throws {
    var models: [(collection: String, model: JSONText)] = []
    do throws(ExportLimit) {
      models = try statements.models(of: step)
    } catch {
      note(error, step, changes)
    }
    if case .schema(let definition, let write) = step, !definition.isRemoval {
      tally.impliedCount += 1
      implied.append(export.operation(write, of: changes))
    }
    for (index, (collection, model)) in models.enumerated() {
      let key = export.key(of: step.writes[0], in: changes)
      let line = JSONText.members([
        "key": .string(index == 0 ? key : "\(key)-\(index)"),
        "transaction": .string(
          export.key(
            ofTransaction: changes.writes[step.writes[0]].transactionIndex, in: changes)),
        "writes": .integer(index == 0 ? step.writes.count : 0),
        "collection": .string(collection), "model": model,
      ])
      try lines.write((isFirst ? "" : ",\n") + line.text())
      isFirst = false
    }
  }

  private mutating func note(
    _ limit: ExportLimit, _ step: ExportStep, _ changes: PendingChanges
  ) {
    tally.note(limit, count: step.writes.count)
    for write in step.writes {
      unexpressed.append(
        export.operation(write, of: changes, [.init("why", .string(limit.rawValue))]))
    }
  }
}
