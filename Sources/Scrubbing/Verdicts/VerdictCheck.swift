internal import Analyzer
import FaultPlans
internal import RealmModel
public import Replayer
internal import TraceFormat

/// Replays a trace and what was made of it, each reset in every mode, and compares the outcomes: ruling
/// by ruling, fate by fate, state by state.
public struct VerdictCheck {
  private let original: Replay
  private let scrubbed: Replay
  private let scrubber: Scrubber
  private var agreement = VerdictAgreement()

  /// Compares the outcomes of two traces.
  ///
  /// - Parameters:
  ///   - original: the trace as it was recorded.
  ///   - scrubbed: the trace that is to have the same outcomes.
  ///   - scrubber: what made the second of the first.
  ///   - progress: called with how many replays are done, of how many.
  public static func compare(
    _ original: Replay, with scrubbed: Replay, by scrubber: Scrubber,
    progress: (Int, Int) -> Void = { _, _ in }
  ) -> VerdictAgreement {
    var check = VerdictCheck(original: original, scrubbed: scrubbed, scrubber: scrubber)
    let resets = Self.resets(original)
    check.compare(resets, Self.resets(scrubbed), counting: \.resetCount, progress)
    check.compareUnsyncedData(besides: (try? resets.get()) ?? [])
    return check.agreement
  }

  private mutating func compare(
    _ before: Result<[DueReset], ReplayFailure>, _ after: Result<[DueReset], ReplayFailure>,
    counting count: WritableKeyPath<VerdictAgreement, Int>, _ progress: (Int, Int) -> Void
  ) {
    guard case (.success(let resets), .success(let others)) = (before, after),
      resets.count == others.count
    else {
      addOccasion(Self.words(before), Self.words(after))
      return
    }
    let modes = ResetMode.allCases
    for (index, pair) in zip(resets, others).enumerated() {
      var (first, second) = (ResetAnalysis(pair.0), ResetAnalysis(pair.1))
      for (step, mode) in modes.enumerated() {
        progress(index * modes.count + step, resets.count * modes.count)
        compare(&first, &second, in: mode)
      }
      agreement[keyPath: count] += 1
    }
  }

  private mutating func compare(
    _ first: inout ResetAnalysis, _ second: inout ResetAnalysis, in mode: ResetMode
  ) {
    let (before, after) = (first.outcome(mode: mode), second.outcome(mode: mode))
    let reports = (first.report(on: before, mode: mode), second.report(on: after, mode: mode))
    let (old, new) = (VerdictFact.all(before, reports.0), VerdictFact.all(after, reports.1))
    let session = before.situation.session
    let place = VerdictDifference(
      session: session.session, sequence: session.resetSequence, mode: mode, aspect: .attempt,
      before: "", after: "")
    compare(old.ordered, new.ordered, at: place)
    compareUnordered(old.unordered, new.unordered, at: place)
    compare(before.result.after, after.result.after, "after the reset", at: place)
    agreement.writeCount += reports.0.writes.count
  }

  private static func resets(
    _ replay: Replay, under plan: FaultPlan = .none
  ) -> Result<[DueReset], ReplayFailure> {
    Result { () throws(ReplayFailure) in try replay.resets(under: plan) }
  }

  private static func words(_ resets: Result<[DueReset], ReplayFailure>) -> String {
    switch resets {
    case .success(let resets): resets.count.counted("reset")
    case .failure(let failure): Shape.text(of: failure)
    }
  }
}

// Sessions without a reset, and after the last one
extension VerdictCheck {
  private mutating func compareUnsyncedData(besides resets: [DueReset]) {
    let before = Result { () throws(ReplayFailure) in try original.unsyncedData() }
    let after = Result { () throws(ReplayFailure) in try scrubbed.unsyncedData() }
    guard case (.success(let found), .success(let others)) = (before, after) else {
      addOccasion(Shape.text(of: before), Shape.text(of: after))
      return
    }
    let unanswered = (
      found.unanswered.map { Shape.text(of: $0) }, others.unanswered.map { Shape.text(of: $0) }
    )
    guard unanswered.0 == unanswered.1, found.all.count == others.all.count else {
      addOccasion(
        "\(found.all.count) moments, \(unanswered.0)",
        "\(others.all.count) moments, \(unanswered.1)")
      return
    }
    let points = Set(resets.map(\.point.sequence))
    for (old, new) in zip(found.all, others.all) {
      compare(old, new)
      if !points.contains(old.session.resetSequence) { compareReset(after: old, new) }
    }
  }

  /// Compares how a reset would end behind the last transaction of a session that had none.
  private mutating func compareReset(after old: UnsyncedData, _ new: UnsyncedData) {
    guard let plan = Self.reset(after: old), let other = Self.reset(after: new)
    else { return }
    compare(
      Self.resets(original, under: plan), Self.resets(scrubbed, under: other), counting: \.endCount
    ) { _, _ in }
  }

  private static func reset(after moment: UnsyncedData) -> FaultPlan? {
    guard let last = moment.transactions.last else { return nil }
    return FaultPlan([
      Fault(
        FaultTrigger(
          .after, .commit,
          where: [
            FaultCondition(.session, .equal, .number(String(moment.session.session))),
            FaultCondition(.version, .equal, .number(String(last.clientVersion))),
          ]), .server(.clientReset(FaultError())))
    ])
  }

  private mutating func compare(_ old: UnsyncedData, _ new: UnsyncedData) {
    let place = VerdictDifference(
      session: old.session.session, sequence: old.session.resetSequence, mode: nil,
      aspect: .occasion, before: "", after: "")
    compare([Self.fact(old)], [Self.fact(new)], at: place)
    for (first, second, name) in [
      (old.base, new.base, "of the last sync"), (old.device, new.device, "of the device"),
    ] {
      guard let first, let second else { continue }
      compare(first, second, name, at: place)
    }
  }

  private static func fact(_ moment: UnsyncedData) -> VerdictFact {
    let sizes = moment.transactions.map { $0.changeset.instructions.count }
    let gaps = moment.gaps.map(\.kind.rawValue)
    return VerdictFact(
      .occasion,
      "\(moment.kind), base \(moment.base != nil), device \(moment.device != nil), "
        + "transactions \(sizes), gaps \(gaps)")
  }

  /// The fact in the names and keys of the scrubbed trace; it is shown in those of the trace itself, for whoever has
  /// it.
  private func image(of fact: VerdictFact) -> VerdictFact {
    var fact = fact
    fact.place = fact.place.map(scrubber.image)
    return fact
  }

  private mutating func addOccasion(_ before: String, _ after: String) {
    guard before != after else { return }
    agreement.add(
      VerdictDifference(
        session: nil, sequence: nil, mode: nil, aspect: .occasion, before: before, after: after))
  }

  private mutating func compare(
    _ old: [VerdictFact], _ new: [VerdictFact], at place: VerdictDifference
  ) {
    for index in 0..<max(old.count, new.count) {
      let (first, second) = (
        index < old.count ? old[index] : nil, index < new.count ? new[index] : nil
      )
      if first.map(image) != second { add(first, second, at: place) }
    }
  }

  private mutating func compareUnordered(
    _ old: [VerdictFact], _ new: [VerdictFact], at place: VerdictDifference
  ) {
    var left = Dictionary(new.map { ($0, 1) }, uniquingKeysWith: +)
    for fact in old {
      let image = image(of: fact)
      if let count = left[image], count > 0 {
        left[image] = count - 1
      } else {
        add(fact, nil, at: place)
      }
    }
    for fact in new {
      guard let count = left[fact], count > 0 else { continue }
      left[fact] = count - 1
      add(nil, fact, at: place)
    }
  }

  private mutating func add(_ old: VerdictFact?, _ new: VerdictFact?, at place: VerdictDifference) {
    guard let fact = old ?? new else { return }
    var difference = place
    (difference.aspect, difference.place) = (fact.aspect, fact.place)
    difference.before = old?.says ?? "not there"
    difference.after = new?.says ?? "not there"
    if let old, let new, old.says == new.says { difference.after = "at another place" }
    agreement.add(difference)
  }

  private mutating func compare(
    _ old: RealmState, _ new: RealmState, _ name: String, at place: VerdictDifference
  ) {
    guard let image = scrubber.image(of: old) else {
      agreement.uncomparedStateCount += 1
      return
    }
    agreement.stateCount += 1
    guard
      let found = CanonicalDifference.first(of: new.canonicalJSON, against: image.canonicalJSON)
    else { return }
    var difference = place
    difference.aspect = .state
    (difference.before, difference.after) = (
      "\(name): \(found.expected)", "\(found.place): \(found.found)"
    )
    agreement.add(difference)
  }
}

extension CanonicalDifference {
  fileprivate var expected: String {
    switch what {
    case .members(_, let missing): "with \(missing.count) more members"
    case .value(_, let expected): expected.text().prefix(80).description
    }
  }

  fileprivate var found: String {
    switch what {
    case .members(let surplus, _): "with \(surplus.count) other members"
    case .value(let value, _): value.text().prefix(80).description
    }
  }
}
