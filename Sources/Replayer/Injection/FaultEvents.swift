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
    case .snapshot, .observed, .lostUpload, .lostDownload, .silentIntegration: nil
    }
  }

  /// The versions that the event is about.
  fileprivate var versions: [UInt64] {
    switch content {
    case .localCommit(let commit): [commit.recorded.clientVersion]
    case .serverCommit(let commit): [commit.recorded.serverVersion]
    case .upload(let entries): entries.map(\.recorded.clientVersion)
    case .download(let download): [download.downloadServerVersion]
    case .error, .snapshot, .observed, .lostUpload, .lostDownload, .silentIntegration: []
    }
  }

  /// The changesets that the event carries, as far as they can be read.
  fileprivate var changesets: [Changeset] {
    switch content {
    case .localCommit(let commit): [commit.changeset].compactMap { $0 }
    case .serverCommit(let commit): [commit.changeset].compactMap { $0 }
    case .upload(let entries): entries.compactMap(\.changeset)
    case .download(let download): download.entries.compactMap(\.changeset)
    case .error, .snapshot, .observed, .lostUpload, .lostDownload, .silentIntegration: []
    }
  }
}

extension FaultEvents.Event: FaultOccasion {
  var versions: [UInt64] { step.versions }
  var changesets: [Changeset] { step.changesets }
  var error: SyncError? { if case .error(let error) = step.content { error } else { nil } }
  // Who sends what, and in which form, is of the wire; a session is folded from what was said.
  var direction: WireMessage.Direction? { nil }
  var typeWord: String? { nil }
}
