public import FaultPlans
public import TraceFormat

/// Makes a trace and a fault plan as small as they can get and still show something.
///
/// What is left out, in this order and until nothing more can go: faults, sessions, classes, objects,
/// properties, events, single instructions; then keys and values become short. Every candidate is a
/// trace of its own, judged like any other, so whatever is left does show it.
public struct TraceMinimizer {
  /// A trace with the faults to replay it under.
  public struct Candidate: Sendable {
    /// What is left of the trace.
    public var events: [Event]
    /// What is left of the faults.
    public var plan: FaultPlan

    /// A trace to begin with, and the faults that it is replayed with.
    public init(events: [Event], plan: FaultPlan = .none) {
      (self.events, self.plan) = (events, plan)
    }
  }

  /// What came of it.
  public struct Result: Sendable {
    /// The smallest trace and plan that were found.
    public var smallest: Candidate
    /// The instructions of the trace to begin with.
    public var instructionCountBefore: Int
    /// The instructions of the smallest.
    public var instructionCount: Int
    /// The faults of the plan to begin with.
    public var faultCountBefore: Int
    /// How many candidates were replayed.
    public var candidateCount: Int
    /// Whether the limit on candidates ended it before everything was tried.
    public var isCutShort: Bool
  }

  /// The limit on candidates where none is given.
  public static let candidateCountMax = 20_000

  private let keeps: (Candidate) -> Bool
  private let progress: (Int) -> Void
  private var reduction: Reduction
  private var draft: SessionDraft
  private var plan: PinnedPlan

  /// - Parameters:
  ///   - start: what is made smaller; it has to show the thing itself.
  ///   - candidateCountMax: after how many candidates to be content.
  ///   - progress: called with the number of instructions left after each step.
  ///   - keeps: whether a candidate still shows it.
  private init(
    _ start: Candidate, candidateCountMax: Int, progress: @escaping (Int) -> Void,
    keeps: @escaping (Candidate) -> Bool
  ) {
    draft = SessionDraft(start.events)
    plan = PinnedPlan(start.plan, in: draft.events)
    if !keeps(Self.candidate(draft, plan)) { plan = PinnedPlan(loose: start.plan) }
    reduction = Reduction(candidateCountMax: candidateCountMax)
    (self.keeps, self.progress) = (keeps, progress)
  }

  /// Makes a trace smaller.
  ///
  /// - Returns: the smallest found; nil if the trace does not show the thing to begin with.
  public static func minimize(
    _ start: Candidate, candidateCountMax: Int = candidateCountMax,
    progress: (Int) -> Void = { _ in }, keeps: (Candidate) -> Bool
  ) -> Result? {
    guard keeps(start) else { return nil }
    return withoutActuallyEscaping(keeps) { keeps in
      withoutActuallyEscaping(progress) { progress in
        var minimizer = TraceMinimizer(
          start, candidateCountMax: candidateCountMax, progress: progress, keeps: keeps)
        return minimizer.run()
      }
    }
  }

  private static func candidate(_ draft: SessionDraft, _ plan: PinnedPlan) -> Candidate {
    Candidate(events: draft.events, plan: plan.plan(keeping: draft.parts.map(\.origin)))
  }

  private mutating func run() -> Result {
    let before = (draft.instructionCount, plan.faults.count)
    var size = Int.max
    while size > self.size, !reduction.isCutShort {
      size = self.size
      leaveOutFaults()
      moveFaultsToReset()
      leaveOutSessions()
      for grouping in Grouping.allCases { leaveOutGroups(by: grouping) }
      leaveOutEvents()
      leaveOutInstructions()
    }
    shortenValues()
    return Result(
      smallest: Self.candidate(draft, plan), instructionCountBefore: before.0,
      instructionCount: draft.instructionCount, faultCountBefore: before.1,
      candidateCount: reduction.candidateCount,
      isCutShort: reduction.isCutShort)
  }

  private var size: Int { plan.faults.count + draft.parts.count + draft.instructionCount }
}

extension Fault {
  /// Whether the fault makes a reset due, and could as well happen to one.
  var canMoveToReset: Bool {
    !trigger.event.isOfReset && (kind.family == .server || kind.family == .schema)
  }

  var movedToReset: Fault { Fault(FaultTrigger(.at, .reset), kind) }
}

// What is left out
extension TraceMinimizer {
  /// The items that are left when nothing more can go; `part` makes the candidate that has only some.
  private mutating func reduce<Item>(_ items: [Item], _ part: ([Item]) -> Candidate) -> [Item] {
    let keeps = keeps
    return reduction.reduce(items) { keeps(part($0)) }
  }

  private mutating func reduce<Item>(_ items: [Item], _ part: ([Item]) -> SessionDraft) {
    let plan = plan
    let kept = reduce(items) { Self.candidate(part($0), plan) }
    draft = part(kept)
    progress(draft.instructionCount)
  }

  private mutating func leaveOutFaults() {
    let (draft, plan) = (draft, plan)
    self.plan.faults = reduce(plan.faults) { faults in
      var part = plan
      part.faults = faults
      return Self.candidate(draft, part)
    }
  }

  /// Lets faults happen to the reset that the trace has, rather than one that they make due earlier.
  private mutating func moveFaultsToReset() {
    for index in plan.faults.indices where plan.faults[index].fault.canMoveToReset {
      var moved = plan
      moved.faults[index] = PinnedPlan.PinnedFault(fault: plan.faults[index].fault.movedToReset)
      if reduction.isKept(Self.candidate(draft, moved), keeps) { plan = moved }
    }
  }

  private mutating func leaveOutSessions() {
    let draft = draft
    reduce(Set(draft.parts.map(\.event.session)).sorted()) { sessions in
      let kept = Set(sessions)
      var part = draft
      part.parts.removeAll { !kept.contains($0.event.session) }
      return part
    }
  }

  private mutating func leaveOutEvents() {
    let draft = draft
    reduce(Array(draft.parts.indices)) { indices in
      var part = draft
      part.parts = indices.map { draft.parts[$0] }
      return part
    }
  }

  private mutating func leaveOutGroups(by grouping: Grouping) {
    let draft = draft
    let groups = grouping.groups(of: draft)
    reduce(groups.all) { draft.keeping(groups.places(of: $0)) }
  }

  private mutating func leaveOutInstructions() {
    let draft = draft
    reduce(draft.places) { draft.keeping($0) }
    self.draft = self.draft.withoutEmptyChangesets
  }

  /// Shortens all keys and values but those on which it depends that the thing shows.
  private mutating func shortenValues() {
    let draft = draft.keeping(draft.places)
    let entries = SmallValues(draft).entries
    reduce(entries) { left in
      let left = Set(left)
      var shortening = Shortening(entries.filter { !left.contains($0) })
      return draft.rewritten(by: &shortening)
    }
  }
}
