package import Analyzer
package import TraceFormat

/// Writes unsynced writes as they are, one by one, in JSON: everything can be said there.
package enum OperationsRenderer {
  /// As one document; throws what the sink throws.
  package static func writeDocument(_ export: UnsyncedExport, to sink: any ByteSink) throws {
    let flat = export.changes.flatMap { changes in
      changes.writes.indices.map { (changes: changes, write: $0) }
    }
    let operations = JSONOutline.elements(count: flat.count) {
      export.operation(flat[$0].write, of: flat[$0].changes)
    }
    try JSONOutline.members(
      export.headMembers(form: "operations").map { .init($0.name, .made($0.value)) }
        + [.init("list", operations)]
    ).write(to: sink, layout: .indented)
    try sink.write([UInt8(ascii: "\n")])
  }

  /// As lines: what the export says of itself, then an operation a line; throws what the sink throws.
  package static func writeLines(_ export: UnsyncedExport, to sink: any ByteSink) throws {
    var lines = LineSink(sink)
    try lines.line(export.head(form: "operations"))
    for changes in export.changes {
      for write in changes.writes.indices { try lines.line(export.operation(write, of: changes)) }
    }
    try lines.flush()
  }
}
