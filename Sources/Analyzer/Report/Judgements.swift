internal import Replayer

/// The last outcomes that were judged, and the defects found in the last: what follows from the very same
/// data is not worked out again.
struct Judgements {
  private struct NotedDefects {
    var real: Outcome
    var ideal: Outcome
    var differences: [DefectSearch.Aspect]
    var culprits: [DefectSearch.Aspect: Quirks]
    var notes: DefectNotes?
  }

  private let cache: ReplayCache
  /// Whether further outcomes of the reset are to be judged, for which it is worth to keep what the device wrote.
  var hasSeveral = false
  /// As ``AnalysisOptions/hasNextSteps``.
  var hasNextSteps = true
  private var noted: NotedDefects?
  private(set) var judgedCount = 0

  init(_ cache: ReplayCache) { self.cache = cache }

  /// The report on an outcome that tells harm by the engine's defects from the conflict's.
  ///
  /// - Parameter outcomeWith: the outcome of the same reset with other defects.
  mutating func report(
    of outcome: Outcome, _ outcomeWith: @escaping (Quirks) -> Outcome
  ) -> Report {
    let judged = judgement(of: outcome, isReported: true)
    var report = Analysis.report(of: outcome, judged)
    if hasNextSteps { report.addNextSteps(of: outcome, judged) }
    noteDefects(of: outcome, in: &report, outcomeWith)
    return report
  }

  private mutating func judgement(of outcome: Outcome, isReported: Bool) -> JudgedOutcome {
    // To judge is more work than to compare.
    cache.result { (known: JudgedOutcome) in
      known.outcome.isJudged(as: outcome) && (known.account != nil || !isReported)
    } otherwise: {
      judgedCount += 1
      return JudgedOutcome(
        outcome, isReported: isReported, cache: hasSeveral ? cache : nil)
    }
  }

  private mutating func noteDefects(
    of outcome: Outcome, in report: inout Report, _ outcomeWith: @escaping (Quirks) -> Outcome
  ) {
    guard var search = DefectSearch(outcome, outcomeWith) else { return }
    let known = noted.flatMap {
      $0.real.isJudged(as: search.real) && $0.ideal.isJudged(as: search.ideal) ? $0 : nil
    }
    var own =
      known
      ?? NotedDefects(
        real: search.real, ideal: search.ideal, differences: search.differences, culprits: [:])
    noted = nil
    defer { noted = own }
    guard !own.differences.isEmpty else { return }
    // Without only some of the defects, a recovery may fail: what follows is the mode's.
    let culprits = search.culprits(of: own.differences)
    if own.notes == nil || own.culprits != culprits {
      let ideal = judgement(of: search.ideal, isReported: false)
      var notes = DefectNotes(search, report.writes, report.collateral, ideal)
      for aspect in own.differences { notes.add(aspect, culprits[aspect] ?? []) }
      (own.culprits, own.notes) = (culprits, notes)
    }
    guard let notes = own.notes else { return }
    (report.writes, report.collateral, report.defects) = (
      notes.writes, notes.collateral, notes.defects
    )
  }
}

extension JudgedOutcome: CachedResult {
  /// A reset has an outcome with the engine's defects and one without.
  static let countMax = 2
}
