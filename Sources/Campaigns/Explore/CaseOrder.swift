internal import Replayer

/// The order in which cases are replayed: those whose resets come at the same point together, point by
/// point through the trace, because most of them come to the same there.
struct CaseOrder {
  /// The cases of points that follow each other, as indexes.
  private var points: [[Int]] = []
  /// The cases of faults that change what happens up to a reset that was recorded.
  private var others: [Int] = []

  /// How many points, and how many other cases, a task takes at most.
  private static let (pointsMax, othersMax) = (4, 64)

  init(_ cases: [ExplorationCase], _ injector: FaultInjector) {
    let resets = injector.timelines.flatMap(\.resets)
      .map(\.reset.situation.session.resetSequence).sorted()
    var byPoint: [UInt64: [Int]] = [:]
    var sequences: [FaultMoment: UInt64] = [:]
    for (index, next) in cases.enumerated() {
      guard let moment = next.pointOfReset else {
        others.append(index)
        continue
      }
      let number = moment.event == .step ? moment.reset : moment.number
      let sequence =
        moment.event.isOfReset
        ? (resets.indices.contains(number - 1) ? resets[number - 1] : 0)
        : sequences[moment] ?? injector.sequence(of: moment) ?? 0
      if !moment.event.isOfReset { sequences[moment] = sequence }
      byPoint[sequence, default: []].append(index)
    }
    points = byPoint.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The cases in parts for one task each. In a part all cases of one form of a fault follow each other.
  func parts(workerCount: Int) -> [[Int]] {
    let pointCount = min(Self.pointsMax, max(1, points.count / (4 * max(1, workerCount))))
    let ofPoints = stride(from: 0, to: points.count, by: pointCount).map { start in
      points[start..<min(start + pointCount, points.count)].flatMap(\.self).sorted()
    }
    let ofOthers = stride(from: 0, to: others.count, by: Self.othersMax).map { start in
      Array(others[start..<min(start + Self.othersMax, others.count)])
    }
    return ofPoints + ofOthers
  }
}

extension ExplorationCase {
  /// The moment at which the reset comes that the fault makes due or happens to; nil where the fault
  /// changes what leads to a reset that comes later.
  fileprivate var pointOfReset: FaultMoment? {
    guard let moment = plan.faults.first?.moment else { return nil }
    return moment.event.isOfReset || moment.relation == .after ? moment : nil
  }
}
