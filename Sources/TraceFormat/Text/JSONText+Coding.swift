extension JSONText: Codable {
  /// Takes what stands in the place of the value.
  public init(from decoder: any Decoder) throws { self = try decoder.jsonNode().json }
  /// Puts the value in its place.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(self) }
}
