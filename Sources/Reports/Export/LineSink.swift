internal import TraceFormat

/// Gathers lines, and hands them on many at a time.
struct LineSink {
  private let sink: any ByteSink
  private var pending: [UInt8] = []

  private static let pieceSize = 1 << 16

  init(_ sink: any ByteSink) { self.sink = sink }

  mutating func line(_ text: String) throws {
    try write(text)
    try write("\n")
  }

  /// A part of a line.
  mutating func write(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    if pending.count >= Self.pieceSize { try flush() }
  }

  mutating func line(_ json: JSONText) throws {
    json.write(into: &pending, layout: .compact)
    pending.append(UInt8(ascii: "\n"))
    if pending.count >= Self.pieceSize { try flush() }
  }

  mutating func flush() throws {
    guard !pending.isEmpty else { return }
    try sink.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
