import FaultPlans
import TraceFormat

/// The events of a trace that triggers are counted by, in order.
struct CountedEvents: Sendable {
  private var events: [FaultTrigger.Event: [SessionEvent]] = [:]

  init(_ fold: TraceFold) {
    let all = fold.events.values.joined()
    for event in all.sorted(by: { $0.sequence < $1.sequence }) {
      if let kind = event.eventKind { events[kind, default: []].append(event) }
    }
  }

  func sequences(of kind: FaultTrigger.Event) -> [UInt64] { events[kind]?.map(\.sequence) ?? [] }

  func find(_ trigger: FaultTrigger) throws(FaultRefusal) -> SessionEvent {
    let all = events[trigger.event] ?? []
    let chosen = trigger.conditions.isEmpty ? all : all.filter { $0.meets(trigger.conditions) }
    guard trigger.number <= chosen.count else {
      throw .fewerEvents(count: chosen.count, moment: trigger)
    }
    return chosen[trigger.number - 1]
  }

  /// The triggers right after events, by the events' records.
  var triggersAfterRecords: [UInt64: FaultTrigger] {
    var triggers: [UInt64: FaultTrigger] = [:]
    for kind in FaultTrigger.Event.allCases {
      for (index, event) in (events[kind] ?? []).enumerated() {
        triggers[event.sequence] = FaultTrigger(.after, kind, index + 1)
      }
    }
    return triggers
  }
}

extension SessionEvent {
  fileprivate var eventKind: FaultTrigger.Event? {
    switch content {
    case .localCommit: .commit
    case .serverCommit: .serverCommit
    case .upload(let entries): entries.isEmpty ? nil : .upload
    case .download: .download
    case .error: .error
    case .snapshot, .observed, .lostUpload, .lostDownload, .silentIntegration: nil
    }
  }

  var versions: [UInt64] {
    switch content {
    case .localCommit(let commit): [commit.recorded.clientVersion]
    case .serverCommit(let commit): [commit.recorded.serverVersion]
    case .upload(let entries): entries.map(\.recorded.clientVersion)
    case .download(let download): [download.downloadServerVersion]
    case .error, .snapshot, .observed, .lostUpload, .lostDownload, .silentIntegration: []
    }
  }

  /// The changesets that the event carries, as far as they can be read.
  var changesets: [Changeset] {
    switch content {
    case .localCommit(let commit): [commit.changeset].compactMap { $0 }
    case .serverCommit(let commit): [commit.changeset].compactMap { $0 }
    case .upload(let entries): entries.compactMap(\.changeset)
    case .download(let download): download.entries.compactMap(\.changeset)
    case .error, .snapshot, .observed, .lostUpload, .lostDownload, .silentIntegration: []
    }
  }
}

extension SessionEvent: TriggeringEvent {
  var error: SyncError? { if case .error(let error) = content { error } else { nil } }
  // Who sends what, and in which form, is of the wire; a session is folded from what was said.
  var direction: WireMessage.Direction? { nil }
  var typeWord: String? { nil }
}
