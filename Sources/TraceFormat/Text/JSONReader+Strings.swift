extension JSONReader {
  /// Reads a string; one that is not UTF-8 is refused.
  package mutating func readString() throws(DecodingFailure) -> String {
    skipSpace()
    let start = position
    let content = try readStringBytes()
    guard let text = String(validUTF8: content) else {
      expectation = "UTF-8"
      throw .invalidValue("a string that is not UTF-8", at: start + 1)
    }
    return text
  }

  package mutating func readHexBytes() throws(DecodingFailure) -> [UInt8] {
    skipSpace()
    let start = position
    guard let decoded = Hex.decode(ascii: try readStringBytes()) else {
      throw .invalidValue("expected an even number of hexadecimal digits", at: start)
    }
    return decoded
  }

  mutating func skipString() throws(DecodingFailure) {
    try openQuote()
    while true {
      position = endOfPlainStretch()
      guard let byte = peek else { throw unexpected("`\"`, the end of the string") }
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "\\"): _ = try escape()
      default: throw controlCharacter()
      }
    }
  }

  /// Reads a string's bytes with its escapes resolved, unchecked for UTF-8.
  private mutating func readStringBytes() throws(DecodingFailure) -> [UInt8] {
    try openQuote()
    var content: [UInt8] = []
    while true {
      let start = position
      position = endOfPlainStretch()
      // Most strings hold no escape; they are taken as one stretch.
      if content.isEmpty {
        content = copy(start..<position)
      } else {
        content += copy(start..<position)
      }
      guard let byte = peek else { throw unexpected("`\"`, the end of the string") }
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return content
      case UInt8(ascii: "\\"): content.append(contentsOf: String(try escape()).utf8)
      default: throw controlCharacter()
      }
    }
  }

  /// The refusal of the byte that was just taken, at which a string can't go on; mostly a line ends there
  /// and the quotation mark is missing.
  private mutating func controlCharacter() -> DecodingFailure {
    expectation = "`\"`, the end of the string"
    return .invalidValue("a control character in a string", at: position - 1)
  }

  private mutating func openQuote() throws(DecodingFailure) {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { throw unexpected("a string") }
    position += 1
  }

  /// Where the bytes that stand for themselves end: at a quote, a backslash, a control character or
  /// the end of the input.
  private func endOfPlainStretch() -> Int {
    let start = position
    // SAFETY: the pointer is used inside the closure only, and its subscript stays below its count.
    return unsafe bytes.withUnsafeBytes { buffer in
      var index = start
      while index < buffer.count {
        let byte = unsafe buffer[index]
        if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
        index &+= 1
      }
      return index
    }
  }

  func copy(_ range: Range<Int>) -> [UInt8] {
    var part = ByteReader(bytes.extracting(range))
    return part.readRest()
  }

  private mutating func escape() throws(DecodingFailure) -> Unicode.Scalar {
    guard let byte = peek else { throw unexpected("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default:
      expectation = #"one of `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t`, `u` after `\`"#
      throw .invalidValue("an unknown escape in a string", at: position - 1)
    }
  }

  /// Reads what follows `\u`, a surrogate pair included.
  private mutating func scalar() throws(DecodingFailure) -> Unicode.Scalar {
    let start = position - 2
    var code = try hexQuad()
    if (0xD800..<0xDC00).contains(code), peek == UInt8(ascii: "\\") {
      position += 1
      guard peek == UInt8(ascii: "u") else { throw halfOfPair(at: start) }
      position += 1
      let low = try hexQuad()
      guard (0xDC00..<0xE000).contains(low) else { throw halfOfPair(at: start) }
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw halfOfPair(at: start) }
    return scalar
  }

  private mutating func halfOfPair(at offset: Int) -> DecodingFailure {
    expectation = "both halves of a surrogate pair"
    return .invalidValue("half of a surrogate pair", at: offset)
  }

  private mutating func hexQuad() throws(DecodingFailure) -> UInt32 {
    guard bytes.byteCount - position >= 4 else {
      expectation = "four hexadecimal digits"
      throw .truncated(needed: 4, available: bytes.byteCount - position, at: position)
    }
    guard let pair = Hex.decode(ascii: copy(position..<position + 4)) else {
      throw unexpected("four hexadecimal digits")
    }
    position += 4
    return UInt32(pair[0]) << 8 | UInt32(pair[1])
  }
}
