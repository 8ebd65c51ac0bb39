extension JSONReader {
  package mutating func readBool() throws(DecodingFailure) -> Bool {
    skipSpace()
    if peek == UInt8(ascii: "t") {
      try word("true")
      return true
    }
    try word("false")
    return false
  }

  package mutating func readNull() throws(DecodingFailure) {
    skipSpace()
    try word("null")
  }

  private mutating func word(_ text: StaticString) throws(DecodingFailure) {
    let start = position
    for expected in text.description.utf8 {
      guard peek == expected else {
        position = start
        let failure = unexpected("`\(text)`")
        expectation = "a JSON value"
        throw failure
      }
      position += 1
    }
  }

  package mutating func readNumber() throws(DecodingFailure) -> String {
    skipSpace()
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if peek == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return String(decoding: copy(start..<position), as: UTF8.self)
  }

  package mutating func readInteger<T: FixedWidthInteger>(
    _: T.Type = T.self
  ) throws(DecodingFailure) -> T {
    skipSpace()
    let start = position
    let text = try readNumber()
    guard let value = T(text) else {
      throw .invalidValue("expected an integer of \(T.bitWidth) bits, found \(text)", at: start)
    }
    return value
  }

  private mutating func digits() throws(DecodingFailure) {
    let start = position
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw unexpected("a digit") }
  }
}
