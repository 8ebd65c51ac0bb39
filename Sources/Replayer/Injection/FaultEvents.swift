import RealmModel
import TraceFormat

/// The events of a trace that moments are counted by, in order.
struct FaultEvents: Sendable {
  /// One of them.
  struct Event: Sendable {
    var session: UInt32
    var step: TraceFold.Step
  }

  private var events: [FaultMoment.Event: [Event]] = [:]

  init(_ fold: TraceFold) {
    let all = fold.steps.flatMap { session, steps in
      steps.map { Event(session: session, step: $0) }
    }
    for event in all.sorted(by: { $0.step.sequence < $1.step.sequence }) {
      if let kind = event.step.eventKind { events[kind, default: []].append(event) }
    }
  }

  /// How many events of a kind there are.
  func count(of kind: FaultMoment.Event) -> Int { events[kind]?.count ?? 0 }

  /// The records of the events of a kind, in order.
  func sequences(of kind: FaultMoment.Event) -> [UInt64] {
    events[kind]?.map(\.step.sequence) ?? []
  }

  /// The event that a moment names.
  func find(_ moment: FaultMoment) throws(FaultRefusal) -> Event {
    let all = events[moment.event] ?? []
    let chosen =
      moment.conditions.isEmpty ? all : all.filter { $0.meets(moment.conditions) }
    guard moment.number <= chosen.count else {
      throw .fewerEvents(chosen.count, moment)
    }
    return chosen[moment.number - 1]
  }

  /// The moments right after events, by their records.
  var momentsAfterRecords: [UInt64: FaultMoment] {
    var moments: [UInt64: FaultMoment] = [:]
    for kind in FaultMoment.Event.allCases {
      for (index, event) in (events[kind] ?? []).enumerated() {
        moments[event.step.sequence] = FaultMoment(.after, kind, index + 1)
      }
    }
    return moments
  }
}

extension TraceFold.Step {
  /// The kind of event that the step is, where moments are counted by it.
  fileprivate var eventKind: FaultMoment.Event? {
    switch content {
    case .localCommit: .commit
    case .serverCommit: .serverCommit
    case .upload(let entries): entries.isEmpty ? nil : .upload
    case .download: .download
    case .error: .error
    case .snapshot, .observed: nil
    }
  }

  /// The versions that the event is about.
  fileprivate var versions: [UInt64] {
    switch content {
    case .localCommit(let commit): [commit.recorded.clientVersion]
    case .serverCommit(let commit): [commit.recorded.serverVersion]
    case .upload(let entries): entries.map(\.recorded.clientVersion)
    case .download(let download): [download.downloadServerVersion]
    case .error, .snapshot, .observed: []
    }
  }

  /// The changesets that the event carries, as far as they can be read.
  fileprivate var changesets: [Changeset] {
    switch content {
    case .localCommit(let commit): [commit.changeset].compactMap { $0 }
    case .serverCommit(let commit): [commit.changeset].compactMap { $0 }
    case .upload(let entries): entries.compactMap(\.changeset)
    case .download(let download): download.entries.compactMap(\.changeset)
    case .error, .snapshot, .observed: []
    }
  }
}

extension FaultEvents.Event {
  fileprivate func meets(_ conditions: [FaultCondition]) -> Bool {
    let ofInstructions = conditions.filter(\.isOfInstruction)
    return conditions.allSatisfy { $0.isOfInstruction || meets($0) }
      && (ofInstructions.isEmpty || hasInstruction(meeting: ofInstructions))
  }

  private func meets(_ condition: FaultCondition) -> Bool {
    switch condition.attribute {
    case .session: return condition.holds(of: UInt64(session))
    case .version: return step.versions.contains { condition.holds(of: $0) }
    case .code, .action:
      guard case .error(let error) = step.content else { return false }
      return condition.holds(of: error)
    case .className, .property, .instruction: return true
    }
  }

  /// Whether one instruction meets all of the conditions.
  private func hasInstruction(meeting conditions: [FaultCondition]) -> Bool {
    step.changesets.contains { changeset in
      changeset.instructions.contains { instruction in
        conditions.allSatisfy { $0.holds(of: instruction, in: changeset) }
      }
    }
  }
}

extension FaultCondition {
  fileprivate var isOfInstruction: Bool {
    attribute == .className || attribute == .property || attribute == .instruction
  }

  fileprivate func holds(of value: UInt64) -> Bool {
    guard case .number(let digits) = self.value, let wanted = UInt64(digits) else { return false }
    return comparison.holds(value, wanted)
  }

  fileprivate func holds(of value: RealmString) -> Bool {
    guard case .text(let wanted) = self.value else { return false }
    return comparison.holds(value, RealmString(wanted))
  }

  /// Whether a condition on an error holds.
  func holds(of error: SyncError) -> Bool {
    switch attribute {
    case .action: return holds(of: RealmString(error.action.rawValue))
    case .code:
      guard case .number(let digits) = value, let wanted = Int32(digits), let code = error.code
      else { return false }
      return comparison.holds(code, wanted)
    default: return true
    }
  }

  /// Whether a condition on a session holds.
  func holds(ofSession session: UInt32) -> Bool {
    attribute != .session || holds(of: UInt64(session))
  }

  fileprivate func holds(of instruction: Instruction, in changeset: Changeset) -> Bool {
    switch attribute {
    case .className: holds(of: changeset.string(instruction.table))
    case .property: instruction.property.map { holds(of: changeset.string($0)) } ?? false
    default: holds(of: RealmString(instruction.kind.name))
    }
  }
}

extension Instruction {
  /// The property that the instruction is about, where it is about one.
  fileprivate var property: StringIndex? {
    switch self {
    case .addColumn(let it): it.field
    case .eraseColumn(let it): it.field
    default: location?.field
    }
  }
}
