internal import Analyzer
internal import Replayer
internal import TraceFormat

extension FleetTally {
  /// What the rows that have been counted say together.
  public func report() -> FleetReport {
    let modes = ResetMode.inOrder.filter { self.modes[$0] != nil }
    // One that has no answer may be the best.
    let asked = errors.values.reduce(into: Set(modes)) { $0.formUnion($1.modes) }
    let compared = ResetMode.inOrder.filter(asked.contains)
    return FleetReport(
      input: input, engine: engine, whatIf: whatIf,
      tools: tools.sorted().map(\.readableText),
      traceCount: traces.entries.count, userCount: users.count,
      modes: modes.filter(isAskedFor).compactMap(total),
      best: traces.best(of: traces.entries.indices.lazy.map { UInt32($0) }, in: compared),
      clusters: clusters.values.map { tally in
        var cluster = tally.cluster
        cluster.best = traces.best(of: tally.traces, in: compared)
        return cluster
      }.sorted(by: FleetCluster.isBefore),
      errors: errors.values.map { group in
        var group = group
        group.modes = ResetMode.inOrder.filter(group.modes.contains)
        return group
      }.sorted(by: FleetReport.ErrorGroup.isBefore),
      gaps: Gap.Kind.allCases.compactMap(gap),
      gapTraceCount: traces.entries.count(where: \.hasGaps),
      damagedTraceCount: traces.entries.count(where: \.isDamaged),
      unanswered: unanswered.map { FleetCount($0, $1.count) }.sorted {
        $0.count == $1.count ? $0.element < $1.element : $0.count > $1.count
      })
  }

  private func total(_ mode: ResetMode) -> FleetReport.ModeTotal? {
    guard let tally = modes[mode] else { return nil }
    var total = tally.total
    total.losses = tally.losses(
      besides: ResetMode.inOrder.compactMap { other in
        other == mode ? nil : modes[other].map { (other, $0) }
      })
    return total
  }

  private func gap(_ kind: Gap.Kind) -> FleetCount<Gap.Kind>? {
    let place = kind.place
    let count = traces.entries.count { $0.hasGap(place) }
    return count == 0 ? nil : FleetCount(kind, count)
  }
}

extension FleetReport.ErrorGroup {
  fileprivate static func isBefore(_ a: Self, _ b: Self) -> Bool {
    guard a.rowCount == b.rowCount else { return a.rowCount > b.rowCount }
    guard a.kind == b.kind else { return a.kind.place < b.kind.place }
    guard a.reason == b.reason else { return (a.reason ?? .empty) < (b.reason ?? .empty) }
    return a.modes.isEmpty && !b.modes.isEmpty
  }
}
