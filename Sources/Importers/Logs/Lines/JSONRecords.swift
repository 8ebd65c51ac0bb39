/// Records of JSON that take several lines, as Android Studio exports them and as tools print them for people:
/// each object with a message is read once it is closed, whatever stands around it.
///
/// What turns out to be no JSON is given back line by line. Nothing above a size is held: of an object that is
/// larger its inner ones are read.
struct JSONRecords: Sendable {
  enum Outcome: Sendable {
    /// They are in the middle of JSON.
    case held
    case record([UInt8], lineNumber: Int)
    case plain([UInt8], lineNumber: Int)
  }

  private struct Container: Sendable {
    var isObject: Bool
    var lineNumber: Int
    /// Where its text begins; nil where that is too large to be kept.
    var start: Int?
  }

  private var open: [Container] = []
  private var text: [UInt8] = []
  /// The lines since the last record, in case that they are none of JSON.
  private var lines: [(bytes: [UInt8], number: Int)] = []
  private var linesSize = 0
  private var recordEnd = 0

  private static let depthMax = 64
  /// What is held of lines, and of open objects.
  private static let sizeMax = 1 << 21

  var isOpen: Bool { !open.isEmpty }

  static func canBegin(with line: [UInt8]) -> Bool {
    var rest = line[...].drop { $0 <= 0x20 }
    guard let first = rest.popFirst() else { return false }
    rest = rest.drop { $0 <= 0x20 }
    switch first {
    case UInt8(ascii: "{"): return rest.isEmpty || rest.first == UInt8(ascii: "\"")
    case UInt8(ascii: "["): return rest.isEmpty || rest.first == UInt8(ascii: "{")
    default: return false
    }
  }

  mutating func take(_ line: [UInt8], lineNumber: Int) -> [Outcome] {
    lines.append((line, lineNumber))
    linesSize += line.count
    recordEnd = 0
    var outcomes: [Outcome] = []
    guard scan(line, lineNumber, &outcomes), linesSize <= Self.sizeMax else {
      // What is behind a record, in its line, is given back alone.
      if lines.isEmpty, recordEnd < line.count { lines = [(Array(line[recordEnd...]), lineNumber)] }
      return outcomes + giveUp()
    }
    text.append(0x0A)
    if open.isEmpty { (lines, linesSize, text) = ([], 0, []) }
    return outcomes.isEmpty ? [.held] : outcomes
  }

  mutating func giveUp() -> [Outcome] {
    let held = lines
    self = JSONRecords()
    return held.map { .plain($0.bytes, lineNumber: $0.number) }
  }

  /// Goes through a line; false where it is none of JSON.
  private mutating func scan(
    _ line: [UInt8], _ lineNumber: Int, _ outcomes: inout [Outcome]
  ) -> Bool {
    var index = 0
    while index < line.count {
      let byte = line[index]
      switch byte {
      case 0x7B, 0x5B:
        guard open.count < Self.depthMax, !open.isEmpty || isBlank(line[recordEnd..<index])
        else { return false }
        open.append(Container(isObject: byte == 0x7B, lineNumber: lineNumber, start: text.count))
        append(line[index...index])
      case 0x7D, 0x5D:
        guard let last = open.last, last.isObject == (byte == 0x7D) else { return false }
        append(line[index...index])
        if close(last, &outcomes) { recordEnd = index + 1 }
      case 0x22:
        guard let end = stringEnd(line, from: index), !open.isEmpty else { return false }
        append(line[index...end])
        index = end
      case 0x20, 0x09, 0x0D, 0x2C, 0x3A: append(line[index...index])
      default:
        guard !open.isEmpty, let end = scalarEnd(line, from: index) else { return false }
        append(line[index..<end])
        index = end - 1
      }
      index += 1
    }
    return true
  }

  private func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { $0 <= 0x20 } }

  private func stringEnd(_ line: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    while index < line.count, line[index] != 0x22 { index += line[index] == 0x5C ? 2 : 1 }
    return index < line.count ? index : nil
  }

  private func scalarEnd(_ line: [UInt8], from start: Int) -> Int? {
    var end = start
    while end < line.count,
      line[end].isLetter || line[end].isDigit || "+-.".utf8.contains(line[end])
    {
      end += 1
    }
    let word = line[start..<end]
    let isNumber = word.first.map { $0.isDigit || $0 == 0x2D } == true
    let isWord = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
    return isNumber || isWord ? end : nil
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    text += bytes
    guard text.count > Self.sizeMax else { return }
    // Too large to be a record; what is in it may be one.
    text = []
    for index in open.indices { open[index].start = nil }
  }

  /// Ends an object or a list; whether it is a record.
  private mutating func close(_ container: Container, _ outcomes: inout [Outcome]) -> Bool {
    let start = open.removeLast().start
    guard container.isObject, let start else { return false }
    let object = Array(text[start...])
    guard JSONLogLine.hasMessage(object) else { return false }
    outcomes.append(.record(object, lineNumber: container.lineNumber))
    // It stands in what is around it no more.
    text.removeSubrange(start...)
    text += "null".utf8
    (lines, linesSize) = ([], 0)
    return true
  }
}
