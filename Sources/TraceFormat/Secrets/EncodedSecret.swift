/// Secrets in text that is encoded as base64 once more.
enum EncodedSecret {
  /// Shorter text has no room for a name and a secret.
  private static let sizeMin = 24

  static func find(in bytes: [UInt8], _ found: inout [SecretSearch.Match]) {
    var position = 0
    while let start = bytes.start(ofStretch: sizeMin, of: \.isBase64Digit, from: position) {
      let word = start..<bytes.end(of: \.isBase64Digit, from: start + sizeMin)
      position = word.upperBound
      guard isText(Base64.decodeLenient(bytes[word].prefix(24))),
        let text = Base64.decodeLenient(bytes[word]), let kind = firstSecret(in: text)
      else { continue }
      found.append(SecretSearch.Match(range: word, kind: kind))
    }
  }

  private static func firstSecret(in text: [UInt8]) -> SecretKind? {
    var inner: [SecretSearch.Match] = []
    WebToken.find(in: text, isLenient: false, &inner)
    NamedSecret.find(in: text, &inner)
    SecretScheme.find(in: text, &inner)
    return inner.first?.kind
  }

  private static func isText(_ bytes: [UInt8]?) -> Bool {
    guard let bytes else { return false }
    return bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0.isLineEnd || $0 == 0x09 }
  }
}
