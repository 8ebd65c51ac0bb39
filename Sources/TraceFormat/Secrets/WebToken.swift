/// JSON web tokens (RFC 7519): parts in base64url with dots between them, the first of which is JSON that
/// names an algorithm.
enum WebToken {
  /// Larger first parts are not the header of a token.
  private static let headerSizeMax = 65_536
  /// In text for people, so many characters that begin with the base64 of `{"` are a token by themselves.
  private static let headerSizeMin = 16
  private static let dot = UInt8(ascii: ".")
  /// What the base64 of `{"` begins with.
  private static let opening = Array("eyJ".utf8)

  /// Whether the bytes are one token and nothing else.
  static func fills(_ bytes: [UInt8]) -> Bool {
    guard let header = Header(bytes, part(of: bytes, from: 0)), header.start == 0 else {
      return false
    }
    return end(of: header, in: bytes, isLenient: false) == bytes.count
  }

  /// Finds tokens in bytes.
  ///
  /// - Parameter isLenient: whether three parts that begin with `eyJ` are enough, and a token of which
  ///   only the beginning is there, if that is long: a line of a log may be cut.
  static func find(in bytes: [UInt8], isLenient: Bool, _ found: inout [SecretSearch.Match]) {
    var position = 0
    while let start = nextStart(in: bytes, from: position) {
      let part = part(of: bytes, from: start)
      position = part.upperBound
      let header =
        Header(bytes, part) ?? (isLenient ? Header(resembling: bytes, part) : nil)
      guard let header, let end = end(of: header, in: bytes, isLenient: isLenient)
      else { continue }
      found.append(SecretSearch.Match(range: header.start..<end, kind: .token))
      position = end
    }
  }

  /// Where the next part begins that could be a header.
  private static func nextStart(in bytes: [UInt8], from position: Int) -> Int? {
    var letter = position
    while true {
      guard let next = bytes.firstIndex(ofByte: UInt8(ascii: "e"), from: letter) else { return nil }
      if mayOpen(bytes, at: next) {
        var start = next
        while start > position, bytes[start - 1].isNameByte { start -= 1 }
        return start
      }
      letter = next + 1
    }
  }

  /// Whether the base64 of `{` and of what may follow it stands there.
  private static func mayOpen(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "e") else { return false }
    return bytes[start + 1] == UInt8(ascii: "y") || bytes[start + 1] == UInt8(ascii: "w")
  }

  private static func part(of bytes: [UInt8], from start: Int) -> Range<Int> {
    start..<bytes.end(of: \.isNameByte, from: start)
  }

  /// Where the token of a header ends; nil where it has too few parts.
  private static func end(
    of header: Header, in bytes: [UInt8], isLenient: Bool
  ) -> Int? {
    var end = header.end
    for _ in 1..<(header.isEncrypted ? 5 : 3) {
      guard end < bytes.count, bytes[end] == dot else {
        return isLenient && header.isUnmistakable ? end : nil
      }
      end = bytes.end(of: \.isNameByte, from: end + 1)
    }
    return end
  }

  private struct Header {
    var start: Int
    var end: Int
    /// Whether the token has five parts (RFC 7516).
    var isEncrypted = false
    /// Whether nothing else begins so, even without the other parts.
    var isUnmistakable = false

    /// A part that is JSON with an algorithm in it, from its beginning or from behind other characters
    /// of the same alphabet.
    init?(_ bytes: [UInt8], _ part: Range<Int>) {
      guard part.count >= 12, part.count <= headerSizeMax else { return nil }
      // Of starts four characters apart, one reads as the end of the other.
      var isTried = [false, false, false, false]
      for start in part.lowerBound..<part.upperBound - 11 where mayOpen(bytes, at: start) {
        guard !isTried[start % 4] else { continue }
        isTried[start % 4] = true
        guard let json = Base64.decodeLenient(bytes[start..<part.upperBound]),
          json.first == UInt8(ascii: "{"), json.last == UInt8(ascii: "}"),
          let header = try? JSONText(parsing: json), header.member("alg") != nil
        else { continue }
        self.start = start
        end = part.upperBound
        isEncrypted = header.member("enc") != nil
        isUnmistakable = true
        return
      }
      return nil
    }

    init?(resembling bytes: [UInt8], _ part: Range<Int>) {
      guard part.count >= 6 else { return nil }
      for start in part.lowerBound..<part.upperBound - 5 where bytes.hasBytes(opening, at: start) {
        self.start = start
        end = part.upperBound
        isUnmistakable = end - start >= headerSizeMin
        return
      }
      return nil
    }
  }
}
