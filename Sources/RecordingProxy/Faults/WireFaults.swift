package import FaultPlans
package import TraceFormat

/// Injects the faults of a plan into the messages between clients and their server (`docs/faults.md`, "On the wire").
///
/// It does no input or output and knows no clock: whole messages of all connections come in, in the
/// order in which they reached the proxy, and what is done with each comes out. The same messages give
/// the same result; what a plan leaves open is chosen by its seed.
package struct WireFaults: Sendable {
  /// The faults, all of which may happen once.
  package let plan: FaultPlan
  private var sessionCount: UInt32 = 0
  private var waiting: [WaitingFault] = []
  private var refusals: [Int: WireRefusal] = [:]
  private var connections: [TextBytes: WireConnection] = [:]
  /// What the clients are not to hear of, by the files whose sessions that concerns.
  var silences: [FileIdent: WireSilence] = [:]

  /// A fault that has not happened, and how many events it has seen that were like its own.
  private struct WaitingFault: Sendable {
    let index: Int
    let trigger: FaultTrigger
    var seenCount = 0
  }

  /// Faults of the plan that cannot be done on the wire never happen, and say why (``unfired``).
  package init(_ plan: FaultPlan) {
    self.plan = plan
    for (index, fault) in plan.faults.enumerated() {
      if fault.isPossible(in: .wire) {
        waiting.append(WaitingFault(index: index, trigger: fault.trigger))
      } else {
        refusals[index] = .notOnWire
      }
    }
  }

  /// Whether every message must go through here: a fault is still to come, or one has an effect that
  /// lasts. Once that is over it is for good.
  package var needsMessages: Bool {
    !waiting.isEmpty || !silences.isEmpty || !connections.values.allSatisfy(\.isUndisturbed)
  }

  /// The faults that have not happened so far, in the order of the plan.
  package var unfired: [UnfiredWireFault] {
    let waiting = waiting.map { ($0.index, WireRefusal.fewerEvents($0.seenCount, $0.trigger)) }
    return (waiting + refusals.map { ($0.key, $0.value) }).sorted { $0.0 < $1.0 }.map {
      UnfiredWireFault(fault: plan.faults[$0.0], index: $0.0, reason: $0.1)
    }
  }

  /// Takes a whole WebSocket message and says what is done with it.
  ///
  /// - Parameters:
  ///   - direction: who sent it.
  ///   - name: the connection's name, the same for all of its messages and no other's.
  ///   - syncKind: what the connection's sub-protocol says.
  package mutating func take(
    _ bytes: [UInt8], _ direction: WireMessage.Direction, connection name: String,
    syncKind: SyncKind
  ) -> WireVerdict {
    let key = TextBytes(name)
    // Taken out while it is changed, so that its tables are not copied.
    var connection = connections.removeValue(forKey: key) ?? WireConnection(name: name)
    defer { connections[key] = connection }
    guard !connection.isClosed else { return WireVerdict() }

    var arrival = WireArrival(bytes, direction, syncKind)
    arrival.session = connection.session(of: arrival, sessionCount: &sessionCount)
    var passage = WirePassage(arrival: arrival)
    var happened: [Happening] = []
    if let cause = keptBack(arrival, &connection) {
      passage.forms = []
      happened.append(Happening(cause, .keptBack(arrival.name)))
    } else if let message = arrival.meaning {
      connection.sessions[arrival.sessionIdent]?.learn(from: message)
    }
    for index in dueFaults(at: arrival) {
      do throws(WireRefusal) {
        happened += try injected(index, &passage, &connection)
      } catch {
        refusals[index] = error
      }
    }
    happened += settle(&passage, &connection)
    return WireVerdict(actions: passage.actions, notes: happened.map(note(of:)))
  }

  /// Takes that a connection has ended, whoever ended it; gives what its messages then never met.
  package mutating func connectionEnded(_ name: String) -> [String] {
    guard let connection = connections.removeValue(forKey: TextBytes(name)) else { return [] }
    return connection.held.map { note(of: Happening($0.cause, .neverReleased($0.name))) }
  }

  /// Something that a fault did, by its index in the plan.
  struct Happening {
    let cause: Int
    let effect: WireEffect

    init(_ cause: Int, _ effect: WireEffect) { (self.cause, self.effect) = (cause, effect) }
  }

  private func note(of happening: Happening) -> String {
    "injected: `\(plan.faults[happening.cause].text)`: \(happening.effect.words)"
  }

  /// The faults that a message sets off, in the order of the plan.
  private mutating func dueFaults(at arrival: WireArrival) -> [Int] {
    var due: [Int] = []
    for position in waiting.indices {
      let trigger = waiting[position].trigger
      guard arrival.isEvent(trigger.event), arrival.meets(trigger.conditions) else { continue }
      waiting[position].seenCount += 1
      if waiting[position].seenCount == trigger.number { due.append(waiting[position].index) }
    }
    waiting.removeAll { due.contains($0.index) }
    return due
  }
}

// What follows from faults that have happened
extension WireFaults {
  /// The fault because of which a message does not go on, by its index.
  private mutating func keptBack(
    _ arrival: WireArrival, _ connection: inout WireConnection
  ) -> Int? {
    let session = connection.sessions[arrival.sessionIdent]
    guard arrival.sender == .serverToClient else {
      guard let ending = session?.ending, ending.isUnknownToServer else { return nil }
      return ending.cause
    }
    if let cause = connection.endedBy { return cause }
    if let ending = session?.ending {
      connection.sessions[arrival.sessionIdent]?.take(keptBack: arrival.meaning)
      return ending.cause
    }
    guard let file = session?.file else { return nil }
    return silences[file]?.keptBack(arrival)
  }

  /// Lets go what waited for the message, and keeps in mind what both sides now know.
  private mutating func settle(
    _ passage: inout WirePassage, _ connection: inout WireConnection
  ) -> [Happening] {
    let arrival = passage.arrival
    connection.isClosed = passage.close != nil
    guard !passage.forms.isEmpty else { return [] }
    if case .unbind = arrival.meaning { connection.sessions[arrival.sessionIdent]?.takeUnbind() }
    let released = connection.release(behind: arrival.sender, arrival.sessionIdent)
    passage.released = released.flatMap(\.forms)
    return released.map { Happening($0.cause, .released($0.name)) }
  }
}
