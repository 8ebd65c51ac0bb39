internal import FaultPlans
internal import Replayer

/// Everything that can go wrong with a trace: every fault, in every form that fits its schema, at
/// every point of its sessions.
package struct ExplorationSpace: Sendable {
  /// In the order of the catalogue, then of the points.
  package private(set) var cases: [ExplorationCase] = []

  /// The points at which a reset could be asked for.
  private let points: [FaultTrigger]
  /// How many events of each kind there are, for moments to count by; of resets those that were recorded.
  private let counts: [FaultTrigger.Event: Int]
  private let variants: FaultVariants
  let seed: UInt64

  /// - Parameters:
  ///   - injector: the trace, folded.
  ///   - faults: the names of the faults; all if nil.
  ///   - seed: what decides where a fault leaves something open.
  init(_ injector: FaultInjector, faults: Set<String>?, seed: UInt64) {
    self.seed = seed
    let kinds: [FaultTrigger.Event] = [.commit, .serverCommit, .upload, .download]
    var counts = Dictionary(
      uniqueKeysWithValues: kinds.map { ($0, injector.sequences(of: $0).count) })
    counts[.reset] = injector.resetCount
    self.counts = counts
    variants = FaultVariants(injector.timelines)
    // Where the transactions themselves are known, messages only repeat them.
    let isInside = kinds[..<2].contains { counts[$0] != 0 }
    points =
      (isInside ? kinds[..<2] : kinds[2...]).flatMap { Self.moments(.after, $0, counts) }
      + Self.moments(.at, .reset, counts)
    for description in FaultCatalogue.all where faults?.contains(description.name) ?? true {
      let events = description.replayEvents
      guard !events.isEmpty else { continue }
      for kind in variants.kinds(of: description) { add(kind, events) }
    }
  }

  /// A moment at, or after, each event of a kind.
  private static func moments(
    _ relation: TriggerRelation, _ event: FaultTrigger.Event,
    _ counts: [FaultTrigger.Event: Int]
  ) -> [FaultTrigger] {
    (0..<(counts[event] ?? 0)).map { FaultTrigger(relation, event, $0 + 1) }
  }

  private mutating func add(_ kind: FaultKind, _ events: [FaultTrigger.Event]) {
    switch kind.family {
    case .server, .schema: for point in points { add(kind, point) }
    case .client: addToClient(kind, events)
    case .transport: addToTransport(kind, events)
    }
  }

  private mutating func add(
    _ kind: FaultKind, _ moment: FaultTrigger, resetAt point: FaultTrigger? = nil
  ) {
    cases.append(ExplorationCase(kind, moment, resetAt: point, seed: seed))
  }

  /// What happens to a reset: one that was recorded, and one at every other point.
  private mutating func addToClient(_ kind: FaultKind, _ events: [FaultTrigger.Event]) {
    for moment in moments(of: kind, events) {
      for point in points {
        if point.event == .reset {
          var moment = moment
          moment.resetNumber = point.number
          add(kind, moment)
        } else {
          add(kind, moment, resetAt: point)
        }
      }
    }
    if events.contains(.commit) {
      for moment in Self.moments(.at, .commit, counts) { add(kind, moment) }
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
    for event: FaultTrigger.Event in [.commit, .upload, .download, .reset]
    where events.contains(event) {
      for moment in Self.moments(.at, event, counts) { add(kind, moment) }
    }
    guard events.contains(.reset) else { return }
    for point in points where point.event != .reset {
      add(kind, FaultTrigger(.at, .reset), resetAt: point)
    }
  }
}
