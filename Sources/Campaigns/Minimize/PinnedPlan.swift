internal import FaultPlans
internal import Replayer
internal import TraceFormat

/// A fault plan whose moments stay with their events while others are left out of the session: they
/// are counted anew among what is left.
struct PinnedPlan: Sendable {
  var faults: [PinnedFault]
  private let seed: UInt64
  /// The parts of the session that are events of each kind, in order; for resets, those at which they are due.
  private var parts: [FaultTrigger.Event: [Int]] = [:]

  struct PinnedFault: Sendable {
    var fault: Fault
    /// The part of the session; nil where the moment stays as it stands.
    var part: Int?
  }

  /// - Parameter events: those of a whole session, numbered from 0.
  init(_ plan: FaultPlan, in events: [Event]) {
    self.init(loose: plan)
    guard !plan.isEmpty, let injector = FaultInjector(candidate: events) else { return }
    for kind in FaultTrigger.Event.allCases where !kind.isOfReset {
      parts[kind] = injector.sequences(of: kind).map { Int($0) }
    }
    parts[.reset] = injector.resetsIfAny(under: plan).map {
      Int($0.sequence)
    }
    for index in faults.indices { pin(&faults[index], injector) }
  }

  /// A plan whose moments all stay as they stand.
  init(loose plan: FaultPlan) {
    seed = plan.seed
    faults = plan.faults.map { PinnedFault(fault: $0) }
  }

  private func pin(_ pinned: inout PinnedFault, _ injector: FaultInjector) {
    let moment = pinned.fault.trigger
    if moment.event.isOfReset {
      let resets = parts[.reset] ?? []
      let index = moment.resetNumber - 1
      if moment.conditions.isEmpty, resets.indices.contains(index) { pinned.part = resets[index] }
    } else if let sequence = injector.sequence(of: moment) {
      pinned.part = Int(sequence)
      // The number among all events of the kind says as much.
      pinned.fault.trigger.conditions = []
    }
  }

  /// The plan for what is left of the session, the parts in `kept`.
  func plan(keeping kept: some Sequence<Int>) -> FaultPlan {
    let kept = faults.isEmpty ? [] : Set(kept)
    return FaultPlan(faults.compactMap { fault(of: $0, kept) }, seed: seed)
  }

  /// A fault for what is left; nil where its event is gone, and no other will do.
  private func fault(of pinned: PinnedFault, _ kept: Set<Int>) -> Fault? {
    guard let part = pinned.part else { return pinned.fault }
    var fault = pinned.fault
    if fault.trigger.event.isOfReset {
      let resets = parts[.reset] ?? []
      fault.trigger.resetNumber = 1 + resets.count { $0 < part && kept.contains($0) }
      return fault
    }
    let events = (parts[fault.trigger.event] ?? []).filter(kept.contains)
    guard let number = events.firstIndex(of: part) ?? fault.neighbour(of: part, among: events)
    else { return nil }
    fault.trigger.number = number + 1
    return fault
  }
}

extension Fault {
  /// Which of the events that are left stands for one that is gone. What makes a reset due does so as
  /// well after the event before; what happens to the event itself needs it.
  fileprivate func neighbour(of part: Int, among events: [Int]) -> Int? {
    guard kind.family == .server || kind.family == .schema else { return nil }
    return trigger.relation == .before
      ? events.firstIndex { $0 > part } : events.lastIndex { $0 < part }
  }
}
