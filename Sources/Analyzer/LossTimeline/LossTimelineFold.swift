internal import Replayer
internal import TraceFormat

/// Follows the fates of unsynced writes from point to point.
struct LossTimelineFold {
  private(set) var points: [LossTimeline.Point] = []
  /// How many points were left out, because a side's state is not known there.
  private(set) var unknownPointCount = 0

  private let timeline: SessionTimeline
  private var sweep: ResetSweep
  private var taken: IntegratedFold
  private var standings: [WritePosition: Standing] = [:]
  private var counts: [Fate: Int] = [:]
  private var collateralCount = 0

  private struct Standing {
    var fate: Fate
    /// The point from which on it would have been lost, if it still would.
    var lossPoint: Int?
    /// The first point at which it was unsynced.
    var firstPoint: Int
    /// How much collateral there is of which it is the first write that did it.
    var collateralCount = 0
  }

  init(_ timeline: SessionTimeline, _ sweep: ResetSweep) {
    (self.timeline, self.sweep) = (timeline, sweep)
    taken = IntegratedFold(timeline)
  }

  mutating func take(_ point: SessionTimeline.Point) {
    let news = taken.advance(to: point)
    guard let found = try? sweep.advance(to: point, including: news) else {
      // The trace does not show a side's state there; how often, the horizon says.
      unknownPointCount += 1
      return
    }
    if found.isWhole {
      forgetAll(but: Set(found.writes))
    } else {
      forget(found.acknowledged)
    }
    if let outcome = found.outcome { set(found.writes, outcome) }
    end(point, found.ending)
  }

  /// Ends with the reset that the trace itself has, and with what the analysis found of it; gives where its
  /// writes stand in the timeline.
  mutating func take(
    _ reset: DueReset, _ result: ResetEnding, _ judged: [JudgedWrite], _ found: [Collateral]
  ) -> [WritePosition] {
    let writes = timeline.positions(of: judged, at: reset.point)
    forgetAll(but: Set(writes))
    for (write, judged) in zip(writes, judged) { set(write, judged.fate) }
    add(found, of: writes)
    end(reset.point, result, isRecorded: true)
    return writes
  }

  private mutating func end(
    _ point: SessionTimeline.Point, _ result: ResetEnding, isRecorded: Bool = false
  ) {
    points.append(
      LossTimeline.Point(
        sequence: point.sequence, timeMicroseconds: point.timeMicroseconds, change: point.change,
        isRecorded: isRecorded, result: result, counts: counts.filter { $0.value > 0 },
        collateralCount: collateralCount))
  }

  /// Since when a write that is lost at the last point has been bound to be: a point, or nil where
  /// that is when it was made.
  func lossPoint(of write: WritePosition) -> Int? {
    guard let standing = standings[write], let point = standing.lossPoint else { return nil }
    return point == standing.firstPoint ? nil : point
  }
}

extension SessionTimeline {
  /// Where the judged writes of a reset stand in the timeline, by the transactions as they were written.
  func positions(of writes: [JudgedWrite], at point: Point) -> [WritePosition] {
    let unsynced = unsyncedIndexes(at: point)
    return writes.map {
      point.merged.origin(
        of: WritePosition(
          transaction: unsynced[$0.transactionIndex], instruction: $0.instructionIndex))
    }
  }
}

// Fates and collateral
extension LossTimelineFold {
  private mutating func set(_ writes: [WritePosition], _ outcome: Outcome) {
    let transactions = writes.reduce(into: [Int]()) { transactions, write in
      if transactions.last != write.transaction { transactions.append(write.transaction) }
    }
    var judge = Judge(outcome, taken: taken.current.among(transactions))
    let judged = judge.writes()
    for (write, judged) in zip(writes, judged) { set(write, judged.fate) }
    add(
      CollateralSearch.find(in: outcome, writes: judged, judge.server, judge.baseWithTaken),
      of: writes)
  }

  private mutating func set(_ write: WritePosition, _ fate: Fate) {
    var standing =
      standings[write] ?? Standing(fate: fate, lossPoint: nil, firstPoint: points.count)
    if standings[write] != nil { counts[standing.fate, default: 0] -= 1 }
    counts[fate, default: 0] += 1
    collateralCount -= standing.collateralCount
    (standing.fate, standing.collateralCount) = (fate, 0)
    standing.lossPoint = fate.missesServer ? standing.lossPoint ?? points.count : nil
    standings[write] = standing
  }

  /// - Parameter writes: those that the findings refer to by index.
  private mutating func add(_ findings: [Collateral], of writes: [WritePosition]) {
    for author in findings.compactMap(\.writes.first) {
      standings[writes[author]]?.collateralCount += 1
      collateralCount += 1
    }
  }

  private mutating func forget(_ transactions: [Int]) {
    for transaction in transactions {
      for instruction in timeline.transactions[transaction].changeset.instructions.indices {
        forget(WritePosition(transaction: transaction, instruction: instruction))
      }
    }
  }

  private mutating func forgetAll(but writes: Set<WritePosition>) {
    for write in standings.keys where !writes.contains(write) { forget(write) }
  }

  private mutating func forget(_ write: WritePosition) {
    guard let standing = standings.removeValue(forKey: write) else { return }
    counts[standing.fate, default: 0] -= 1
    collateralCount -= standing.collateralCount
  }
}

extension Fate {
  /// Whether a write of this fate never gets to the server.
  var missesServer: Bool { self == .lost || self == .stranded }
}

extension LossTimelineFold {
  private struct LossKey: Hashable {
    var fate: Fate
    var point: Int?
    var rule: RuleIdentifier?
  }

  /// What the reset lost, grouped by when each loss became unavoidable.
  ///
  /// - Parameters:
  ///   - writes: those of the reset that the horizon ends in, as they were judged.
  ///   - positions: where they stand in the timeline.
  func losses(
    among writes: [JudgedWrite], at positions: [WritePosition], _ failure: ResetFailure?
  ) -> [LossTimeline.Loss] {
    writes.indices.filter { writes[$0].fate.missesServer }.groupedInOrder { index in
      let judged = writes[index]
      // A reset that fails strands all writes alike, whichever of them made it fail.
      return LossKey(
        fate: judged.fate, point: lossPoint(of: positions[index]),
        rule: judged.fate == .stranded ? nil : judged.rule)
    }.map { key, lost in
      LossTimeline.Loss(
        fate: key.fate, writes: lost, point: key.point, rule: key.rule,
        reason: Self.reason(key, lost.map { writes[$0].reason }, failure))
    }
    // What was lost from the start comes first, then the order of the session.
    .sorted { ($0.point ?? -1, $0.writes[0]) < ($1.point ?? -1, $1.writes[0]) }
  }

  private static func reason(
    _ loss: LossKey, _ reasons: [FateReason], _ failure: ResetFailure?
  ) -> LossTimeline.Loss.Reason {
    if loss.rule == .discardedByMode { return .discarded }
    if loss.fate == .stranded, let failure { return .resetFails(failure.failureClass) }
    var seen: Set<FateReason> = []
    return .each(reasons.filter { seen.insert($0).inserted })
  }
}
