internal import Replayer

/// The order in which cases are replayed: those that strike at the same point together, point by point
/// through the trace, because most of them come to the same there.
///
/// A change of the server's schema makes a state of its own, which the server has until it changes again:
/// these come after the others, all points of one form of a fault together.
struct CaseOrder {
  /// The cases of points that follow each other, as indexes.
  private var points: [Point] = []

  /// The cases that strike at one point, as indexes.
  private struct Point {
    var ofState: [Int] = []
    var ofSchema: [Int] = []
  }

  /// How many points a task takes at most.
  private static let pointsMax = 4

  init(_ cases: [ExplorationCase], _ injector: FaultInjector) {
    let resets = injector.timelines.flatMap(\.resets)
      .map(\.reset.situation.session.resetSequence).sorted()
    var byPoint: [UInt64: Point] = [:]
    var sequences: [FaultMoment: UInt64] = [:]
    for (index, next) in cases.enumerated() {
      guard let fault = next.plan.faults.first else { continue }
      let moment = fault.moment
      let number = moment.event == .step ? moment.reset : moment.number
      let sequence =
        moment.event.isOfReset
        ? (resets.indices.contains(number - 1) ? resets[number - 1] : 0)
        : sequences[moment] ?? injector.sequence(of: moment) ?? 0
      if !moment.event.isOfReset { sequences[moment] = sequence }
      if fault.kind.family == .schema {
        byPoint[sequence, default: Point()].ofSchema.append(index)
      } else {
        byPoint[sequence, default: Point()].ofState.append(index)
      }
    }
    points = byPoint.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The cases in parts for one task each.
  func parts(workerCount: Int) -> [[Int]] {
    let pointCount = min(Self.pointsMax, max(1, points.count / (4 * max(1, workerCount))))
    return stride(from: 0, to: points.count, by: pointCount).map { start in
      let part = points[start..<min(start + pointCount, points.count)]
      return part.flatMap(\.ofState) + part.flatMap(\.ofSchema).sorted()
    }
  }
}
