internal import FaultPlans
internal import Replayer

/// The order in which cases are replayed: those that strike at the same point together, point by point
/// through the trace, because most of them have the same outcome there.
///
/// A change of the server's schema makes a state of its own, which it has at all points until the server
/// changes again: these come after the others, all points of one form of a fault together.
struct CaseOrder {
  private var points: [Point] = []

  /// The cases that strike at one point, as indexes.
  private struct Point {
    var ofState: [Int] = []
    var ofSchema: [Int] = []
    var changesServer = false
  }

  /// How many points a task takes at least, and where the server stays as it is, at most.
  private static let (pointsMin, pointsMax) = (4, 8)

  init(_ cases: [ExplorationCase], _ injector: FaultInjector) {
    let resets = injector.timelines.flatMap(\.resets)
      .map(\.situation.session.resetSequence).sorted()
    var byPoint: [UInt64: Point] = [:]
    var sequences: [FaultTrigger: UInt64] = [:]
    for (index, next) in cases.enumerated() {
      guard let fault = next.plan.faults.first else { continue }
      let moment = fault.trigger
      let sequence =
        moment.event.isOfReset
        ? (resets.indices.contains(moment.resetNumber - 1) ? resets[moment.resetNumber - 1] : 0)
        : sequences[moment] ?? injector.sequence(of: moment) ?? 0
      if !moment.event.isOfReset { sequences[moment] = sequence }
      if fault.kind.family == .schema {
        byPoint[sequence, default: Point()].ofSchema.append(index)
      } else {
        byPoint[sequence, default: Point()].ofState.append(index)
      }
    }
    for point in injector.timelines.flatMap(\.points) {
      if case .serverCommit = point.change { byPoint[point.sequence]?.changesServer = true }
    }
    points = byPoint.sorted { $0.key < $1.key }.map(\.value)
  }

  func parts(workerCount: Int) -> [[Int]] {
    let countMin = min(Self.pointsMin, max(1, points.count / (4 * max(1, workerCount))))
    var parts: [[Point]] = []
    for point in points {
      let count = parts.last?.count ?? Self.pointsMax
      if count >= Self.pointsMax || count >= countMin && point.changesServer {
        parts.append([point])
      } else {
        parts[parts.count - 1].append(point)
      }
    }
    return parts.map { $0.flatMap(\.ofState) + $0.flatMap(\.ofSchema).sorted() }
  }
}
