/// The lines of a text file, one in memory. UTF-16 with its mark is given as UTF-8.
public final class LineReader {
  private let window: SourceWindow
  /// How much has been read of a source that is decompressed on the way here.
  private let compressedBytes: (() -> UInt64)?
  private let lineSizeMax: Int
  private let memoryLimit: MemoryLimit
  /// The number of the line that `next()` returned last, from 1.
  public private(set) var lineNumber = 0
  /// What ends a line, which the first bytes tell.
  private var lineEnd = UInt8(ascii: "\n")
  private let takesCarriageReturns: Bool
  private var emptyLineCount = 0
  /// Lines that were looked at before their turn, the first one last, and what stands behind them.
  private var ahead: [[UInt8]] = []
  /// Why looking at lines before their turn came to an end, where that is not the end of the text.
  package private(set) var aheadFailure: (any Error)?
  private var readLineCount = 0
  /// How often the bytes of a line are in memory while something is made of it, at least.
  private static let copiesOfLine = 8

  /// Reads a source that is not compressed; the library `TraceCompression` reads those that may be.
  ///
  /// - Parameters:
  ///   - source: the bytes of the text.
  ///   - lineSizeMax: a line above so many bytes is refused.
  ///   - takesCarriageReturns: whether carriage returns end lines in a text whose beginning has no line feed.
  ///   - memory: a line is refused of which eight copies are more than this allows for what has been read of the
  ///     source.
  public convenience init(
    plain source: any ByteSource, lineSizeMax: Int = lineSizeMaxDefault,
    takesCarriageReturns: Bool = false, memory: MemoryLimit = .standard
  ) {
    self.init(
      plain: source, compressedBytes: nil, lineSizeMax: lineSizeMax,
      takesCarriageReturns: takesCarriageReturns, memory: memory)
  }

  package init(
    plain source: any ByteSource, compressedBytes: (() -> UInt64)?, lineSizeMax: Int,
    takesCarriageReturns: Bool, memory: MemoryLimit
  ) {
    window = SourceWindow(UTF16Source(source))
    (self.compressedBytes, self.takesCarriageReturns) = (compressedBytes, takesCarriageReturns)
    (self.lineSizeMax, memoryLimit) = (lineSizeMax, memory)
  }

  /// 512 MiB.
  public static let lineSizeMaxDefault = 1 << 29
  /// More lines without anything than a text has: a source that gives more may never end.
  private static let emptyLinesMax = 1 << 24
  /// How many lines, blank ones included, are looked at before they are read.
  private static let peekedLinesMax = 1 << 20

  package var memory: MemoryBudget {
    MemoryBudget(memoryLimit, inputBytes: compressedBytes?() ?? window.readBytes)
  }

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
    var left = count - lines.count { !$0.isBlankLine }
    do {
      while left > 0, lines.count < Self.peekedLinesMax, let line = try readLine() {
        lines.append(line)
        left -= line.isBlankLine ? 0 : 1
      }
    } catch {
      aheadFailure = error
    }
    ahead = lines.reversed()
    return Array(lines.lazy.filter { !$0.isBlankLine }.prefix(count))
  }

  private func readLine() throws -> [UInt8]? {
    if let aheadFailure { throw aheadFailure }
    var searched = 0
    while true {
      if let end = window.buffer.firstIndex(ofByte: lineEnd, from: window.start + searched) {
        try checkEmpty(end == window.start)
        defer { window.advance(1) }
        return take(end - window.start)
      }
      try checkSize()
      searched = window.available
      guard try window.fill(searched + 1) else { break }
      if readLineCount == 0, searched == 0 { chooseLineEnd() }
    }
    return searched == 0 ? nil : take(searched)
  }

  private func chooseLineEnd() {
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard takesCarriageReturns, !window.buffer.contains(feed),
      // The last one may have its line feed behind it, which was not read yet.
      window.buffer.dropLast().contains(carriageReturn)
    else { return }
    lineEnd = carriageReturn
  }

  private func take(_ size: Int) -> [UInt8] {
    defer { window.advance(size) }
    readLineCount += 1
    let line = window.buffer[window.start..<window.start + size]
    let isMarked = readLineCount == 1 && line.starts(with: ByteOrderMark.bytes)
    return Array(isMarked ? line.dropFirst(ByteOrderMark.bytes.count) : line)
  }

  private func checkEmpty(_ isEmpty: Bool) throws(DecodingFailure) {
    emptyLineCount = isEmpty ? emptyLineCount + 1 : 0
    guard emptyLineCount > Self.emptyLinesMax else { return }
    throw DecodingFailure.limitExceeded(
      "number of empty lines after each other", found: UInt64(emptyLineCount),
      limit: UInt64(Self.emptyLinesMax), at: 0
    ).inside("line \(readLineCount + 1)")
  }

  private func checkSize() throws(DecodingFailure) {
    let size = window.available
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
}
