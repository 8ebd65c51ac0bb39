/// A place in a text file, as editors count it.
public struct TextPosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The character of the line, from 1; a character is a Unicode scalar.
  public var column: Int

  /// A place by its numbers.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of a byte of UTF-8; the end of the text has one too.
  package init(of offset: Int, in text: [UInt8]) {
    let before = text[..<min(offset, text.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let isMarked = start == 0 && before.starts(with: ByteOrderMark.bytes)
    column = (isMarked ? 0 : 1) + before[start...].count { $0 & 0xC0 != 0x80 }
  }
}

extension TextPosition: CustomStringConvertible {
  /// Such as `line 3, column 14`.
  public var description: String { "line \(line), column \(column)" }
}
