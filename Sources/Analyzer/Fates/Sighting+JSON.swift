internal import RealmModel
package import TraceFormat

extension Sighting {
  /// The value; or `{"$present":true}`, `{"$absent":true}`, which no value is printed as.
  package var json: JSONText {
    switch self {
    case .value(let value): value.json
    case .present: Self.presentJSON
    case .absent: Self.absentJSON
    }
  }

  /// Reads ``json``.
  ///
  /// - Throws: where in it something else was expected.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    switch node.json {
    case Self.presentJSON: self = .present
    case Self.absentJSON: self = .absent
    default: self = .value(try Value(node))
    }
  }

  private static let presentJSON = JSONText.tagged("present", .bool(true))
  private static let absentJSON = JSONText.tagged("absent", .bool(true))
}

extension Sighting: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}
