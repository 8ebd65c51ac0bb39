struct LogScanner {
  let bytes: [UInt8]
  var position: Int

  init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var isAtEnd: Bool { position >= bytes.count }
  var rest: ArraySlice<UInt8> { bytes[min(position, bytes.count)...] }

  func peek(_ offset: Int = 0) -> UInt8? {
    let index = position + offset
    return index < bytes.count ? bytes[index] : nil
  }

  func isAt(_ text: StaticString) -> Bool { hasText(text, at: position) }

  func hasText(_ text: StaticString, at start: Int) -> Bool {
    let size = text.utf8CodeUnitCount
    guard start >= 0, start + size <= bytes.count else { return false }
    // SAFETY: a static string has so many bytes at its address for as long as the program runs.
    return text.withUTF8Buffer { literal in
      for index in 0..<size where unsafe literal[index] != bytes[start + index] { return false }
      return true
    }
  }

  mutating func take(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Takes what stands before a text, and the text; nil where it does not come so soon.
  mutating func take(to text: StaticString, within limit: Int) -> ArraySlice<UInt8>? {
    guard let end = find(text, from: position, within: limit) else { return nil }
    defer { position = end + text.utf8CodeUnitCount }
    return bytes[position..<end]
  }

  /// Takes a word and the blanks behind it.
  mutating func takeColumn(sizeMax: Int = 64) -> ArraySlice<UInt8>? {
    let word = word(sizeMax: sizeMax)
    position = word.endIndex
    return takeBlanks() > 0 ? word : nil
  }

  mutating func takeBlanks() -> Int {
    let start = position
    while let byte = peek(), byte == 0x20 || byte == 0x09 { position += 1 }
    return position - start
  }

  mutating func digits(_ counts: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < counts.upperBound, let byte = peek(count), byte.isDigit {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      count += 1
    }
    guard counts.contains(count), peek(count)?.isDigit != true else { return nil }
    position += count
    return value
  }

  /// The word up to the next blank, at most so long.
  func word(sizeMax: Int = 64) -> ArraySlice<UInt8> {
    var end = position
    while end < bytes.count, end - position < sizeMax, bytes[end] > 0x20 { end += 1 }
    return bytes[position..<end]
  }

  func find(_ text: StaticString, from start: Int, within limit: Int = .max) -> Int? {
    let size = text.utf8CodeUnitCount
    guard size > 0, bytes.count >= size else { return nil }
    var index = start
    let end = min(bytes.count - size, limit == .max ? .max : start + limit)
    while index <= end {
      if hasText(text, at: index) { return index }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var isHexadecimal: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}

extension Sequence<UInt8> {
  /// The text, for people: bytes that are not UTF-8 are replaced.
  var text: String { String(decoding: Array(self), as: UTF8.self) }
}
