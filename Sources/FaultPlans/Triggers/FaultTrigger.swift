/// When a fault happens: at the n-th event of a kind that meets all conditions, or just before or after it.
package struct FaultTrigger: Codable, Hashable, Sendable {
  package enum Event: String, Codable, Hashable, Sendable, CaseIterable {
    case commit
    /// An UPLOAD with changesets, from client to server.
    case upload
    case download
    /// A changeset of the server's history that is known without having crossed the wire.
    case serverCommit = "server-commit"
    case error
    case reset
    /// A step of the lifecycle of a reset (`docs/faults.md`, "The steps of a reset").
    case step
    /// The end of what the trace shows of a device's file: of each, so these are not counted.
    case end
    /// Any message of the wire, in either direction; of the wire alone.
    case message
    /// Noon of a day of a simulated world, whose first day is 1; of `tracetool simulate` alone.
    case day

    package var isOfReset: Bool { self == .reset || self == .step }
  }

  package var relation: TriggerRelation
  package var event: Event
  /// Which of the events that meet the conditions, from 1; for a step, its number.
  package var number: Int
  /// For a step: of which reset, from 1.
  package var reset: Int
  /// What the event has to be like; all of them.
  package var conditions: [FaultCondition]

  package init(
    _ relation: TriggerRelation = .at, _ event: Event, _ number: Int = 1, reset: Int = 1,
    where conditions: [FaultCondition] = []
  ) {
    (self.relation, self.event, self.number) = (relation, event, number)
    (self.reset, self.conditions) = (reset, conditions)
  }
}

extension FaultTrigger {
  /// Which reset it is about, from 1; of a moment of resets.
  package var resetNumber: Int {
    get { event == .step ? reset : number }
    set { if event == .step { reset = newValue } else { number = newValue } }
  }
}

package enum TriggerRelation: String, Codable, Hashable, Sendable, CaseIterable {
  case before
  /// While the event takes place: a fault of the transport changes the message itself, a crash ends the step of a reset
  /// halfway. For all other faults the same as `after`, but `at` a reset is when it is due.
  case at
  case after
}

package struct FaultCondition: Codable, Hashable, Sendable {
  package enum Attribute: String, Codable, Hashable, Sendable, CaseIterable {
    case session
    /// The version of the transaction, or one of those in the message.
    case version
    /// A class that a changeset of the event touches.
    case className = "class"
    /// A property that a changeset of the event touches.
    case property
    /// The name of an instruction in a changeset of the event, such as `EraseObject`.
    case instruction
    case code
    /// The action of an error, such as `ClientReset`.
    case action
    /// Who sent a message: `clientToServer` or `serverToClient`.
    case direction
    /// The word that a message begins with, such as `upload`.
    case type
  }

  package var attribute: Attribute
  package var comparison: FaultComparison
  package var value: FaultScalar

  package init(
    _ attribute: Attribute, _ comparison: FaultComparison = .equal, _ value: FaultScalar
  ) {
    (self.attribute, self.comparison, self.value) = (attribute, comparison, value)
  }
}

package enum FaultComparison: String, Codable, Hashable, Sendable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

/// A value that a plan states: what JSON can say in one word.
package enum FaultScalar: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number, in JSON's notation.
  case number(String)
  case text(String)
}
