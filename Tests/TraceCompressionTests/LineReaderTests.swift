import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

@Suite struct LineReaderTests {
  private func lines(_ bytes: [UInt8], lineSizeMax: Int = 1 << 20) throws -> [String] {
    let reader = try LineReader(
      MemorySource(bytes, isSeekable: false), lineSizeMax: lineSizeMax)
    var lines: [String] = []
    while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    #expect(reader.lineNumber == lines.count)
    return lines
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
  ])
  func `lines end at line feeds and the last one at the end`(
    text: String, expected: [String]
  ) throws {
    #expect(try lines(Array(text.utf8)) == expected)
  }

  @Test func `carriage returns end lines where they are asked for and nothing else does`() throws {
    func lines(_ text: String) throws -> [String] {
      let source = MemorySource(Array(text.utf8), isSeekable: false)
      let reader = try LineReader(source, takesCarriageReturns: true)
      var lines: [String] = []
      while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      return lines
    }
    #expect(try lines("a\rb\rc") == ["a", "b", "c"])
    #expect(try lines("a\r\nb\rc\n") == ["a\r", "b\rc"])
    #expect(try lines("a\r") == ["a\r"])
    #expect(try self.lines(Array("a\rb".utf8)) == ["a\rb"])
  }

  @Test func `compressed lines are read like plain ones`() throws {
    let text = (0..<20_000).map { "line \($0)" }
    let plain = Array((text.joined(separator: "\n") + "\n").utf8)
    #expect(try lines(plain) == text)
    let compressed = Array(try ZstdCodec(level: 3).makeCompressor().frame(plain))
    #expect(try lines(compressed) == text)
    #expect(try lines(compressed + compressed) == text + text)
    let failure = #expect(throws: DecodingFailure.self) { try lines(compressed.dropLast(9)) }
    #expect(failure?.description.contains("ends inside a frame") == true, "\(failure as Any)")
  }

  @Test func `a line above the limit is refused by its number`() throws {
    let text = "short\n" + String(repeating: "x", count: 300_000)
    let failure = #expect(throws: DecodingFailure.self) {
      try lines(Array(text.utf8), lineSizeMax: 1_000)
    }
    #expect(failure?.path == ["line 2"])
  }
}
