import RealmModel
package import TraceFormat

/// Where faults are injected.
package enum FaultPlace: String, Hashable, Sendable, CaseIterable {
  /// In a recorded session, while it is replayed.
  case replay
  /// Between a client and a server, while their session is recorded.
  case wire
}

extension FaultDescription {
  /// The events of a place at which the fault can happen; none where it cannot be done there.
  package func events(in place: FaultPlace) -> [FaultMoment.Event] {
    switch place {
    case .replay: replayEvents
    case .wire: wireEvents
    }
  }

  /// Where the fault can be done.
  package var places: [FaultPlace] { FaultPlace.allCases.filter { !events(in: $0).isEmpty } }
}

extension Fault {
  /// Whether a place has what the fault does, and the event that its moment is counted by.
  package func isPossible(in place: FaultPlace) -> Bool {
    let description = FaultCatalogue.description(of: kind.name)
    return description?.events(in: place).contains(moment.event) ?? false
  }

  /// Reads a fault from its text form, for a place.
  ///
  /// - Throws: which part of the text is something else than was expected, or cannot be done there.
  package init(text: String, for place: FaultPlace) throws(JSONShapeFailure) {
    try self.init(text: text)
    try check(for: place, at: JSONNode(json))
  }

  fileprivate func check(for place: FaultPlace, at node: JSONNode) throws(JSONShapeFailure) {
    guard !isPossible(in: place), let description = FaultCatalogue.description(of: kind.name)
    else { return }
    let events = description.events(in: place)
    guard !events.isEmpty else {
      throw JSONNode(.string(kind.name), path: node.memberPath("fault")).failure(
        expected: "a fault for \(place.use); "
          + description.places.map { "`\(kind.name)` is for \($0.use)" }.joined(separator: ", "))
    }
    throw JSONNode(.string(moment.event.rawValue), path: node.memberPath("event")).failure(
      expected: JSONNode.alternatives(events.map(\.rawValue))
        + " for `\(kind.name)` \(place.adverb)")
  }
}

extension FaultPlan {
  /// Reads a plan file, for a place.
  ///
  /// - Throws: where in the file something else was expected, or cannot be done there.
  package init(parsing bytes: [UInt8], for place: FaultPlace) throws(JSONShapeFailure) {
    self = try JSONNode.reading(bytes, sizeMax: Self.sizeMaxBytes) {
      node throws(JSONShapeFailure) in
      let plan = try FaultPlan(node)
      var members = try JSONMembers(node)
      for (fault, element) in zip(plan.faults, try members.require("faults").elements()) {
        try fault.check(for: place, at: element)
      }
      return plan
    }
  }
}

extension FaultPlace {
  /// What one does there, as an error says it.
  fileprivate var use: String {
    switch self {
    case .replay: "a replay"
    case .wire: "the wire (`tracetool record`)"
    }
  }
  fileprivate var adverb: String {
    switch self {
    case .replay: "in a replay"
    case .wire: "on the wire (`tracetool record`)"
    }
  }
}
