/// Reads members of a JSON body that have one expected type each, for the typed views of bodies.
///
/// Offsets of failures count from the start of the body.
struct MemberReader {
  private let members: [JSONText.Member]

  /// - Throws: where the body is not JSON or no object.
  init(_ json: [UInt8]) throws(DecodingFailure) {
    try self.init(try JSONText(parsing: json))
  }

  init(_ value: JSONText) throws(DecodingFailure) {
    guard case .object(let members) = value else {
      throw .invalidValue("expected a JSON object", at: 0)
    }
    self.members = members
  }

  var names: [String] { members.map(\.name) }

  func value(_ name: String) -> JSONText? { members.first { $0.isNamed(name) }?.value }

  func string(_ name: String) throws(DecodingFailure) -> String? {
    switch value(name) {
    case nil: nil
    case .string(let text): text
    default: throw mistyped(name, "a string")
    }
  }

  func bool(_ name: String) throws(DecodingFailure) -> Bool? {
    switch value(name) {
    case nil: nil
    case .bool(let value): value
    default: throw mistyped(name, "true or false")
    }
  }

  func integer<T: FixedWidthInteger>(
    _ name: String, _: T.Type = T.self
  ) throws(DecodingFailure) -> T? {
    guard let value = value(name) else { return nil }
    guard case .number(let text) = value, let number = T(text) else {
      throw mistyped(name, "an integer of \(T.bitWidth) bits")
    }
    return number
  }

  func array(_ name: String) throws(DecodingFailure) -> [JSONText]? {
    switch value(name) {
    case nil: nil
    case .array(let elements): elements
    default: throw mistyped(name, "an array")
    }
  }

  func mistyped(_ name: String, _ expected: String) -> DecodingFailure {
    .invalidValue("member `\(name)`: expected \(expected)", at: 0)
  }
}
