public import TraceCompression
public import TraceFormat

extension VectorImporter {
  /// The events of the vector of a name, or of the only one where no name is given.
  ///
  /// - Throws: ``VectorSelectionFailure``, `DecodingFailure` for damaged compressed data, and
  ///   `FileFailure` where the file cannot be read.
  public static func importVector(
    named name: String?, from lines: LineReader
  ) throws -> [Event] {
    events(of: try vector(named: name) { try lines.next() })
  }
}
