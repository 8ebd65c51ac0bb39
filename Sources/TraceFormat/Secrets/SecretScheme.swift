/// What a scheme of HTTP's `Authorization` wants (RFC 9110, 11), in a header or anywhere else; and private
/// keys between their lines.
enum SecretScheme {
  private static let schemes = [
    "bearer", "basic", "digest", "token", "negotiate", "apikey", "hmac", "aws4-hmac-sha256",
  ].map { Array($0.utf8) }

  /// The secret in the value of an `Authorization` header: all of it but the scheme.
  ///
  /// - Parameter isDelimited: whether the value ends where the header does; in a sentence only its first word is known.
  static func credentials(
    in bytes: [UInt8], _ value: Range<Int>, isDelimited: Bool
  ) -> SecretSearch.Match? {
    let scheme = value.lowerBound..<bytes.end(of: \.isNameByte, from: value.lowerBound)
    let start = bytes.end(of: \.isBlank, from: scheme.upperBound)
    guard start > scheme.upperBound, start < bytes.count, isScheme(bytes[scheme]) else {
      guard isDelimited || SecretStrength(bytes[value]).isNoWord else { return nil }
      return SecretSearch.Match(range: value, kind: .token)
    }
    guard SecretMark.end(in: bytes, at: start) == nil else { return nil }
    let end =
      isDelimited
      ? value.upperBound
      : bytes[scheme].map(\.lowercasedASCII) == digest
        ? endOfParameters(in: bytes, from: start)
        : bytes.end(of: { !NamedSecret.endsValue($0) }, from: start)
    guard start < end else { return nil }
    return SecretSearch.Match(range: start..<end, kind: kind(of: bytes[scheme]))
  }

  private static let digest = Array("digest".utf8)

  /// Where names and values end that have commas between them: `username="u", response="…"`.
  private static func endOfParameters(in bytes: [UInt8], from start: Int) -> Int {
    var end = start
    var position = start
    while true {
      let name = bytes.end(of: \.isNameByte, from: position)
      guard name > position, name < bytes.count, bytes[name] == UInt8(ascii: "=") else {
        return end
      }
      end = name + 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
        end = bytes.end(of: { $0 != UInt8(ascii: "\"") && !$0.isLineEnd }, from: end + 1)
        if end < bytes.count, !bytes[end].isLineEnd { end += 1 }
      } else {
        end = bytes.end(of: { !NamedSecret.endsValue($0) }, from: end)
      }
      position = bytes.end(of: { $0.isBlank || $0 == UInt8(ascii: ",") }, from: end)
    }
  }

  /// Finds `Bearer …`, `Basic …` and private keys.
  static func find(in bytes: [UInt8], _ found: inout [SecretSearch.Match]) {
    var lower = bytes.position(ofByte: UInt8(ascii: "b"), from: 0)
    var upper = bytes.position(ofByte: UInt8(ascii: "B"), from: 0)
    while true {
      let position = min(lower, upper)
      guard position < bytes.count else { break }
      if let match = credentials(in: bytes, at: position) { found.append(match) }
      if position == lower {
        lower = bytes.position(ofByte: UInt8(ascii: "b"), from: position + 1)
      } else {
        upper = bytes.position(ofByte: UInt8(ascii: "B"), from: position + 1)
      }
    }
    findPrivateKeys(in: bytes, &found)
  }

  private static func credentials(in bytes: [UInt8], at position: Int) -> SecretSearch.Match? {
    if position > 0, bytes[position - 1].isNameByte { return nil }
    let word = position..<bytes.end(of: \.isNameByte, from: position, limit: position + 8)
    guard word.count >= 5, word.count <= 6, isScheme(bytes[word]) else { return nil }
    let start = bytes.end(of: \.isBlank, from: word.upperBound)
    let value = start..<bytes.end(of: \.isBase64Byte, from: start)
    guard start > word.upperBound, !isAssignment(bytes[value]),
      isCredential(bytes[value], bytes[word])
    else { return nil }
    return SecretSearch.Match(range: value, kind: kind(of: bytes[word]))
  }

  /// The next name and its value, as in `token_type=bearer expires_in=3600`; padding ends a credential.
  private static func isAssignment(_ value: ArraySlice<UInt8>) -> Bool {
    let equals = UInt8(ascii: "=")
    return value.drop { $0 != equals }.contains { $0 != equals }
  }

  private static func isCredential(
    _ value: ArraySlice<UInt8>, _ scheme: ArraySlice<UInt8>
  ) -> Bool {
    if kind(of: scheme) == .token { return SecretStrength(value).isNoWord }
    return value.count >= 4
      && Base64.decodeLenient(value)?.contains(UInt8(ascii: ":")) ?? false
  }

  private static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count <= 16 else { return false }
    return schemes.contains(word.map(\.lowercasedASCII))
  }

  /// A bearer has a token; the others have what belongs to a name.
  private static func kind(of scheme: ArraySlice<UInt8>) -> SecretKind {
    let word = scheme.map(\.lowercasedASCII)
    return word == schemes[0] || word == schemes[3] ? .token : .credentials
  }

  private static let keyBegin = Array("-----BEGIN ".utf8)
  private static let keyName = Array("PRIVATE KEY-----".utf8)
  private static let keyEnd = Array("-----END ".utf8)

  private static func findPrivateKeys(
    in bytes: [UInt8], _ found: inout [SecretSearch.Match]
  ) {
    var position = 0
    while let dash = bytes.firstIndex(ofByte: UInt8(ascii: "-"), from: position) {
      position = dash + 1
      guard bytes.hasBytes(keyBegin, at: dash) else { continue }
      let limit = min(bytes.count, dash + 64)
      guard let name = (dash..<limit).first(where: { bytes.hasBytes(keyName, at: $0) }) else {
        continue
      }
      let start = bytes.end(of: { $0 <= 0x20 }, from: name + keyName.count)
      var end = start
      while end < bytes.count, !bytes.hasBytes(keyEnd, at: end) { end += 1 }
      position = max(position, end)
      guard SecretMark.end(in: bytes, at: start) == nil else { continue }
      while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
      found.append(SecretSearch.Match(range: start..<end, kind: .key))
    }
  }
}
