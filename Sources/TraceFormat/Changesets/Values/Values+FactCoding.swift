// The coding of values that have a JSON form of their own (`docs/changesets.md`, "Values as JSON"), as
// parts of facts. A coder that is not this project's gets that JSON as a text.

extension RealmString: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { self = try decoder.jsonNode().realmString() }
}

extension PrimaryKeyValue: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
}

extension PayloadValue: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
}

extension Value: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
}

extension PathStep: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
}

extension CollectionKind: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    self = try decoder.jsonNode().named(Self.allCases, \.name)
  }

  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(.string(name)) }
}
