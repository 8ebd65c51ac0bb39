internal import Analyzer
internal import Replayer
package import TraceFormat

// What rows have besides the tables of their parts.
extension FleetReset: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [.init("notKnown", .before("recommended")) { .bool($0.hidesWrites) }]
}

extension FleetCause: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    HarmClass.allCases.map { harmClass in
      .init(harmClass.rawValue, .last) { .integer($0.harm[harmClass] ?? 0) }
    }

  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    try node.require("cluster").checkDigest(digitCount: 16)
    for harmClass in HarmClass.allCases {
      let count: Int = try node.require(harmClass.rawValue).fact()
      if count > 0 { harm[harmClass] = count }
    }
  }
}

extension FleetCount: Codable where Element: Codable {
  /// The member that has the word which is counted.
  private static var memberName: String { Element.self == Gap.Kind.self ? "kind" : "trap" }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let node = try decoder.jsonNode()
    self.init(try node.require(Self.memberName).fact(), try node.require("count").fact())
  }

  /// Writes the form that it has in rows (`docs/fleet-row.schema.json`).
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(
      .object([.init(Self.memberName, JSONText(fact: element)), .init("count", .integer(count))]))
  }
}

extension JSONNode {
  /// Refuses what is not so many hexadecimal digits in lower case.
  func checkDigest(digitCount: Int) throws(JSONShapeFailure) {
    let text = try string()
    let isDigest =
      text.utf8.count == digitCount
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard isDigest else { throw failure(expected: "\(digitCount) hexadecimal digits") }
  }
}
