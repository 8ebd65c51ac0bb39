internal import Analyzer
internal import Replayer
public import TraceFormat

// Rows as JSON (`docs/fleet-row.schema.json`). What is not known is no member, so that whoever reads
// a table of rows finds null there. Members that a later version adds are passed over.
extension FleetRow {
  /// The most bytes of a line that is read as a row.
  public static let lineSizeMax = 1 << 26

  /// The row for programs.
  public var json: JSONText {
    let head = JSONText.members([
      "schema": .integer(Self.schema), "trace": trace.name.json,
      "sha256": trace.sha256.map { .string($0) },
      "bytes": trace.sizeBytes.map { .number(String($0)) }, "mode": mode.map(JSONText.init(fact:)),
      "whatIf": whatIf.map(JSONText.init(fact:)),
    ])
    let rest =
      switch content {
      case .replayed(let replay): JSONText(fact: replay).members
      case .failed(let failure): [JSONText.Member("error", JSONText(fact: failure))]
      }
    return .object(head.members + rest)
  }

  /// The row as a line, with its line feed.
  public var line: [UInt8] {
    var line: [UInt8] = []
    write(into: &line)
    return line
  }

  /// Appends the row as a line, with its line feed.
  func write(into bytes: inout [UInt8]) {
    json.write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Reads a row from a line of NDJSON, with its line feed or without.
  ///
  /// - Throws: where the line is too long or no JSON, where it has another version of rows, and where
  ///   something else was expected in it.
  public init(parsing line: [UInt8]) throws(JSONShapeFailure) {
    self = try JSONNode.reading(
      line, sizeMax: Self.lineSizeMax, memory: .standard, FleetRow.init(_:))
  }

  private init(_ node: JSONNode) throws(JSONShapeFailure) {
    try node.require("schema").checkVersion(Self.schema, of: "rows")
    // Null is as good as none.
    func member(_ name: String) -> JSONNode? {
      node.member(name).flatMap { $0.json == .null ? nil : $0 }
    }
    try member("sha256")?.checkDigest(digitCount: 64)
    trace = FleetTrace(
      name: try node.require("trace").fact(), sha256: try member("sha256")?.fact(),
      sizeBytes: try member("bytes")?.integer())
    mode = try member("mode")?.fact()
    whatIf = try member("whatIf")?.fact()
    if let failure = member("error") {
      content = .failed(try failure.fact())
    } else {
      guard mode != nil else {
        throw node.failure(expected: "a member `mode` or `error`", found: "none")
      }
      content = .replayed(try node.fact())
    }
  }
}

extension FleetFailure: JSONShaped {
  package static var isOpen: Bool { true }
}

extension FleetReplay: JSONShaped {
  package static var isOpen: Bool { true }

  package static let derived: [JSONDerived<Self>] =
    [
      .init("records", .after("tool")) { .number(String($0.recordCount)) },
      .init("cause", .last) { $0.causeDigest.map { .string($0) } },
    ]

  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    recordCount = try node.require("records").integer()
    // It follows from the causes, which a later version may know more of.
    guard let cause = node.member("cause"), cause.json != .null else { return }
    try cause.checkDigest(digitCount: 16)
  }
}

extension FleetSession: JSONShaped {
  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    try node.require("device").checkDigest(digitCount: 16)
  }
}

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
