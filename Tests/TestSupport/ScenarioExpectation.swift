import TraceFormat

/// What every reset mode is expected to make of a scenario (`docs/scenario-outcomes.md`).
public struct ScenarioExpectation: Sendable {
  public var scenario: String
  public var resets: [Reset]

  /// One attempt at a reset, and how it should end.
  public struct Reset: Sendable {
    public var modes: [ResetMode]
    /// The engines that it holds for; nil stands for all.
    public var engines: [String]?
    /// The server asks for the same reset without recovery.
    public var isRecoveryForbidden: Bool
    /// The modes of earlier attempts at the same reset, never acknowledged.
    public var after: [ResetMode]
    /// The faults that the reset is given, in their text form; what is expected is then of its end,
    /// after as many attempts as it takes.
    public var faults: [String]
    public var result: String
    public var failure: ResetFailureClass?
    /// The whole message, in which `*` stands for anything.
    public var message: String?
    /// Classes with all their objects, and of these the properties that matter.
    public var state: JSONText?
    public var absentClasses: [String]
    /// How many changesets remain to be uploaded.
    public var reuploadCount: Int?
    public var pendingReset: PendingReset?
    /// Outcome words with the addresses that they are said of.
    public var words: [(word: String, addresses: [JSONText])]
    /// The collateral that a report should find, each kind with its address; nil where not stated.
    public var collateral: [String]?
    /// The names of the traps that a report should find, each once; nil where not stated.
    public var traps: [String]?
    /// What the reset destroys: counts and places, by class of harm; nil where not stated.
    public var harm: JSONText?
    /// What the report should say of the unsynced writes; nil where that is not stated.
    public var fates: Fates?
  }

  /// The fates of all unsynced writes.
  public enum Fates: Sendable {
    /// Every write has this one.
    case all(fate: String, cause: String?)
    /// In the order of the writes.
    case each([Write])
  }

  /// What the report should say of one unsynced write; of members that are nil nothing is expected.
  public struct Write: Sendable {
    public var address: JSONText
    public var fate: String
    public var cause: String?
    public var winner: String?
    public var threeWay: String?
    public var supersededBy: Int?
    public var impliedBy: Int?

    /// An expectation of the fate and its cause alone.
    public init(fate: String, cause: String?) {
      address = .null
      self.fate = fate
      self.cause = cause
    }
  }
}

extension ScenarioExpectation {
  /// The expectation that stands beside a scenario.
  public init(of scenario: String, in folder: String = "traces/scenarios") throws {
    let json = try JSONText(
      parsing: ProjectFiles.bytes("\(folder)/expected/\(scenario).json"))
    self.scenario = json.member("scenario")?.string ?? ""
    resets = json.elements("resets").map(Reset.init)
  }
}

extension ScenarioExpectation.Reset {
  fileprivate init(_ json: JSONText) {
    modes = json.strings("modes").compactMap(ResetMode.init)
    engines = json.member("engines").map { _ in json.strings("engines") }
    isRecoveryForbidden = json.member("recoveryForbidden") == .bool(true)
    after = json.strings("after").compactMap(ResetMode.init)
    faults = json.strings("faults")
    result = json.member("result")?.string ?? ""
    failure = json.member("failure")?.string.flatMap(ResetFailureClass.init)
    message = json.member("message")?.string
    state = json.member("state")
    absentClasses = json.strings("absentClasses")
    reuploadCount = json.member("reuploads")?.integer
    pendingReset = json.member("pendingReset").flatMap(PendingReset.init(expected:))
    collateral = json.member("collateral").map { _ in
      json.elements("collateral").map { Self.text($0.member("kind")?.string, $0.member("at")) }
    }
    traps = json.member("traps").map { _ in json.strings("traps") }
    harm = json.member("harm")
    if case .object(let members)? = json.member("words") {
      words = members.map { ($0.name, JSONText.object([$0]).elements($0.name)) }
    } else {
      words = []
    }
    fates = json.member("fates").map(ScenarioExpectation.Fates.init)
  }
}

extension ScenarioExpectation.Fates {
  fileprivate init(_ json: JSONText) {
    if case .array(let writes) = json {
      self = .each(writes.map(ScenarioExpectation.Write.init))
    } else {
      self = .all(
        fate: json.member("fate")?.string ?? "", cause: json.member("cause")?.string)
    }
  }
}

extension ScenarioExpectation.Write {
  fileprivate init(_ json: JSONText) {
    address = json.member("at") ?? .null
    fate = json.member("fate")?.string ?? ""
    cause = json.member("cause")?.string
    winner = json.member("winner")?.string
    threeWay = json.member("threeWay")?.string
    supersededBy = json.member("supersededBy")?.integer
    impliedBy = json.member("impliedBy")?.integer
  }
}

extension ScenarioExpectation.Reset {
  /// A piece of collateral as the expectations name it, such as `misapplied ["T",1,"v"]`.
  public static func text(_ kind: String?, _ address: JSONText?) -> String {
    "\(kind ?? "") \(address?.text() ?? "")"
  }
}

extension PendingReset {
  fileprivate init?(expected json: JSONText) {
    guard let mode = json.member("mode")?.string.flatMap(ResetMode.init),
      let action = json.member("action")?.string.flatMap(ServerAction.init)
    else { return nil }
    self.init(mode: mode, action: action)
  }
}

extension JSONText {
  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  fileprivate var integer: Int? {
    if case .number(let digits) = self { Int(digits) } else { nil }
  }

  fileprivate func elements(_ name: String) -> [JSONText] {
    if case .array(let elements)? = member(name) { elements } else { [] }
  }

  fileprivate func strings(_ name: String) -> [String] { elements(name).compactMap(\.string) }
}
