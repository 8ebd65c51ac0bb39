package import Analyzer
internal import Replayer
package import TraceFormat

/// Writes unsynced writes as they are, one by one, in JSON: everything can be said there.
package enum OperationsRenderer {
  /// As one document.
  ///
  /// - Throws: what the sink throws.
  package static func writeDocument(_ export: UnsyncedExport, to sink: any ByteSink) throws {
    let flat = export.flatWrites
    let operations = JSONOutline.elements(count: flat.count) { export.json(flat[$0]) }
    try JSONOutline.members(
      export.headMembers(form: "operations").map { .init($0.name, .made($0.value)) }
        + [.init("list", operations)]
    ).write(to: sink, layout: .indented)
    try sink.write([UInt8(ascii: "\n")])
  }

  /// As lines: what the export says of itself, then an operation a line.
  ///
  /// - Throws: what the sink throws.
  package static func writeLines(_ export: UnsyncedExport, to sink: any ByteSink) throws {
    var lines = LineSink(sink)
    try lines.line(export.head(form: "operations"))
    for write in export.flatWrites { try lines.line(export.json(write)) }
    try lines.flush()
  }
}

extension UnsyncedExport {
  /// The indexes of all writes, each with that of the changes that it is of.
  fileprivate var flatWrites: [(changes: Int, write: Int)] {
    changes.indices.flatMap { changes in
      self.changes[changes].writes.indices.map { (changes, $0) }
    }
  }

  fileprivate func json(_ flat: (changes: Int, write: Int)) -> JSONText {
    operation(flat.write, of: changes[flat.changes])
  }
}
