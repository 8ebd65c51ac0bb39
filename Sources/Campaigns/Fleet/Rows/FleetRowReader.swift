public import TraceFormat

/// The rows of one output of `tracetool fleet`, one in memory.
public final class FleetRowReader {
  private let lines: LineReader

  /// Reads rows from any source; `ZstdSource` decompresses those that are compressed.
  public init(_ source: any ByteSource) {
    lines = LineReader(plain: source, lineSizeMax: FleetRow.lineSizeMax)
  }

  /// The next row, or nil at the end; lines without anything are passed over.
  ///
  /// - Throws: ``FleetRowFailure`` for a line that is not a row, such as the torn last one of a run that was
  ///   killed; what reading throws.
  public func next() throws -> FleetRow? {
    while let line = try lines.next() {
      guard !line.isEmpty else { continue }
      do throws(JSONShapeFailure) {
        return try FleetRow(parsing: line)
      } catch {
        throw FleetRowFailure(lineNumber: lines.lineNumber, failure: error)
      }
    }
    return nil
  }
}

/// Why a line is not a row.
public struct FleetRowFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  public var lineNumber: Int
  /// What was expected in it and what was found; its own lines are those of the line.
  public var failure: JSONShapeFailure

  /// One line, such as `line 12: schema: expected version 1 of rows, found 2`.
  public var description: String {
    var failure = failure
    // A row has one line, so its column is all there is to say of a place in it.
    failure.position = nil
    return "line \(lineNumber): \(failure)"
  }
}
