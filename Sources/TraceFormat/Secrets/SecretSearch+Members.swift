extension SecretSearch {
  /// The value of a member of JSON with marks instead of secrets; nil where there are none.
  ///
  /// A name that tells makes a secret of the value, whatever that looks like.
  static func replacing(
    in value: [UInt8], named name: [UInt8], _ onMatch: (SecretKind) -> Void
  ) -> [UInt8]? {
    guard let telling = TellingName(name),
      let match = NamedSecret.match(
        telling, value.indices, .assigned, in: value, isDelimited: true)
    else {
      let isLogAddress = name.map(\.lowercasedASCII).elementsEqual("logurl".utf8)
      return replacing(in: value, isLogAddress ? .logAddress : .text, onMatch: onMatch)
    }
    let secret = Array(value[match.range])
    guard let mark = mark(for: secret, match.kind, onMatch: onMatch) else { return nil }
    return value[..<match.range.lowerBound] + mark + value[match.range.upperBound...]
  }

  static func mayHoldWebToken(_ bytes: [UInt8]) -> Bool {
    var found: [Match] = []
    WebToken.find(in: bytes, isLenient: false, &found)
    return !found.isEmpty
  }
}
