internal import TraceFormat

// Everything but the writes
extension OutcomeDifference {
  static func resultChanges(_ old: OutcomeSummary, _ new: OutcomeSummary) -> [Change] {
    guard old.result != new.result else { return [] }
    let direction: Direction = new.result.harm < old.result.harm ? .better : .worse
    return [Change(direction, of: .fates, .ending(from: old.result, to: new.result))]
  }

  static func factChanges(_ old: OutcomeSummary, _ new: OutcomeSummary) -> [Change] {
    OutcomeSummary.Fact.Kind.allCases.compactMap { kind in
      let (before, now) = (old.facts(kind), new.facts(kind))
      guard before.map({ TextBytes($0) }) != now.map({ TextBytes($0) }) else { return nil }
      return Change(
        .other, .fact(kind),
        details: before.map { Detail(.gone($0)) } + now.map { Detail(.new($0)) })
    }
  }

  static func stateChanges(
    _ old: OutcomeSummary.StateSummary?, _ new: OutcomeSummary.StateSummary?
  ) -> [Change] {
    guard let old, let new, old != new else { return [] }
    guard old != .notKnown, new != .notKnown else {
      return [
        Change(.other, .state, details: [Detail(.gone(old.digest)), Detail(.new(new.digest))])
      ]
    }
    let known = Dictionary(old.classes.map { (TextBytes($0.name), $0) }) { first, _ in first }
    let present = Set(new.classes.map { TextBytes($0.name) })
    let changed = new.classes.compactMap { now -> Detail? in
      guard let before = known[TextBytes(now.name)] else { return Detail(.new(now.text)) }
      return before == now ? nil : Detail(.objects(now, was: before))
    }
    let gone = old.classes.filter { !present.contains(TextBytes($0.name)) }
    return [Change(.other, .state, details: changed + gone.map { Detail(.gone($0.text)) })]
  }

  /// What was done to the server's data: by the account of harm where both sides have it, and piece by
  /// piece where one is a golden.
  static func harmChanges(_ old: OutcomeSummary, _ new: OutcomeSummary) -> [Change] {
    guard let before = old.harmedPlaces, let now = new.harmedPlaces else {
      return findingChanges(.collateral, old.collateral, new.collateral)
    }
    return findingChanges(.harm, before, now)
  }

  static func findingChanges(
    _ role: FindingRole, _ old: [OutcomeSummary.Finding], _ new: [OutcomeSummary.Finding]
  ) -> [Change] {
    let kinds = Set((old + new).map(\.kind)).sorted()
    return kinds.compactMap { kind in
      let before = old.filter { $0.kind == kind }.map(\.text)
      let now = new.filter { $0.kind == kind }.map(\.text)
      let details =
        before.without(now).map { Detail(.gone($0)) } + now.without(before).map { Detail(.new($0)) }
      guard !details.isEmpty else { return nil }
      let count = now.count - before.count
      return Change(
        count > 0 ? .worse : count < 0 ? .better : .other,
        of: role == .trap ? .other : .fates,
        .findings(role, kind: kind, more: count), details: details)
    }
  }
}

extension [String] {
  /// The elements that the other array has less often.
  fileprivate func without(_ others: [String]) -> [String] {
    var counts = Dictionary(others.map { (TextBytes($0), 1) }, uniquingKeysWith: +)
    return filter { text in
      let text = TextBytes(text)
      guard let count = counts[text], count > 0 else { return true }
      counts[text] = count - 1
      return false
    }
  }
}

extension ResetEnding {
  /// The higher, the worse for the data.
  fileprivate var harm: Int {
    switch self {
    case .recovered, .noReset: 0
    case .discarded: 1
    case .manual: 2
    case .failed: 3
    case .crash: 4
    }
  }
}

extension OutcomeSummary.ClassSummary {
  /// Such as `T: 3 objects`.
  package var text: String { "\(name): \(objects)" }

  /// Such as `3 objects`, or `embedded`.
  package var objects: String {
    objectCount?.counted("object") ?? "embedded"
  }
}

extension OutcomeDifference {
  typealias InjectedFault = OutcomeSummary.InjectedFault

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
