package import TraceFormat

package enum InjectionTarget: String, Hashable, Sendable, CaseIterable {
  case replay
  /// What passes between a client and a server, while their session is recorded.
  case wire
  /// The server of a simulated world.
  case simulation
}

extension FaultDescription {
  /// The events of a target at which the fault can happen; none where the target has no such fault.
  package func events(in target: InjectionTarget) -> [FaultTrigger.Event] {
    switch target {
    case .replay: replayEvents
    case .wire: wireEvents
    case .simulation: isSimulated ? [.day] : []
    }
  }

  package var targets: [InjectionTarget] {
    InjectionTarget.allCases.filter { !events(in: $0).isEmpty }
  }

  func check(
    _ event: FaultTrigger.Event, for target: InjectionTarget, at node: JSONNode
  ) throws(JSONShapeFailure) {
    let events = self.events(in: target)
    guard !events.isEmpty else {
      throw JSONNode(.string(name), path: node.memberPath("fault")).failure(
        expected: "a fault for \(target.use); `\(name)` is for "
          + targets.map(\.use).joined(separator: " and "))
    }
    guard events.contains(event) else {
      throw JSONNode(.string(event.rawValue), path: node.memberPath("event")).failure(
        expected: "\(expectation(of: events)) \(target.adverb)")
    }
  }
}

extension Fault {
  /// Whether a target has what the fault does, and the event that its trigger is counted by.
  package func isPossible(in target: InjectionTarget) -> Bool {
    let description = FaultCatalogue.description(of: kind.name)
    return description?.events(in: target).contains(trigger.event) ?? false
  }

  /// Reads a fault from its text form, for a target where one is given.
  ///
  /// - Throws: which part of the text is something else than was expected, or is not possible there.
  package init(text: String, for target: InjectionTarget?) throws(JSONShapeFailure) {
    var words = FaultWords(text)
    try self.init(JSONNode(try words.fault()), for: target)
  }
}

extension FaultPlan {
  /// Reads a plan file, for a target where one is given.
  ///
  /// - Throws: where in the file something else was expected, or is not possible there.
  package init(parsing bytes: [UInt8], for target: InjectionTarget?) throws(JSONShapeFailure) {
    self = try JSONNode.reading(bytes, sizeMax: Self.sizeMaxBytes) {
      node throws(JSONShapeFailure) in try FaultPlan(node, for: target)
    }
  }
}

extension InjectionTarget {
  fileprivate var use: String {
    switch self {
    case .replay: "a replay"
    case .wire: "the wire (`tracetool record`)"
    case .simulation: "a simulated world (`tracetool simulate`)"
    }
  }
  fileprivate var adverb: String { (self == .wire ? "on " : "in ") + use }
}
