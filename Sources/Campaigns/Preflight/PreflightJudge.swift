internal import Analyzer
internal import Replayer
internal import TraceFormat

/// What a session's earlier resets have shown to lead to failures.
typealias PreflightKnowledge = [PreflightFailing: [SchemaChange]]

struct PreflightFailing: Hashable {
  var mode: ResetMode
  var failure: ResetFailure
}

/// Carries a reset out under a new schema, and finds out which of its changes do what.
///
/// A change is to blame if it takes part in a smallest set that leads to the same. Sets of one are tried first, in the
/// order of the changes; if none does it, changes are left out one by one as long as it still happens.
struct PreflightJudge {
  private let trial: SchemaTrial
  private let quirks: Quirks
  private(set) var known: PreflightKnowledge
  private var resets: [[Int]: DueReset] = [:]
  private var outcomes: [Attempt: Outcome] = [:]

  private struct Attempt: Hashable {
    var changes: [Int]
    var mode: ResetMode
  }

  init(_ trial: SchemaTrial, quirks: Quirks, _ known: PreflightKnowledge) {
    (self.trial, self.quirks, self.known) = (trial, quirks, known)
  }

  private var all: [Int] { Array(trial.changes.indices) }

  mutating func finding(in mode: ResetMode) -> PreflightFinding {
    let outcome = outcome(all, mode)
    var finding = PreflightFinding(mode: mode, verdict: .fine, failure: outcome.failure)
    switch outcome.ending {
    case .manual, .noReset: finding.verdict = .leftToApp
    case .failed, .crash: judgeFailed(&finding, outcome)
    case .recovered, .discarded: judgePassed(&finding, outcome)
    }
    finding.faults = finding.diagnoses.first.flatMap { trial.faults(making: $0.changes) }
    return finding
  }

  private mutating func outcome(_ changes: [Int], _ mode: ResetMode) -> Outcome {
    let attempt = Attempt(changes: changes, mode: mode)
    if let known = outcomes[attempt] { return known }
    let reset = resets[changes] ?? trial.reset(after: changes)
    resets[changes] = reset
    let outcome = reset.outcome(mode: mode, quirks: quirks)
    outcomes[attempt] = outcome
    return outcome
  }
}

// Resets that fail
extension PreflightJudge {
  private mutating func judgeFailed(_ finding: inout PreflightFinding, _ outcome: Outcome) {
    finding.explanation = outcome.failure.map { ErrorExplanation(explaining: $0) }
    finding.writes = writes(of: outcome).map(PreflightWrite.init)
    guard self.outcome([], finding.mode).failure == nil else {
      finding.verdict = .failsAnyway
      return
    }
    finding.verdict = .fails
    finding.diagnoses = diagnoses(in: finding.mode)
  }

  /// One failure after the other, each without the changes that lead to those before it.
  private mutating func diagnoses(in mode: ResetMode) -> [PreflightDiagnosis] {
    var diagnoses: [PreflightDiagnosis] = []
    var left = all
    while let failure = outcome(left, mode).failure {
      let culprits = culprits(of: failure, among: left, mode)
      diagnoses.append(PreflightDiagnosis(failure: failure, changes: culprits))
      left.removeAll(where: culprits.contains)
    }
    return diagnoses
  }

  private mutating func culprits(
    of failure: ResetFailure, among changes: [Int], _ mode: ResetMode
  ) -> [Int] {
    let wanted = failure.withoutColumnKeys
    let failing = PreflightFailing(mode: mode, failure: wanted)
    let earlier = known[failing]?.map { trial.changes.firstIndex(of: $0) ?? -1 }
    let culprits = smallestSet(of: changes, earlier) { judge, changes in
      judge.outcome(changes, mode).failure?.withoutColumnKeys == wanted
    }
    known[failing] = culprits.map { trial.changes[$0] }
    return culprits
  }

  private mutating func judgePassed(_ finding: inout PreflightFinding, _ outcome: Outcome) {
    let mode = finding.mode
    let writes = writes(of: outcome)
    finding.unknownCount = writes.count { $0.fate == .unknown }
    if finding.unknownCount > 0 { finding.verdict = .notKnown }
    let lost = Self.lost(writes)
    let before = self.outcome([], mode)
    // A reset that fails leaves the same in the old file.
    guard !lost.isEmpty, before.failure == nil else { return }
    let added = lost.subtracting(Self.lost(self.writes(of: before)))
    finding.lostAnywayCount = lost.count - added.count
    guard !added.isEmpty else { return }
    finding.verdict = .loses
    finding.writes = added.sorted().map { PreflightWrite(writes[$0]) }
    let culprits = smallestSet(of: all, nil) { judge, changes in
      let outcome = judge.outcome(changes, mode)
      return outcome.failure == nil
        && Self.lost(judge.writes(of: outcome)).isSuperset(of: added)
    }
    finding.diagnoses = [PreflightDiagnosis(failure: nil, changes: culprits)]
  }

  private func writes(of outcome: Outcome) -> [JudgedWrite] {
    var judge = Judge(outcome)
    return judge.writes()
  }

  private static func lost(_ writes: [JudgedWrite]) -> Set<Int> {
    Set(writes.indices.filter { writes[$0].fate == .lost })
  }

  /// The smallest set of changes that does the same as all of them.
  ///
  /// - Parameter known: a set that did it at another reset, which is tried first.
  private mutating func smallestSet(
    of changes: [Int], _ known: [Int]?,
    does: (inout PreflightJudge, [Int]) -> Bool
  ) -> [Int] {
    if let known, Set(known).isSubset(of: changes), does(&self, known) { return known }
    let notable = changes.filter { trial.changes[$0].effect != .additive }
    var left = does(&self, notable) ? notable : changes
    for change in left where does(&self, [change]) { return [change] }
    for change in left where left.count > 1 {
      let fewer = left.filter { $0 != change }
      if does(&self, fewer) { left = fewer }
    }
    return left
  }
}

extension ResetFailure {
  /// The failure without Realm's numbers of columns, which depend on what else is in the class.
  fileprivate var withoutColumnKeys: ResetFailure {
    switch failureClass {
    case .incompatibleAttributes, .incompatiblePrimaryKey:
      ResetFailure(failureClass, message: Self.withoutColumnKeys(message))
    default: self
    }
  }

  /// With `()` instead of `(123 vs 456)`.
  private static func withoutColumnKeys(_ message: String) -> String {
    message.split(separator: "(", omittingEmptySubsequences: false).map { part in
      let words = part.prefix { $0 != ")" }.split(separator: " ")
      let isPair =
        words.count == 3 && Int(words[0]) != nil && words[1] == "vs"
        && Int(words[2]) != nil
      return String(isPair ? part.drop { $0 != ")" } : part)
    }.joined(separator: "(")
  }
}
