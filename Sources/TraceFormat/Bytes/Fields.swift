// Fields of variable size, as records and frames have them: a 32-bit size or count, then the
// content (`docs/format.md`, "Notation"). Sizes are clamped rather than trapped on: whoever writes a
// field of 4 GiB meets the limits of the chunk right after.

extension [UInt8] {
  mutating func append(field bytes: [UInt8]) {
    append(littleEndian: UInt32(clamping: bytes.count))
    append(contentsOf: bytes)
  }

  /// Appends a size and the text as UTF-8.
  mutating func append(field text: String) {
    append(littleEndian: UInt32(clamping: text.utf8.count))
    append(contentsOf: text.utf8)
  }

  mutating func append(count: Int) { append(littleEndian: UInt32(clamping: count)) }
}

extension ByteReader {
  /// A size and so many bytes.
  mutating func readField() throws(DecodingFailure) -> [UInt8] {
    try readBytes(UInt64(try read(UInt32.self)))
  }

  /// A size and so many bytes of UTF-8; other bytes throw.
  mutating func readString() throws(DecodingFailure) -> String {
    let start = offset
    guard let text = String(validUTF8: try readField()) else {
      throw .invalidValue("text that is not UTF-8", at: start)
    }
    return text
  }

  /// A count of elements, refused where the rest of the input is too short for so many.
  mutating func readCount(
    _ what: String, elementSizeMin: Int
  ) throws(DecodingFailure) -> UInt32 {
    let start = offset
    let count = try read(UInt32.self)
    try DecodingFailure.check(
      "number of \(what)", UInt64(count), atMost: UInt64(remaining / elementSizeMin), at: start)
    return count
  }
}
