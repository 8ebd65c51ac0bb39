// The classes of bytes that secrets are told by. All of them are ASCII, so that a stretch of them can be
// replaced in any text of UTF-8.

extension UInt8 {
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIIUpper: Bool { self >= 0x41 && self <= 0x5A }
  var isASCIILower: Bool { self >= 0x61 && self <= 0x7A }
  var isASCIILetter: Bool { isASCIIUpper || isASCIILower }
  var isHexDigit: Bool { isASCIIDigit || lowercasedASCII >= 0x61 && lowercasedASCII <= 0x66 }
  var lowercasedASCII: UInt8 { isASCIIUpper ? self | 0x20 : self }
  /// Of names, and of base64 in the alphabet of URLs: letters, digits, `-` and `_`.
  var isNameByte: Bool { isIn(0x03FF_2000_0000_0000, 0x07FF_FFFE_87FF_FFFE) }
  /// Of base64 in any alphabet, and between the parts of a token: also `+`, `/`, `=` and `.`.
  var isBase64Byte: Bool { isIn(0x23FF_E800_0000_0000, 0x07FF_FFFE_87FF_FFFE) }
  /// Base64 without dots, which addresses and names of files have.
  var isBase64Digit: Bool { isBase64Byte && self != UInt8(ascii: ".") }
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
  var isQuote: Bool { self == 0x22 || self == 0x27 || self == 0x60 }

  /// Whether the byte is one of a set of ASCII, a bit for each: of the first 64, and of the others. Every byte
  /// of a message is asked this several times.
  private func isIn(_ low: UInt64, _ high: UInt64) -> Bool {
    (self < 64 ? low : self < 128 ? high : 0) >> UInt64(self & 63) & 1 == 1
  }
}

extension [UInt8] {
  /// Where the next such byte is, or the end.
  func position(ofByte byte: UInt8, from start: Int) -> Int {
    firstIndex(ofByte: byte, from: start) ?? count
  }

  func hasBytes(_ other: [UInt8], at position: Int) -> Bool {
    guard position >= 0, other.count <= count - position else { return false }
    for offset in other.indices where self[position + offset] != other[offset] { return false }
    return true
  }

  /// Where the next stretch of at least so many such bytes begins. Where its last byte cannot be one of them, no
  /// stretch begins before that, so most bytes are not looked at.
  @inline(__always)
  func start(
    ofStretch size: Int, of isMember: (UInt8) -> Bool, from start: Int
  ) -> Int? {
    var start = start
    while start + size <= count {
      var position = start + size
      while position > start, isMember(self[position - 1]) { position -= 1 }
      if position == start { return start }
      start = position
    }
    return nil
  }

  /// Where the stretch of such bytes that begins at a position ends.
  func end(of isMember: (UInt8) -> Bool, from start: Int, limit: Int? = nil) -> Int {
    var end = start
    let limit = Swift.min(limit ?? count, count)
    while end < limit, isMember(self[end]) { end += 1 }
    return end
  }
}
