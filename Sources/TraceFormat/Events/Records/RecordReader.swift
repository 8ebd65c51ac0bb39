extension RecordLayout {
  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    self = .blank
    try reader.part(&self)
  }
}

extension ByteReader: RecordVisitor {
  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Number, _ meaning: NumberField?
  ) throws(DecodingFailure) {
    value = try read()
  }

  /// 0 or 1; other bytes throw.
  mutating func flag(_ value: inout Bool) throws(DecodingFailure) {
    let start = offset
    let byte = try readByte()
    guard byte <= 1 else { throw .invalidValue("0 or 1 expected, found \(byte)", at: start) }
    value = byte == 1
  }

  /// One of the names of an enumeration; others throw.
  mutating func word<Word: RawRepresentable<String>>(
    _ word: inout Word
  ) throws(DecodingFailure) {
    let start = offset
    let name = try readString()
    guard let known = Word(rawValue: name), known.rawValue.hasSameBytes(as: name) else {
      throw .invalidValue("`\(name)` is not a known \(Word.self)", at: start)
    }
    word = known
  }

  mutating func text(_ text: inout String, _ meaning: TextField?) throws(DecodingFailure) {
    text = try readString()
  }

  mutating func bytes(_ bytes: inout [UInt8]) throws(DecodingFailure) { bytes = try readField() }

  mutating func changeset(_ encoded: inout [UInt8]) throws(DecodingFailure) {
    encoded = try readField()
  }

  mutating func rejectedObject(
    _ className: inout String, _ key: inout String
  ) throws(DecodingFailure) {
    className = try readString()
    key = try readString()
  }

  mutating func loggedReset(_ reset: inout LoggedReset) throws(DecodingFailure) {
    let start = offset
    let json = try JSONText(parsing: Array(try readString().utf8))
    do throws(JSONShapeFailure) {
      reset = try JSONNode(json).fact()
    } catch {
      throw .invalidValue("\(error)", at: start)
    }
  }

  mutating func part<Part: RecordLayout>(_ part: inout Part) throws(DecodingFailure) {
    let start = offset
    try part.visitFields(&self)
    try part.check(after: nil, at: start)
  }

  mutating func list<Part: RecordLayout>(
    _ parts: inout [Part], _ what: String, elementSizeMin: Int
  ) throws(DecodingFailure) {
    for _ in 0..<(try readCount(what, elementSizeMin: elementSizeMin)) {
      let start = offset
      var part = Part.blank
      try part.visitFields(&self)
      try part.check(after: parts.last, at: start)
      parts.append(part)
    }
  }

  func hasMore(_ saysSomething: Bool) -> Bool { !isAtEnd }
}
