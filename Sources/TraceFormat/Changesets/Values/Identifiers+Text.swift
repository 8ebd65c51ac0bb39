extension ObjectID {
  /// The identifier as 24 lower-case hexadecimal digits.
  public var text: String { Hex.digits(of: high) + Hex.digits(of: low) }

  /// Reads 24 hexadecimal digits; nil for anything else.
  public init?(text: some StringProtocol) {
    guard let bytes = Hex.decode(text), bytes.count == 12 else { return nil }
    self.init(high: bytes[..<8].bigEndian(), low: bytes[8...].bigEndian())
  }
}

extension RealmUUID {
  /// The identifier in the usual form: 8-4-4-4-12 lower-case hexadecimal digits.
  public var text: String {
    let (first, last) = (Hex.digits(of: high), Hex.digits(of: low))
    return [
      first.prefix(8), first.dropFirst(8).prefix(4), first.suffix(4), last.prefix(4),
      last.dropFirst(4),
    ].joined(separator: "-")
  }

  /// Reads the usual form, with hyphens where they belong; nil for anything else.
  public init?(text: some StringProtocol) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
      let bytes = Hex.decode(groups.joined())
    else { return nil }
    self.init(high: bytes[..<8].bigEndian(), low: bytes[8...].bigEndian())
  }
}

extension GlobalKey {
  /// Both numbers in hexadecimal, such as `{0003-01f4}`.
  public var text: String { "{\(high.padded(to: 4, radix: 16))-\(low.padded(to: 4, radix: 16))}" }
}
