internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension OutcomeSummary {
  /// The summary of a report in JSON (`docs/report.md`, "JSON").
  ///
  /// - Throws: where in it something else was expected.
  init(_ report: JSONNode) throws(JSONShapeFailure) {
    let session = try report.require("session")
    reset =
      "session \(try session.require("session").integer(UInt32.self)), "
      + "record \(try session.require("resetSequence").string())"
    result = try report.require("result").choice()
    facts = try Self.facts(of: report)
    var versions: [String] = []
    for transaction in try report.require("transactions").elements() {
      versions.append(try transaction.require("clientVersion").string())
    }
    writes = []
    for write in try report.require("writes").elements() {
      writes.append(try Write(write, versions))
    }
    collateral = []
    for entry in try report.member("collateral")?.elements() ?? [] {
      collateral.append(try Finding(collateral: entry))
    }
    traps = []
    for entry in try report.member("traps")?.elements() ?? [] {
      traps.append(try Finding(trap: entry))
    }
    faults = try InjectedFault.all(in: report.member("faults"))
  }

  private static func facts(of report: JSONNode) throws(JSONShapeFailure) -> [Fact] {
    var facts: [Fact] = []
    if let name = try report.member("session")?.member("name")?.string() {
      facts.append(Fact(kind: .name, text: quoted(name)))
    }
    if let error = report.member("error") {
      let action = try error.require("action").string()
      let message = try error.require("message").string()
      facts.append(Fact(kind: .error, text: "\(action) \(quoted(message))"))
    }
    for attempt in try report.require("attempts").elements() {
      facts.append(Fact(kind: .attempt, text: try attemptWords(attempt)))
    }
    if let didRecover = try report.member("didRecover")?.bool() {
      facts.append(Fact(kind: .didRecover, text: didRecover ? "yes" : "no"))
    }
    let pending = report.member("pendingResetAfter")
    facts.append(Fact(kind: .pending, text: try pending.map(pendingWords) ?? "none"))
    var gaps: [String] = []
    for gap in try report.member("gaps")?.elements() ?? [] {
      let kind = try gap.require("kind").string()
      if !gaps.contains(kind) { gaps.append(kind) }
    }
    return facts + gaps.map { Fact(kind: .gap, text: $0) }
  }

  private static func attemptWords(_ attempt: JSONNode) throws(JSONShapeFailure) -> String {
    let mode = try attempt.member("actualMode")?.string() ?? "not begun"
    let failure = attempt.member("failure")
    let failureClass = try failure?.member("class")?.string()
    let message = try failure?.require("message").string()
    return "\(mode), \(try attempt.require("result").string())"
      + (failureClass.map { " \($0)" } ?? "") + (message.map { " \(quoted($0))" } ?? "")
  }

  private static func pendingWords(_ pending: JSONNode) throws(JSONShapeFailure) -> String {
    "\(try pending.require("mode").string()) for \(try pending.require("action").string())"
  }
}

extension OutcomeSummary.Write {
  fileprivate init(_ write: JSONNode, _ versions: [String]) throws(JSONShapeFailure) {
    let transaction = try write.require("transaction")
    let index: Int = try transaction.integer()
    guard versions.indices.contains(index) else {
      throw transaction.failure(expected: "the index of a transaction")
    }
    let number: Int = try write.require("index").integer()
    self.init(
      position: "\(versions[index]).\(number)",
      text: "\(write.addressWords): \(try write.require("operation").string())",
      fate: try write.require("fate").choice(),
      rule: OutcomeSummary.rule(
        try write.member("rule")?.string(), try write.member("defect")?.identifiers()),
      after: write.member("values")?.member("after")?.json)
  }
}

extension OutcomeSummary.Finding {
  fileprivate init(collateral entry: JSONNode) throws(JSONShapeFailure) {
    let values = try entry.require("values")
    self.init(
      try entry.require("kind").string(), at: try entry.require("address").addressWords,
      server: try values.require("server").json.words(columns: Self.valueColumns),
      after: try values.require("after").json.words(columns: Self.valueColumns),
      gone: entry.member("gone")?.json.words(columns: Self.valueColumns),
      surplus: entry.member("surplus")?.json.words(columns: Self.valueColumns),
      isCertain: try entry.member("certain")?.bool() ?? true,
      rule: OutcomeSummary.rule(
        try entry.member("rule")?.string(), try entry.member("defect")?.identifiers()))
  }

  fileprivate init(trap entry: JSONNode) throws(JSONShapeFailure) {
    self.init(
      kind: try entry.require("trap").string(),
      text: entry.member("address")?.addressWords ?? "the reset as a whole", isDefect: false)
  }
}

extension JSONNode {
  /// A member that a report always has.
  func require(_ name: String) throws(JSONShapeFailure) -> JSONNode {
    guard let member = member(name) else {
      throw failure(expected: "a member `\(name)`", found: "none")
    }
    return member
  }

  fileprivate func identifiers() throws(JSONShapeFailure) -> [String] {
    var identifiers: [String] = []
    for element in try require("identifiers").elements() {
      identifiers.append(try element.string())
    }
    return identifiers
  }

  /// The members `class`, `object`, `property` and `path`, such as `Person 7 notes[3]`.
  fileprivate var addressWords: String {
    let names = ["class", "property"].map { name -> String? in
      guard case .string(let text)? = json.member(name) else {
        return json.member(name)?.words(columns: 40)
      }
      return RealmString(text).shortName
    }
    var path = ""
    if case .array(let steps)? = json.member("path") {
      for step in steps {
        if case .string(let key) = step {
          path += ".\(RealmString(key).shortName)"
        } else {
          path += "[\(step.words(columns: 20))]"
        }
      }
    }
    let property = names[1].map { $0 + path.shortened(to: 40) }
    return [names[0], json.member("object")?.words(columns: 40), property].compactMap { $0 }
      .joined(separator: " ")
  }
}
