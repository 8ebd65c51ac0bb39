internal import TraceFormat

/// Pending outcomes: shown next to their goldens, and made goldens when a person says so.
public struct GoldenReview: Sendable {
  /// The traces, and the outcomes that wait next to them.
  public var folder: GoldenFolder

  /// A review of the outcomes that wait in a folder.
  public init(_ folder: GoldenFolder) { self.folder = folder }

  /// What every pending outcome would change.
  public func comparison() -> GoldenReport { report { GoldenResult($0) } }

  /// Makes every pending outcome the golden, and says what that changed.
  ///
  /// - Parameters:
  ///   - confirmsFates: whether outcomes are accepted too that are of another trace than the
  ///     golden, by where its resets stand, and in which the fates of writes are others.
  ///   - path: the only golden that is meant; nil for all.
  public func accept(confirmsFates: Bool = false, only path: String? = nil) -> GoldenReport {
    report(only: path) { outcome in
      let (cell, pending) = (outcome.cell, outcome.replayed)
      var verdict = GoldenResult(path: cell.golden, cell: cell, status: .same)
      if case .success(let golden) = outcome.golden { verdict.compare(golden, with: pending) }
      verdict.findings = []
      if !confirmsFates, let difference = verdict.difference, difference.isOfAnotherTrace {
        verdict.add([GoldenFinding(.unconfirmed, cell.golden, line: difference.line)])
        return verdict
      }
      verdict.attempt(cell.golden) {
        try GoldenFile.write(pending, to: cell.golden)
        try FileTree.remove(folder.pending(cell))
        $0.status = outcome.golden == nil ? .recorded : .replaced
      }
      return verdict
    }
  }

  /// Removes the outcome that waits for a golden, which stays as it is.
  ///
  /// - Throws: where the file can't be removed.
  public func reject(_ golden: String) throws {
    for cell in cells(only: golden) { try FileTree.remove(folder.pending(cell)) }
  }

  private func cells(only golden: String?) -> [GoldenCell] {
    folder.traces.flatMap(\.cells).filter { cell in
      golden.map { cell.golden.hasSameBytes(as: $0) } ?? true
    }
  }

  private func report(
    only golden: String? = nil, _ judge: (GoldenTask.Outcome) -> GoldenResult
  ) -> GoldenReport {
    var verdicts: [GoldenResult] = []
    for cell in cells(only: golden) {
      let path = folder.pending(cell)
      switch GoldenFile.read(path, for: cell) {
      case nil: continue
      case .failure(let finding): verdicts.append(GoldenResult(finding))
      case .success(let pending):
        var verdict = judge(
          GoldenTask.Outcome(
            cell: cell, golden: GoldenFile.read(cell.golden, for: cell), replayed: pending))
        verdict.totals = pending.resets.map(\.totals)
        if verdict.status == .failed { verdict.pending = path }
        verdicts.append(verdict)
      }
    }
    let strays = folder.strays.filter {
      golden == nil && $0.path.hasSuffix(GoldenCell.pendingSuffix)
    }
    return GoldenReport(
      traceCount: folder.traces.count, verdicts: verdicts + strays.map { GoldenResult($0) })
  }
}
