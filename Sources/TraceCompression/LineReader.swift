public import TraceFormat

/// The lines of a text file, compressed with zstd or not, one in memory. UTF-16 with its mark is given as UTF-8.
public final class LineReader {
  private let source: ZstdSource
  private let text: UTF16Source
  private let lineSizeMax: Int
  private let memoryLimit: MemoryLimit
  private var buffer: [UInt8] = []
  /// Index of the first byte of the next line.
  private var start = 0
  /// The number of the line that `next()` returned last, from 1.
  public private(set) var lineNumber = 0
  private static let readSize = 1 << 17
  /// What ends a line, which the first bytes tell.
  private var lineEnd = UInt8(ascii: "\n")
  private let takesCarriageReturns: Bool
  private let emptyLinesMax: Int
  private var emptyLineCount = 0
  /// Lines that were looked at before their turn, the first one last, and what stands behind them.
  private var ahead: [[UInt8]] = []
  private var aheadFailure: (any Error)?
  private var readLineCount = 0
  /// How often the bytes of a line are in memory while something is made of it, at least.
  private static let copiesOfLine = 8

  /// Reads from any source.
  ///
  /// - Parameters:
  ///   - lineSizeMax: a line above so many bytes is refused.
  ///   - emptyLinesMax: how many lines without anything may follow each other; a source that gives more
  ///     may never end.
  ///   - takesCarriageReturns: whether carriage returns end lines in a text whose beginning has no line feed.
  ///   - memory: a line is refused of which eight copies are more than this allows for what has been
  ///     read of the source.
  public init(
    _ source: any ByteSource, lineSizeMax: Int = 1 << 29, emptyLinesMax: Int = 1 << 24,
    takesCarriageReturns: Bool = false, memory: MemoryLimit = .standard
  ) throws {
    self.takesCarriageReturns = takesCarriageReturns
    let source = try ZstdSource(source)
    (self.source, text) = (source, UTF16Source(source))
    self.lineSizeMax = lineSizeMax
    self.emptyLinesMax = emptyLinesMax
    memoryLimit = memory
  }

  /// Reads from a file.
  public convenience init(
    path: String, lineSizeMax: Int = 1 << 29, memory: MemoryLimit = .standard
  ) throws {
    try self.init(FileSource(path: path), lineSizeMax: lineSizeMax, memory: memory)
  }

  package var memory: MemoryBudget { MemoryBudget(memoryLimit, inputBytes: source.readBytes) }

  /// The next line without its line feed, or nil at the end. The last line needs no line feed, and the first
  /// is given without the mark of UTF-8.
  ///
  /// - Throws: ``DecodingFailure`` for damaged compressed data, a line above the limits, or too many
  ///   empty lines after each other, ``FileFailure`` where the file cannot be read.
  public func next() throws -> [UInt8]? {
    guard let line = try ahead.popLast() ?? readLine() else { return nil }
    lineNumber += 1
    return line
  }

  /// The next lines, so many or all, which ``next()`` gives again: what can be read only once is then read once.
  package func peek(_ count: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = ahead.reversed()
    do {
      while lines.count < count, let line = try readLine() { lines.append(line) }
    } catch {
      aheadFailure = error
    }
    ahead = lines.reversed()
    return Array(lines.prefix(count))
  }

  private func readLine() throws -> [UInt8]? {
    if let aheadFailure { throw aheadFailure }
    var searched = start
    while true {
      if let end = buffer.firstIndex(ofByte: lineEnd, from: searched) {
        try checkEmpty(end == start)
        return take(to: end, next: end + 1)
      }
      try checkSize()
      searched = dropPassedBytes()
      guard try text.read(upTo: Self.readSize, into: &buffer) > 0 else { break }
      if readLineCount == 0, searched == 0 { chooseLineEnd() }
    }
    return buffer.isEmpty ? nil : take(to: buffer.count, next: buffer.count)
  }

  private func chooseLineEnd() {
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard takesCarriageReturns, !buffer.contains(feed),
      // The last one may have its line feed behind it, which was not read yet.
      buffer.dropLast().contains(carriageReturn)
    else { return }
    lineEnd = carriageReturn
  }

  private func take(to end: Int, next: Int) -> [UInt8] {
    defer { start = next }
    readLineCount += 1
    let line = buffer[start..<end]
    let isMarked = readLineCount == 1 && line.starts(with: ByteOrderMark.bytes)
    return Array(isMarked ? line.dropFirst(ByteOrderMark.bytes.count) : line)
  }

  private func checkEmpty(_ isEmpty: Bool) throws(DecodingFailure) {
    emptyLineCount = isEmpty ? emptyLineCount + 1 : 0
    guard emptyLineCount > emptyLinesMax else { return }
    throw DecodingFailure.limitExceeded(
      "number of empty lines after each other", found: UInt64(emptyLineCount),
      limit: UInt64(emptyLinesMax), at: 0
    ).inside("line \(readLineCount + 1)")
  }

  private func checkSize() throws(DecodingFailure) {
    let size = buffer.count - start
    do throws(DecodingFailure) {
      try memory.check(size * Self.copiesOfLine, for: "a line of \(size) bytes or more")
    } catch {
      throw error.inside("line \(readLineCount + 1)")
    }
    guard size <= lineSizeMax else {
      throw DecodingFailure.limitExceeded(
        "size of a line", found: UInt64(size), limit: UInt64(lineSizeMax), at: 0
      ).inside("line \(readLineCount + 1)")
    }
  }

  /// Returns how many bytes are left; all of them have been searched.
  private func dropPassedBytes() -> Int {
    buffer.removeSubrange(0..<start)
    start = 0
    return buffer.count
  }
}
