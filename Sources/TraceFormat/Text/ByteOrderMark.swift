/// The mark that some editors put before a text in UTF-8, and that is no part of the text (RFC 3629, section
/// 6; RFC 8259, section 8.1, lets readers of JSON pass over it).
package enum ByteOrderMark {
  /// U+FEFF in UTF-8.
  package static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func isFirst(in text: RawSpan) -> Bool {
    var reader = ByteReader(text)
    for expected in bytes {
      guard (try? reader.readByte()) == expected else { return false }
    }
    return true
  }
}
