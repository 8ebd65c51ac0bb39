/// A field of a head in the form that Realm writes (Realm Core: `sync/noinst/protocol_codec.cpp`).
struct HeadField {
  let text: String

  /// Decimal digits, with a minus sign where it is negative.
  static func integer(_ value: some FixedWidthInteger) -> HeadField {
    HeadField(text: String(value))
  }

  /// 0 or 1.
  static func flag(_ value: Bool) -> HeadField { HeadField(text: value ? "1" : "0") }

  /// The size in bytes of a part of the body.
  static func size(_ bytes: [UInt8]) -> HeadField { .integer(bytes.count) }

  /// The shortest decimal that reads back as the same number, whole numbers without a point.
  static func fraction(_ value: Double) -> HeadField {
    // Every NaN is one; not every text that Swift has for them can be read again.
    guard !value.isNaN else { return HeadField(text: "nan") }
    let whole = Int64(exactly: value).map { String($0) }
    return HeadField(text: whole ?? "\(value)")
  }
}

extension HeadField {
  /// The three fields of a body that may be compressed.
  static func bodySize(_ size: BodySize) -> [HeadField] {
    [.flag(size.isCompressed), .integer(size.uncompressed), .integer(size.compressed)]
  }

  /// The identifier and the salt of a file.
  static func file(_ file: FileIdent) -> [HeadField] {
    [.integer(file.ident), .integer(file.salt)]
  }
}

/// A message in the form of the wire.
struct EncodedMessage {
  var head: [UInt8]
  var body: [UInt8]

  init(_ kind: ProtocolMessage.Kind, _ fields: [HeadField], body: [UInt8] = []) {
    let words = [kind.typeWord] + fields.map(\.text)
    head = Array(words.joined(separator: " ").utf8) + [UInt8(ascii: "\n")]
    self.body = body
  }
}
