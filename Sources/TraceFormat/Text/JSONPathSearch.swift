/// Looks up where in a JSON file something stands.
///
/// Values are read without their places, which only a refusal needs; the search then reads the file once more.
struct JSONPathSearch {
  private let sought: [UInt8]
  /// A member of what stands there, whose name is looked for instead.
  private let member: String?

  /// Where it stands: of the innermost value on the way there, if nothing does.
  private(set) var offset = 0
  /// The JSON path of what is being read, one for all: steps are added and taken away.
  private var here: [UInt8] = []

  var path: String { String(decoding: here, as: UTF8.self) }

  init(_ sought: String = "", member: String? = nil) {
    (self.sought, self.member) = (Array(sought.utf8), member)
  }

  /// Reads the next value; throws where the file is not JSON, and ``path`` is then where.
  ///
  /// - Parameter isOnTheWay: whether what is looked for is there or below it.
  mutating func read(
    _ reader: inout JSONReader, isOnTheWay: Bool = true
  ) throws(DecodingFailure) {
    let kind = try reader.nextKind()
    if isOnTheWay { offset = reader.position }
    switch kind {
    case .object: try readObject(&reader, isOnTheWay)
    case .array:
      try reader.enterArray()
      var index = 0
      while try reader.nextElement() {
        try read(&reader, behind: JSONNode.elementPath(index, of: ""), isOnTheWay)
        index += 1
      }
    case .string, .number, .bool, .null: try reader.skipValue()
    }
  }

  private mutating func readObject(
    _ reader: inout JSONReader, _ isOnTheWay: Bool
  ) throws(DecodingFailure) {
    try reader.enterObject()
    while let name = try reader.nextMember() {
      let start = reader.nameOffset
      if let member, member.hasSameBytes(as: name), isOnTheWay, here.count == sought.count {
        offset = start
      }
      try read(&reader, behind: here.isEmpty ? name : ".\(name)", isOnTheWay)
    }
  }

  private mutating func read(
    _ reader: inout JSONReader, behind step: String, _ isOuterOnTheWay: Bool
  ) throws(DecodingFailure) {
    let outerSize = here.count
    here += step.utf8
    try read(&reader, isOnTheWay: isOuterOnTheWay && isOnTheWay(from: outerSize))
    here.removeLast(here.count - outerSize)
  }

  /// Whether what is looked for is here or below, where it is below the first bytes of the path.
  private func isOnTheWay(from outerSize: Int) -> Bool {
    guard sought[outerSize...].starts(with: here[outerSize...]) else { return false }
    let next = sought.dropFirst(here.count).first
    return here.isEmpty || next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
  }
}

extension JSONShapeFailure {
  func placed(in file: [UInt8]) -> JSONShapeFailure {
    var failure = self
    var search = JSONPathSearch(path, member: member)
    var reader = JSONReader(file.rawBytes)
    do { try search.read(&reader) } catch { return self }
    failure.position = TextPosition(of: search.offset, in: file)
    return failure
  }

  /// The refusal of a file that is not JSON: where it stops to be, and what should have stood there.
  init(of file: [UInt8]) {
    var search = JSONPathSearch()
    var reader = JSONReader(file.rawBytes)
    var offset = file.count
    do throws(DecodingFailure) {
      try search.read(&reader)
      try reader.finish()
    } catch {
      offset = error.offset
    }
    self.init(
      path: search.path, expected: reader.expectation ?? "JSON",
      found: Self.token(at: offset, in: file))
    if let first = reader.firstNameOffset {
      expected = "each member once"
      found += " again, after line \(TextPosition(of: first, in: file).line)"
    }
    position = TextPosition(of: offset, in: file)
  }

  /// What stands at an offset, as a reader of the message recognises it.
  private static func token(at offset: Int, in file: [UInt8]) -> String {
    guard offset < file.count else { return "the end of the file" }
    let rest = file[offset...].prefix(tokenSizeMax)
    switch file[offset] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "the end of the line"
    case UInt8(ascii: "\""):
      let inside = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 >= 0x20 }
      return "`\"\(String(decoding: inside, as: UTF8.self))\"`"
    case let byte where byte.isWordByte:
      return "`\(String(decoding: rest.prefix { $0.isWordByte }, as: UTF8.self))`"
    case let byte where (0x21..<0x7F).contains(byte):
      return "`\(Character(Unicode.Scalar(byte)))`"
    case let byte: return "byte 0x\(Hex.encode([byte]))"
    }
  }

  private static let tokenSizeMax = 40
}

extension UInt8 {
  /// Whether it is of the words and numbers that people write where JSON has none.
  fileprivate var isWordByte: Bool {
    isNameByte || self == UInt8(ascii: ".") || self == UInt8(ascii: "+")
  }
}

/// A place in a text file, as editors count it.
public struct TextPosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The character of the line, from 1; a character is a Unicode scalar.
  public var column: Int

  /// A place by its numbers.
  public init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
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
