import RealmModel
import TraceFormat

extension RealmSchema {
  /// The server's new schema, as a file has it.
  ///
  /// - Parameter path: the file, - for standard input.
  /// - Throws: where it is not one, with the next step.
  init(file path: String) throws {
    let bytes = try InputFile.readAll(InputFile.source(path), sizeMaxBytes: Self.sizeMaxBytes)
    do throws(JSONShapeFailure) {
      try self.init(parsing: bytes)
    } catch {
      throw CommandFailure(
        path, isNot: .schema, because: "\(error)",
        hint: "`tracetool state --of server --schema TRACE` prints the schema of a trace in the "
          + "form of docs/realm-schema.schema.json")
    }
  }
}
