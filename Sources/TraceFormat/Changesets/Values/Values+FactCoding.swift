// The coding of values that have a JSON form of their own (`docs/changesets.md`, "Values as JSON"), as
// parts of facts. A coder that is not this project's gets that JSON as a text.

extension RealmString: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.jsonNode().realmString() }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension PrimaryKeyValue: Codable {
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension PayloadValue: Codable {
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension Value: Codable {
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}

extension CollectionKind: Codable {
  public init(from decoder: any Decoder) throws {
    let node = try decoder.jsonNode()
    guard let kind = Self.allCases.first(where: { .string($0.name) == node.json }) else {
      throw node.failure(expected: JSONNode.alternatives(Self.allCases.map(\.name)))
    }
    self = kind
  }

  public func encode(to encoder: any Encoder) throws { try encoder.encode(.string(name)) }
}
