internal import Replayer
internal import TraceFormat

/// Follows the fates of unsynced writes from point to point.
struct HorizonFold {
  /// A write by where it stands in the session.
  struct Write: Hashable, Comparable {
    /// Index in ``SessionTimeline/transactions``.
    var transaction: Int
    var instruction: Int

    static func < (a: Write, b: Write) -> Bool {
      (a.transaction, a.instruction) < (b.transaction, b.instruction)
    }
  }

  /// What became of a write at the last point.
  private struct Standing {
    var fate: Fate
    /// The point from which on it would have been lost, if it still would.
    var lossPoint: Int?
    /// The first point at which it was unsynced.
    var firstPoint: Int
  }

  private(set) var points: [Horizon.Point] = []
  private var standings: [Write: Standing] = [:]
  private var counts: [Fate: Int] = [:]

  /// Ends a point: what was set since the last one is so at this one.
  mutating func end(
    _ point: SessionTimeline.Point, isRecorded: Bool = false, _ result: ResetResult
  ) {
    points.append(
      Horizon.Point(
        sequence: point.sequence, timeMicroseconds: point.timeMicroseconds, change: point.change,
        isRecorded: isRecorded, result: result, counts: counts.filter { $0.value > 0 }))
  }

  /// Sets the fate of a write at the point to come.
  mutating func set(_ write: Write, _ fate: Fate) {
    var standing =
      standings[write] ?? Standing(fate: fate, lossPoint: nil, firstPoint: points.count)
    if standings[write] != nil { counts[standing.fate, default: 0] -= 1 }
    counts[fate, default: 0] += 1
    standing.fate = fate
    standing.lossPoint = fate.missesServer ? standing.lossPoint ?? points.count : nil
    standings[write] = standing
  }

  /// Forgets what is no longer unsynced.
  mutating func keep(_ transactions: Set<Int>) {
    for (write, standing) in standings where !transactions.contains(write.transaction) {
      counts[standing.fate, default: 0] -= 1
      standings[write] = nil
    }
  }

  /// Since when a write that is lost at the last point has been bound to be: a point, or nil where
  /// that is when it was made.
  func lossPoint(of write: Write) -> Int? {
    guard let standing = standings[write], let point = standing.lossPoint else { return nil }
    return point == standing.firstPoint ? nil : point
  }
}

extension Fate {
  /// Whether a write of this fate never gets to the server.
  var missesServer: Bool { self == .lost || self == .stranded }
}
