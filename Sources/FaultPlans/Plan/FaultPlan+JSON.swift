public import TraceFormat

// The form of plan files (`docs/fault-plan.schema.json`).
extension FaultPlan {
  /// The version of the form.
  public static let formVersion = 1

  /// Reads a plan file.
  ///
  /// - Throws: where in the file something else was expected.
  public init(parsing bytes: [UInt8]) throws(JSONShapeFailure) {
    try self.init(parsing: bytes, for: nil)
  }

  /// Reads a plan from a JSON value, for a target where one is given.
  ///
  /// - Throws: where in the value something else was expected, or is not possible there.
  package init(_ node: JSONNode, for target: InjectionTarget? = nil) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    try members.require("faultPlan").checkVersion(Self.formVersion, of: "fault plans")
    seed = try members.take("seed")?.wide() ?? 0
    faults = try members.require("faults").elements().map {
      element throws(JSONShapeFailure) in try Fault(element, for: target)
    }
    try members.finish()
  }

  /// The plan as a file has it.
  public var json: JSONText {
    .members([
      "faultPlan": .integer(Self.formVersion), "seed": seed == 0 ? nil : .wide(seed),
      "faults": .array(faults.map(\.json)),
    ])
  }
}

extension Fault {
  init(_ node: JSONNode, for target: InjectionTarget? = nil) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    trigger = try FaultTrigger(&members)
    let name = try members.require("fault")
    guard let description = FaultCatalogue.description(of: try name.string()) else {
      throw name.failure(expected: JSONNode.alternatives(FaultCatalogue.all.map(\.name)))
    }
    // What is said of the rest would not help where there is no such fault.
    if let target { try description.check(trigger.event, for: target, at: node) }
    kind = try description.kind(members.take("parameters"), at: node)
    try members.finish()
    if case .server(.restoreBackup(_, .some)) = kind, trigger.event != .day {
      throw node.failure(expected: "`hours` with the event `day`; elsewhere `version`")
    }
    try description.check(trigger, at: node)
  }

  /// The fault as plan files have it.
  public var json: JSONText {
    .object(
      trigger.jsonMembers + [JSONText.Member("fault", .string(kind.name))]
        + (kind.parameters.isEmpty
          ? [] : [JSONText.Member("parameters", .object(kind.parameters))]))
  }
}

extension Fault: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
}

extension FaultTrigger {
  fileprivate init(_ members: inout JSONMembers) throws(JSONShapeFailure) {
    relation = try members.take("relation")?.choice() ?? .at
    event = try members.require("event").choice()
    number = try members.take("number")?.count() ?? 1
    let ofReset = members.take("reset")
    if let ofReset, event != .step {
      throw ofReset.failure(expected: "no `reset`, which goes with the event `step`")
    }
    reset = try ofReset?.count() ?? 1
    conditions = []
    for element in try members.take("where")?.elements() ?? [] {
      conditions.append(try FaultCondition(element, of: event))
    }
  }

  fileprivate var jsonMembers: [JSONText.Member] {
    JSONText.members([
      "relation": relation == .at ? nil : .string(relation.rawValue),
      "event": .string(event.rawValue),
      "number": number == 1 ? nil : .integer(number),
      "reset": reset == 1 ? nil : .integer(reset),
      "where": conditions.isEmpty ? nil : .array(conditions.map(\.json)),
    ]).members
  }
}

extension FaultCondition {
  fileprivate init(_ node: JSONNode, of event: FaultTrigger.Event) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let attribute = try members.require("attribute")
    self.attribute = try attribute.choice()
    comparison = try members.take("comparison")?.choice() ?? .equal
    let value = try members.require("value")
    self.value = try value.scalar()
    try members.finish()
    // A word that no message has would never be met, and never be noticed.
    switch self.attribute {
    case .direction: _ = try value.choice(WireMessage.Direction.self)
    case .type: try value.checkTypeWord()
    default: break
    }
    guard event.attributes.contains(self.attribute) else {
      let known = event.attributes.map(\.rawValue)
      throw attribute.failure(
        expected: (known.isEmpty ? "no condition" : JSONNode.alternatives(known)) + " of the event "
          + "`\(event.rawValue)`")
    }
  }

  fileprivate var json: JSONText {
    .members([
      "attribute": .string(attribute.rawValue),
      "comparison": comparison == .equal ? nil : .string(comparison.rawValue),
      "value": value.json,
    ])
  }
}

extension FaultTrigger.Event {
  package var attributes: [FaultCondition.Attribute] {
    switch self {
    case .commit, .upload, .download, .serverCommit:
      [.session, .version, .className, .property, .instruction]
    case .error, .reset: [.session, .code, .action]
    case .step, .day: []
    case .end: [.session]
    case .message:
      [
        .session, .direction, .type, .version, .className, .property, .instruction, .code, .action,
      ]
    }
  }
}

extension JSONNode {
  /// Refuses what no message of the protocol begins with.
  fileprivate func checkTypeWord() throws(JSONShapeFailure) {
    let words = Set(ProtocolMessage.Kind.allCases.map { TextBytes($0.typeWord) })
    guard case .string(let word) = json, words.contains(TextBytes(word)) else {
      throw failure(expected: JSONNode.alternatives(words.sorted().map(\.text)))
    }
  }

  /// A number of a range; throws where it is none.
  package func number(in range: ClosedRange<Int>) throws(JSONShapeFailure) -> Int {
    guard case .number(let digits) = json, let value = Int(digits), range.contains(value) else {
      throw failure(expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A number from 1.
  func count() throws(JSONShapeFailure) -> Int {
    let value: Int = try integer()
    guard value >= 1 else { throw failure(expected: "a number from 1") }
    return value
  }

  /// An unsigned number of up to 64 bits, as a number or as a string of digits.
  func wide() throws(JSONShapeFailure) -> UInt64 {
    switch json {
    case .number(let digits), .string(let digits):
      if let value = UInt64(digits) { return value }
    default: break
    }
    throw failure(expected: "an integer from 0 to \(UInt64.max)")
  }

  func scalar() throws(JSONShapeFailure) -> FaultScalar {
    switch json {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let digits): .number(digits)
    case .string(let text): .text(text)
    case .array, .object: throw failure(expected: "a string, a number, true, false or null")
    }
  }
}

extension FaultScalar {
  var json: JSONText {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let digits): .number(digits)
    case .text(let text): .string(text)
    }
  }
}
