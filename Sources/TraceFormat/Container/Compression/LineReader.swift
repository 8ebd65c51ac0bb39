/// The lines of a text file, compressed with zstd or not, one in memory.
public final class LineReader {
  private let source: ZstdSource
  private let lineSizeMax: Int
  private var buffer: [UInt8] = []
  /// Index of the first byte of the next line.
  private var start = 0
  /// The number of the line that `next()` returned last, from 1.
  public private(set) var lineNumber = 0
  private static let readSize = 1 << 17

  /// Reads from any source; a line above `lineSizeMax` bytes is refused.
  public init(_ source: any ByteSource, lineSizeMax: Int = 1 << 29) throws {
    self.source = try ZstdSource(source)
    self.lineSizeMax = lineSizeMax
  }

  /// Reads from a file.
  public convenience init(path: String, lineSizeMax: Int = 1 << 29) throws {
    try self.init(FileSource(path: path), lineSizeMax: lineSizeMax)
  }

  /// The next line without its line feed, or nil at the end. The last line needs no line feed, and the first
  /// is given without the mark of UTF-8.
  ///
  /// - Throws: ``DecodingFailure`` for damaged compressed data or a line above the limit,
  ///   ``FileFailure`` where the file cannot be read.
  public func next() throws -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer.firstIndex(ofByte: UInt8(ascii: "\n"), from: searched) {
        return take(to: end, next: end + 1)
      }
      try checkSize()
      searched = dropPassedBytes()
      guard try source.read(upTo: Self.readSize, into: &buffer) > 0 else { break }
    }
    return buffer.isEmpty ? nil : take(to: buffer.count, next: buffer.count)
  }

  private func take(to end: Int, next: Int) -> [UInt8] {
    defer { start = next }
    lineNumber += 1
    let line = buffer[start..<end]
    let isMarked = lineNumber == 1 && line.starts(with: ByteOrderMark.bytes)
    return Array(isMarked ? line.dropFirst(ByteOrderMark.bytes.count) : line)
  }

  private func checkSize() throws(DecodingFailure) {
    guard buffer.count - start <= lineSizeMax else {
      throw DecodingFailure.limitExceeded(
        "size of a line", found: UInt64(buffer.count - start), limit: UInt64(lineSizeMax), at: 0
      ).inside("line \(lineNumber + 1)")
    }
  }

  /// Returns how many bytes are left; all of them have been searched.
  private func dropPassedBytes() -> Int {
    buffer.removeSubrange(0..<start)
    start = 0
    return buffer.count
  }
}
