import TraceCompression
import TraceFormat

enum LoggedChangeset {
  /// The bytes of pairs of hexadecimal digits, with blanks and breaks of lines anywhere.
  ///
  /// - Returns: nil where it was cut, or has another size than the log says of it.
  static func bytes(ofHex text: ArraySlice<UInt8>, size: UInt64) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in text where byte > 0x20 {
      guard byte.isHexadecimal else { return nil }
      digits.append(byte)
    }
    guard digits.count.isMultiple(of: 2), UInt64(digits.count / 2) == size else { return nil }
    return Hex.decode(ascii: digits)
  }

  /// The bytes of base64 of a zlib stream.
  static func bytes(
    ofCompressed text: ArraySlice<UInt8>, size: UInt64, _ inflater: inout ZlibInflater
  ) -> [UInt8]? {
    let characters = text.filter { $0 > 0x20 }
    guard let compressed = Base64.decode(characters.text) else { return nil }
    return try? inflater.inflate(compressed, announcedSize: size)
  }
}
