package import TraceFormat

/// Gathers lines, and hands them on many at a time.
package struct LineSink {
  private let sink: any ByteSink
  private var pending: [UInt8] = []

  private static let pieceSize = 1 << 16

  package init(_ sink: any ByteSink) { self.sink = sink }

  mutating func line(_ text: String) throws {
    try write(text)
    try write("\n")
  }

  /// A part of a line.
  mutating func write(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    try flushPiece()
  }

  /// Whole lines.
  package mutating func write(_ lines: [UInt8]) throws {
    pending += lines
    try flushPiece()
  }

  mutating func line(_ json: JSONText) throws {
    json.write(into: &pending, layout: .compact)
    pending.append(UInt8(ascii: "\n"))
    try flushPiece()
  }

  private mutating func flushPiece() throws {
    if pending.count >= Self.pieceSize { try flush() }
  }

  package mutating func flush() throws {
    guard !pending.isEmpty else { return }
    try sink.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
