import Analyzer
import RealmModel
import TestSupport
import TraceFormat

@testable import Reports

extension DatabaseTrial {
  /// The trial as the script reads it, with what could not be said; nil where objects have no primary key, which
  /// states do not tell apart.
  func json(_ form: DocumentForm) throws -> (JSONText, ExportTally)? {
    guard changes.schema.classes.allSatisfy({ $0.kind == .embedded || $0.primaryKey != nil })
    else { return nil }
    let (text, tally) = try document(form)
    return (
      .members([
        "name": .string(name), "before": before.canonicalJSON, "export": text,
        "expected": after.canonicalJSON,
      ]), tally
    )
  }

  private func document(_ form: DocumentForm) throws -> (JSONText, ExportTally) {
    let sink = MemorySink()
    switch form {
    case .ndjson:
      try OperationsRenderer.writeLines(export, to: sink)
      return (Self.text(sink), ExportTally())
    case .crud:
      let tally = try CRUDRenderer.write(export, to: sink)
      return (Self.text(sink), tally)
    case .csv:
      var pen = CSVRenderer(export)
      let tables = try pen.classes.map { name in
        let sink = MemorySink()
        try pen.write(name, to: sink)
        return JSONText.Member(name.jsonName, Self.text(sink))
      }
      return (.object(tables), pen.result)
    }
  }

  private static func text(_ sink: MemorySink) -> JSONText {
    .string(String(decoding: sink.bytes, as: UTF8.self))
  }
}
