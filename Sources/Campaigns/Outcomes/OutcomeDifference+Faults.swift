internal import TraceFormat

extension OutcomeDifference {
  typealias InjectedFault = OutcomeSummary.InjectedFault

  /// The faults that fire otherwise than before, or that only one side has.
  static func faultChanges(_ old: [InjectedFault], _ new: [InjectedFault]) -> [Change] {
    // A plan can have a fault twice; then the first stands against the first.
    var known = Dictionary(grouping: old.reversed()) { TextBytes($0.fault) }
    let changes = new.compactMap { fault in
      change(from: known[TextBytes(fault.fault)]?.popLast(), to: fault)
    }
    let gone = known.sorted { $0.key < $1.key }.flatMap { $0.value.reversed() }
    return changes + gone.compactMap { change(from: $0, to: nil) }
  }

  private static func change(from old: InjectedFault?, to new: InjectedFault?) -> Change? {
    let (before, now) = (old?.details ?? [], new?.details ?? [])
    let isSame = before.map { TextBytes($0) } == now.map { TextBytes($0) }
    let change: OutcomeChange.FaultChange
    switch (old?.hasFired, new?.hasFired) {
    case (nil, _): change = .isNew
    case (_, nil): change = .isGone
    case (true?, false?): change = .stopped
    case (false?, true?): change = .started
    case (_?, _?) where isSame: return nil
    case (let hasFired?, _?): change = hasFired ? .otherEffect : .otherReason
    }
    return Change(
      .other, .fault((new ?? old)?.fault ?? "", change),
      details: before.map { Detail(.gone($0), line: old?.line) } + now.map { Detail(.new($0)) })
  }
}
