// The classes of bytes that secrets are told by. All of them are ASCII, so that a stretch of them can be
// replaced in any text of UTF-8.

extension UInt8 {
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIIUpper: Bool { self >= 0x41 && self <= 0x5A }
  var isASCIILower: Bool { self >= 0x61 && self <= 0x7A }
  var isASCIILetter: Bool { isASCIIUpper || isASCIILower }
  var isHexDigit: Bool { isASCIIDigit || lowercasedASCII >= 0x61 && lowercasedASCII <= 0x66 }
  var lowercasedASCII: UInt8 { isASCIIUpper ? self | 0x20 : self }
  /// Of names, and of base64 in the alphabet of URLs.
  var isNameByte: Bool { isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x5F }
  /// Of base64 in any alphabet, and between the parts of a token.
  var isBase64Byte: Bool {
    isNameByte || self == 0x2B || self == 0x2F || self == 0x3D || self == 0x2E
  }
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
  var isQuote: Bool { self == 0x22 || self == 0x27 || self == 0x60 }
}

extension [UInt8] {
  /// Whether the bytes from a position on begin with others.
  func hasBytes(_ other: [UInt8], at position: Int) -> Bool {
    guard position >= 0, other.count <= count - position else { return false }
    for offset in other.indices where self[position + offset] != other[offset] { return false }
    return true
  }

  /// Where the stretch of such bytes that begins at a position ends.
  func end(of isMember: (UInt8) -> Bool, from start: Int, limit: Int? = nil) -> Int {
    var end = start
    let limit = Swift.min(limit ?? count, count)
    while end < limit, isMember(self[end]) { end += 1 }
    return end
  }
}
