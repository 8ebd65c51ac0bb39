package import TraceFormat

/// A part of a row. Rows are read by what must be in them: members that a later version adds are passed over, and
/// null is a member that is not there, as tables write what is not known.
package protocol FleetObject: JSONObject {}

extension FleetObject {
  package static var isOpen: Bool { true }
}

// What rows have forms of their own for.
extension JSONFields {
  /// Text that was read from a trace: what is not UTF-8 has been written as digits before.
  mutating func text(
    _ name: String, _ field: (Root) -> RealmString
  ) throws(JSONShapeFailure) -> RealmString {
    RealmString(try self(name) { field($0).readableText })
  }

  mutating func optionalText(
    _ name: String, _ field: (Root) -> RealmString?
  ) throws(JSONShapeFailure) -> RealmString? {
    try optional(name) { field($0)?.readableText }.map { RealmString($0) }
  }

  /// A number that is small enough for one of JSON.
  mutating func optionalNumber(
    _ name: String, _ field: (Root) -> UInt64?
  ) throws(JSONShapeFailure) -> UInt64? {
    try optional(
      name, field, write: { .number(String($0)) },
      read: { node throws(JSONShapeFailure) in try node.integer() })
  }

  mutating func number(
    _ name: String, _ field: (Root) -> UInt64
  ) throws(JSONShapeFailure) -> UInt64 {
    guard let number = try optionalNumber(name, field) else { throw missing(name) }
    return number
  }

  /// Hexadecimal digits in lower case, so many.
  mutating func optionalDigest(
    _ name: String, digitCount: Int, _ field: (Root) -> String?
  ) throws(JSONShapeFailure) -> String? {
    try optional(name, field, write: \.json) { node throws(JSONShapeFailure) in
      let text = try node.string()
      let isDigest =
        text.utf8.count == digitCount
        && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      guard isDigest else { throw node.failure(expected: "\(digitCount) hexadecimal digits") }
      return text
    }
  }

  mutating func digest(
    _ name: String, digitCount: Int, _ field: (Root) -> String
  ) throws(JSONShapeFailure) -> String {
    guard let digest = try optionalDigest(name, digitCount: digitCount, field) else {
      throw missing(name)
    }
    return digest
  }
}

extension FleetFailure.Kind: JSONCoded {}
extension FleetReset.Kind: JSONCoded {}
