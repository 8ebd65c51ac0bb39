public import Replayer
public import TraceFormat

extension ReplayReport {
  /// The report on resets and ends of sessions, each in the modes that are asked for; else in that which the
  /// trace tells. Where it does not tell that of every reset, all modes of all resets are compared.
  ///
  /// ```swift
  /// let report = ReplayReport(
  ///   analyzing: try replay.resetsAndEnds(), of: "session.synctrace", in: ResetMode.allCases)
  /// ```
  /// - Parameters:
  ///   - found: the resets and the ends of sessions, as a replay found them.
  ///   - trace: its path, as reports show it.
  ///   - modes: the modes; nil for those that the trace tells. Not empty.
  ///   - options: what the reports have in them.
  ///   - logged: what logs that the trace was made from tell of client resets.
  ///   - loggedSessions: what they tell besides that.
  ///   - progress: is called with what is begun, from several threads where the options have a width.
  /// - Complexity: That of each reset in each mode, but for modes that have the same outcome.
  public init(
    analyzing found: SessionAnswers<DueReset>, of trace: String, in modes: [ResetMode]? = nil,
    options: AnalysisOptions = AnalysisOptions(), logged: [RecordedLoggedReset] = [],
    loggedSessions: LoggedSessions? = nil,
    progress: @Sendable (AnalysisStep) -> Void = { _ in }
  ) {
    let choices = zip(found.all, Self.choices(for: found.all, asked: modes)).map { reset, choice in
      (reset, known: choice.modes.filter(reset.isAnswered), choice)
    }
    let reportCount = choices.reduce(0) { $0 + $1.known.count }
    var comparisons: [ModeComparison] = []
    var unanswered = found.unanswered
    var begun = 0
    for (reset, known, choice) in choices {
      guard !known.isEmpty else {
        unanswered.append(UnansweredSession(withoutDownload: reset))
        continue
      }
      let first = begun
      var comparison = ModeComparison(analyzing: reset, in: known, options: options) {
        progress(
          AnalysisStep(work: $1, mode: known[$0], index: first + $0, reportCount: reportCount))
      }
      comparison.unanswered = choice.modes.filter { !known.contains($0) }
      for index in comparison.reports.indices {
        comparison.reports[index].modeSource = choice.source
      }
      comparisons.append(comparison)
      begun += known.count
    }
    self.init(
      trace: trace, resets: comparisons, unanswered: unanswered, logged: logged,
      loggedSessions: loggedSessions)
    countUnacknowledgedResets()
  }

  /// The modes of each reset, and where they come from: nothing if they were given. Where no reset takes
  /// place one mode stands for all.
  private static func choices(
    for resets: [DueReset], asked: [ResetMode]?
  ) -> [(modes: [ResetMode], source: ModeSource?)] {
    let isTold = resets.allSatisfy { !$0.isReset || TracedMode(of: $0) != nil }
    return resets.map { reset in
      let traced = TracedMode(of: reset)
      guard reset.isReset else {
        return ([asked?.first ?? traced?.mode ?? ResetMode.inOrder[0]], nil)
      }
      if let asked { return (asked, nil) }
      guard isTold, let traced else { return (ResetMode.inOrder, .untold) }
      return ([traced.mode], traced.source)
    }
  }
}

extension ModeComparison {
  /// The reports on a reset in some modes, of which some are worked out side by side.
  ///
  /// - Parameters:
  ///   - modes: not empty.
  ///   - progress: is called with the index of a mode, and what is begun in it.
  package init(
    analyzing reset: DueReset, in modes: [ResetMode], options: AnalysisOptions,
    progress: @Sendable (Int, AnalysisStep.Work) -> Void = { _, _ in }
  ) {
    let lanes = Self.lanes(of: modes, width: options.width)
    let device = Lock<DeviceWrites?>(nil)
    let reports = ConcurrentMap.map(count: lanes.count, width: options.width) { lane in
      var analysis = ResetAnalysis(reset, options: options, hasSeveral: modes.count > 1)
      return lanes[lane].map { index -> Report in
        progress(index, .replaying)
        let outcome = analysis.outcome(mode: modes[index])
        progress(index, .judging)
        if modes.count > 1 {
          // The first to need it makes it for all, while others are still replayed.
          analysis.take(
            device.withLock { known in
              let device = known ?? DeviceWrites(reset.situation)
              known = device
              return device
            })
        }
        return analysis.report(on: outcome, mode: modes[index]) {
          progress(index, .lookingBack(done: $0, of: $1))
        }
      }
    }
    self.init(zip(lanes.joined(), reports.joined()).sorted { $0.0 < $1.0 }.map(\.1))
  }

  /// The modes, as indexes, in lanes for one processor each, those that take longest first: a recovery with
  /// and without the way out into a discard have the same outcome where it succeeds, and share their work.
  private static func lanes(of modes: [ResetMode], width: Int) -> [[Int]] {
    let recovering = modes.indices.filter { [.recover, .recoverOrDiscard].contains(modes[$0]) }
    // The mode manual, with its merge plan, takes longer than a discard.
    let others = modes.indices.reversed().filter { !recovering.contains($0) }
    guard width > 1 else { return [Array(modes.indices)] }
    return ([recovering] + others.map { [$0] }).filter { !$0.isEmpty }
  }
}
