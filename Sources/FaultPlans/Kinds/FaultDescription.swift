internal import TraceFormat

package struct FaultDescription: Sendable {
  package struct Parameter: Hashable, Sendable {
    package var name: String
    /// What it says, in words, and what its absence means.
    package var meaning: String
    package var isRequired: Bool

    init(_ name: String, _ meaning: String, isRequired: Bool = false) {
      (self.name, self.meaning, self.isRequired) = (name, meaning, isRequired)
    }
  }

  /// The fault, of which a plan states nothing.
  package var kind: FaultKind
  /// What it simulates, in one sentence without a final period.
  package var summary: String
  /// The events of a replay at which it can happen; none where it is for the wire alone.
  package var replayEvents: [FaultTrigger.Event] = []
  /// The events of the wire at which it can happen; none where it is for replays alone.
  package var wireEvents: [FaultTrigger.Event] = []
  /// Whether the server of a simulated world can do it, on a day.
  package var isSimulated = false
  /// Of a reset's steps, those at which it can happen; nil for all, where it can at any.
  package var steps: [ResetStep]?
  package var parameters: [Parameter] = []
  package var example: String

  package var name: String { kind.name }
  package var family: FaultFamily { kind.family }

  func kind(_ parameters: JSONNode?, at node: JSONNode) throws(JSONShapeFailure) -> FaultKind {
    let given = parameters ?? JSONNode(.object([]), path: node.memberPath("parameters"))
    var members = try JSONMembers(given)
    let kind = try kind.stating(&members)
    try members.finish()
    return kind
  }

  /// The events at which the fault can happen, in the words of a refusal.
  func expectation(of events: [FaultTrigger.Event]) -> String {
    let names = events.map(\.rawValue)
    return (names.count == 1 ? "`\(names[0])`" : JSONNode.alternatives(names)) + " for `\(name)`"
  }

  func check(_ trigger: FaultTrigger, at node: JSONNode) throws(JSONShapeFailure) {
    func refusal(of member: String, _ value: JSONText, expected: String) -> JSONShapeFailure {
      JSONNode(value, path: node.memberPath(member)).failure(expected: expected)
    }
    let events = FaultTrigger.Event.allCases.filter {
      replayEvents.contains($0) || wireEvents.contains($0) || isSimulated && $0 == .day
    }
    guard events.contains(trigger.event) else {
      throw refusal(
        of: "event", .string(trigger.event.rawValue),
        expected: expectation(of: events))
    }
    if trigger.event == .step {
      let known = steps ?? ResetStep.allCases
      guard let step = ResetStep(rawValue: trigger.number), known.contains(step) else {
        throw refusal(
          of: "number", .integer(trigger.number),
          expected: steps == nil
            ? "a step from 1 to \(ResetStep.allCases.count)"
            : JSONNode.alternatives(known.map { String($0.rawValue) }) + " for `\(name)`")
      }
    }
    guard trigger.event != .end || trigger.number == 1 else {
      throw refusal(
        of: "number", .integer(trigger.number),
        expected: "no number for the event `end`, which is the end of each file")
    }
    let relation = JSONText.string(trigger.relation.rawValue)
    guard trigger.event != .day || trigger.relation == .at else {
      throw refusal(of: "relation", relation, expected: "`at`, because a day is a moment")
    }
    guard trigger.event != .reset || trigger.relation != .after || family == .client else {
      throw refusal(
        of: "relation", relation, expected: "`before` or `at` a reset for `\(name)`")
    }
  }
}
