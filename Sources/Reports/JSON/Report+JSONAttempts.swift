package import Analyzer
internal import FaultPlans
package import Replayer
package import TraceFormat

// What was asked for, and what was attempted.
extension ResetSession: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [
      start("name") { .string($0.name) }, start("source") { JSONText(fact: $0.source) },
      start("clientFile") { .string($0.clientFile) },
      start("syncKind") { JSONText(fact: $0.syncKind) },
      start("configuredMode") { $0.configuredResetMode.map(JSONText.init(fact:)) },
      start("sdk") { $0.sdk.map { .string($0) } },
    ]

  private static func start(
    _ name: String, _ value: @escaping @Sendable (SessionStart) -> JSONText?
  ) -> JSONDerived<Self> {
    .init(name, .before("resetSequence")) { $0.start.flatMap(value) }
  }

  /// The trace may not show the session's beginning, so that none of its members is there.
  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    guard let name = node.member("name") else { return }
    start = SessionStart(
      source: try node.require("source").fact(), name: try name.string(),
      clientFile: try node.require("clientFile").string(),
      syncKind: try node.require("syncKind").fact(),
      configuredResetMode: try node.member("configuredMode")?.fact(ResetMode.self),
      sdk: try node.member("sdk")?.string())
  }
}

extension ResetAttempt: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [
      .init("decisions", .before("result")) { .array($0.decisions.map(\.json)) },
      .init("failure", .after("result")) { $0.failure?.json },
    ]

  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    for decision in try node.member("decisions")?.elements() ?? [] {
      decisions.append(try GateDecision(decision))
    }
    failure = try node.member("failure").map(ResetFailure.init)
  }
}

extension GateDecision {
  fileprivate var json: JSONText {
    .members([
      "gate": .string(gate.rawValue), "passed": .bool(isPassed), "text": .string(words),
      "fact": JSONText(fact: reason),
    ])
  }

  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      gate: try node.require("gate").choice(), isPassed: try node.require("passed").bool(),
      reason: try node.require("fact").fact())
  }
}

extension ResetFailure {
  var json: JSONText {
    .members(["class": failureClass.map(JSONText.init(fact:)), "message": .string(message)])
  }

  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      try members.take("class")?.choice(), message: try members.require("message").string())
    try members.finish()
  }
}

extension Gap: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [.init("kind", .first) { .string($0.kind.rawValue) }, .words(\.words)]
}

extension Comparison: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [
      .init("stateDigest", .after("result")) { $0.stateDigest.map { .string(Hex.digest($0)) } },
      // That nothing differs is not said where not everything can be compared.
      .init("differences", .last) {
        $0.differences.isEmpty && $0.isSameReset && $0.isAgreement == nil
          ? .null : .array($0.differences.map(json))
      },
    ]

  private static func json(_ difference: Difference) -> JSONText {
    let words = difference.words
    return .members([
      "aspect": .string(difference.aspect.rawValue), "device": .string(words.device),
      "replay": .string(words.replay), "fact": JSONText(fact: difference),
    ])
  }

  package mutating func finish(reading node: JSONNode) throws(JSONShapeFailure) {
    if let all = node.member("differences"), all.json != .null {
      for difference in try all.elements() {
        differences.append(try difference.require("fact").fact())
      }
    }
    guard let digest = node.member("stateDigest") else { return }
    let text = try digest.string()
    stateDigest = UInt64(text, radix: 16)
    guard stateDigest.map(Hex.digest) == text else {
      throw digest.failure(expected: "a digest of sixteen digits")
    }
  }
}

// The faults that were injected (`docs/faults.md`).
extension JSONField<Report> {
  /// Not there for a replay without faults.
  static var faults: Self {
    group(
      "faults", if: { !$0.faultPlan.isEmpty },
      [
        Self("plan", isRequired: true) {
          .made($0.faultPlan.json)
        } read: { report, node throws(JSONShapeFailure) in
          report.faultPlan = try FaultPlan(node)
        },
        faults(
          "fired", \.faults,
          [
            .field("index", \.index), .derived("fault") { .string($0.fault.text) },
            .field("session", \.session), .field("sequence", \.sequence),
            .field("effects", \.effects),
          ]
        ) { FaultFiring(fault: $0, index: 0, session: 0, sequence: 0, effects: []) },
        faults(
          "neverFired", \.unfiredFaults,
          [
            .field("index", \.index), .derived("fault") { .string($0.fault.text) },
            .derived("reason") { .string($0.reason.words) }, .field("fact", \.reason),
          ]
        ) { UnfiredFault(fault: $0, index: 0, reason: .noResetDue) },
      ])
  }

  /// - Parameter blank: what is read into, of a fault of the plan.
  private static func faults<Element>(
    _ name: String, _ path: WritableKeyPath<Report, [Element]>, _ fields: [JSONField<Element>],
    _ blank: @escaping (Fault) -> Element
  ) -> Self {
    Self(name) {
      .made(.array($0[keyPath: path].map { fields.outline(of: $0).whole }))
    } read: { report, node throws(JSONShapeFailure) in
      let plan = report.faultPlan.faults
      for element in try node.elements() {
        let index = try element.require("index").index(of: "a fault", plan.count)
        var fault = blank(plan[index])
        try fields.read(element, into: &fault)
        report[keyPath: path].append(fault)
      }
    }
  }
}

extension FaultEffect: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [
      .init("kind", .first) { .string($0.kind.rawValue) }, .words(\.words, "text", .after("kind")),
    ]
}
