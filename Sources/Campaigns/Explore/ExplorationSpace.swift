internal import FaultPlans
internal import Replayer

/// Everything that can go wrong with a trace: every fault, in every form that fits its schema, at
/// every point of its sessions. Cases are counted, and only those that are chosen are made.
package struct ExplorationSpace: Sendable {
  /// How many cases there are of each fault, in the order of the catalogue.
  private(set) var counts: [Int] = []

  /// The points at which a reset could be asked for, and which reset of the replay it then is.
  private let points: [(moment: FaultTrigger, resetNumber: Int)]
  /// How many events of each kind there are, for moments to count by; of resets those that were recorded.
  private let eventCounts: [FaultTrigger.Event: Int]
  private let variants: FaultVariants
  private let faults: [FaultDescription]
  let seed: UInt64

  /// What a case is made of: a fault, its moment, and where a reset is asked for besides.
  private typealias Body = (FaultKind, FaultTrigger, _ resetAt: FaultTrigger?) -> Void

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
    eventCounts = counts
    variants = FaultVariants(injector.timelines)
    // Where the transactions themselves are known, messages only repeat them.
    let isInside = kinds[..<2].contains { counts[$0] != 0 }
    let moments =
      (isInside ? kinds[..<2] : kinds[2...]).flatMap { Self.moments(.after, $0, counts) }
      + Self.moments(.at, .reset, counts)
    points = zip(moments, injector.resetNumbers(of: moments)).map { ($0, $1) }
    self.faults = FaultCatalogue.all.filter {
      !$0.replayEvents.isEmpty && faults?.contains($0.name) ?? true
    }
    self.counts = self.faults.map { fault in
      var count = 0
      each(of: fault) { _, _, _ in count += 1 }
      return count
    }
  }

  /// The cases of some numbers, which are in order: they count by faults in the order of the catalogue, then by points.
  func cases(at numbers: [Int]) -> [ExplorationCase] {
    var (cases, number) = ([ExplorationCase](), 0)
    cases.reserveCapacity(numbers.count)
    for (fault, count) in zip(faults, counts) {
      let end = number + count
      // A fault of which nothing is chosen is passed over.
      guard cases.count < numbers.count, numbers[cases.count] < end else {
        number = end
        continue
      }
      each(of: fault) { kind, moment, point in
        defer { number += 1 }
        guard cases.count < numbers.count, numbers[cases.count] == number else { return }
        cases.append(ExplorationCase(kind, moment, resetAt: point, seed: seed))
      }
    }
    return cases
  }

  /// A moment at, or after, each event of a kind.
  private static func moments(
    _ relation: TriggerRelation, _ event: FaultTrigger.Event,
    _ counts: [FaultTrigger.Event: Int]
  ) -> [FaultTrigger] {
    (0..<(counts[event] ?? 0)).map { FaultTrigger(relation, event, $0 + 1) }
  }

  private func each(of fault: FaultDescription, _ body: Body) {
    let events = fault.replayEvents
    for kind in variants.kinds(of: fault) {
      switch kind.family {
      case .server, .schema: for point in points { body(kind, point.moment, nil) }
      case .client: eachOfClient(kind, events, body)
      case .transport: eachOfTransport(kind, events, body)
      }
    }
  }

  /// What happens to a reset: one that was recorded, and one at every other point.
  private func eachOfClient(_ kind: FaultKind, _ events: [FaultTrigger.Event], _ body: Body) {
    for var moment in moments(of: kind, events) {
      for point in points {
        moment.resetNumber = point.resetNumber
        body(kind, moment, point.moment.event == .reset ? nil : point.moment)
      }
    }
    if events.contains(.commit) {
      for moment in Self.moments(.at, .commit, eventCounts) { body(kind, moment, nil) }
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
  private func eachOfTransport(_ kind: FaultKind, _ events: [FaultTrigger.Event], _ body: Body) {
    for event: FaultTrigger.Event in [.commit, .upload, .download, .reset]
    where events.contains(event) {
      for moment in Self.moments(.at, event, eventCounts) { body(kind, moment, nil) }
    }
    guard events.contains(.reset) else { return }
    for point in points where point.moment.event != .reset {
      body(kind, FaultTrigger(.at, .reset, point.resetNumber), point.moment)
    }
  }
}
