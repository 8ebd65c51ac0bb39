internal import FaultPlans
internal import Replayer

/// Everything that can go wrong with a trace: every fault, in every form that fits its schema, at
/// every point of its sessions.
package struct ExplorationSpace: Sendable {
  /// In the order of the catalogue, then of the points.
  package private(set) var cases: [ExplorationCase] = []

  /// The points at which a reset could be asked for.
  private let points: [FaultTrigger]
  private let counts: EventCounts
  private let variants: FaultVariants
  let seed: UInt64

  /// - Parameters:
  ///   - timelines: the sessions of the trace.
  ///   - counts: how many events of each kind there are.
  ///   - faults: the names of the faults; all if nil.
  ///   - seed: what decides where a fault leaves something open.
  init(_ timelines: [SessionTimeline], _ counts: EventCounts, faults: Set<String>?, seed: UInt64) {
    (self.counts, self.seed) = (counts, seed)
    variants = FaultVariants(timelines)
    points = counts.points
    for description in FaultCatalogue.all where faults?.contains(description.name) ?? true {
      let events = description.replayEvents
      guard !events.isEmpty else { continue }
      for kind in variants.kinds(of: description) { add(kind, events) }
    }
  }

  private mutating func add(_ kind: FaultKind, _ events: [FaultTrigger.Event]) {
    switch kind.family {
    case .server, .schema: for point in points { add(kind, [point]) }
    case .client: addToClient(kind, events)
    case .transport: addToTransport(kind, events)
    }
  }

  private mutating func add(_ kind: FaultKind, _ moments: [FaultTrigger]) {
    cases.append(ExplorationCase(kind, moments, seed: seed))
  }

  /// What happens to a reset: one that was recorded, and one at every other point.
  private mutating func addToClient(_ kind: FaultKind, _ events: [FaultTrigger.Event]) {
    for moment in moments(of: kind, events) {
      for point in points {
        if point.event == .reset {
          var moment = moment
          if moment.event == .step {
            moment.reset = point.number
          } else {
            moment.number = point.number
          }
          add(kind, [moment])
        } else {
          cases.append(ExplorationCase(kind, moment, resetAt: point, seed: seed))
        }
      }
    }
    if events.contains(.commit) {
      for number in 0..<counts.commits { add(kind, [FaultTrigger(.at, .commit, number + 1)]) }
    }
  }

  /// The moments of a reset at which a fault of the client can happen.
  private func moments(of kind: FaultKind, _ events: [FaultTrigger.Event]) -> [FaultTrigger] {
    var moments: [FaultTrigger] = []
    if events.contains(.reset) {
      moments.append(FaultTrigger(kind.name == "second-reset" ? .after : .at, .reset))
    }
    if events.contains(.step) {
      moments += ResetStep.allCases.map { FaultTrigger(.at, .step, $0.rawValue) }
    }
    // A plan knows at which steps a fault makes sense, such as those with a commit.
    return moments.filter { Fault($0, kind).isExpressible }
  }

  /// What happens to a message, or the download of a reset.
  private mutating func addToTransport(_ kind: FaultKind, _ events: [FaultTrigger.Event]) {
    let numbers: [(FaultTrigger.Event, Int)] = [
      (.commit, counts.commits), (.upload, counts.uploads), (.download, counts.downloads),
      (.reset, counts.resets),
    ]
    for (event, count) in numbers where events.contains(event) {
      for number in 0..<count { add(kind, [FaultTrigger(.at, event, number + 1)]) }
    }
    guard events.contains(.reset) else { return }
    for point in points where point.event != .reset {
      cases.append(ExplorationCase(kind, FaultTrigger(.at, .reset), resetAt: point, seed: seed))
    }
  }
}

/// How many events of each kind a trace has, for moments to count by.
struct EventCounts: Sendable {
  var commits = 0
  var serverCommits = 0
  var uploads = 0
  var downloads = 0
  /// Resets that were recorded.
  var resets = 0

  init(_ injector: FaultInjector) {
    commits = injector.sequences(of: .commit).count
    serverCommits = injector.sequences(of: .serverCommit).count
    uploads = injector.sequences(of: .upload).count
    downloads = injector.sequences(of: .download).count
    resets = injector.resetCount
  }

  /// The points of a session: after each change on either side, and the resets that took place.
  var points: [FaultTrigger] {
    func after(_ event: FaultTrigger.Event, _ count: Int) -> [FaultTrigger] {
      (0..<count).map { FaultTrigger(.after, event, $0 + 1) }
    }
    // Where the transactions themselves are known, messages only repeat them.
    let isInside = commits + serverCommits > 0
    return after(.commit, commits) + after(.serverCommit, serverCommits)
      + (isInside ? [] : after(.upload, uploads) + after(.download, downloads))
      + (0..<resets).map { FaultTrigger(.at, .reset, $0 + 1) }
  }
}
