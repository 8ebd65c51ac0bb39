// The coding of values that have a JSON form of their own (`docs/changesets.md`, "Values as JSON"), as
// parts of facts. A coder that is not this project's gets that JSON as a text.

extension RealmString: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws { self = try decoder.jsonNode().realmString() }
  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension PrimaryKeyValue: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension PayloadValue: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension Value: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension PathStep: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension CollectionKind: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let node = try decoder.jsonNode()
    guard let kind = Self.allCases.first(where: { .string($0.name) == node.json }) else {
      throw node.failure(expected: JSONNode.alternatives(Self.allCases.map(\.name)))
    }
    self = kind
  }

  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(.string(name)) }
}
