// Requests that several events have in common.

extension EventRewriting {
  mutating func number<Number: FixedWidthInteger>(
    _ value: Number?, _ field: NumberField
  ) -> Number? {
    value.map { number($0, field) }
  }

  mutating func changesetBytes(_ encoded: [UInt8]) throws(RewritingFailure) -> [UInt8] {
    guard let original = try? Changeset(decoding: encoded) else {
      return bytes(encoded, .undecodableChangeset)
    }
    return try original.encoded(rewrittenBy: &self) ?? encoded
  }

  mutating func textBytes(_ encoded: [UInt8], _ field: TextField) -> [UInt8] {
    guard let readable = String(validUTF8: encoded) else { return bytes(encoded, .unreadableText) }
    return Array(text(readable, field).utf8)
  }

  mutating func classText(_ name: String) throws(RewritingFailure) -> String {
    let rewritten = className(RealmString(name))
    guard let text = rewritten.text else { throw .notText(rewritten) }
    return text
  }

  /// The primary key of a rejected write, in its base64 form.
  mutating func rejectedKey(_ encoded: String, of className: String) -> String {
    guard let key = PrimaryKeyValue(base64: encoded) else { return text(encoded, .rejectedKey) }
    let rewritten = primaryKey(key, of: RealmString(className))
    return rewritten == key ? encoded : rewritten.base64
  }
}
