package import Analyzer
public import TraceFormat

/// A limit of a gate that a fleet goes beyond.
public struct FleetBreach: Hashable, Sendable {
  /// What is limited.
  public var measure: FleetGate.Measure
  /// How much of it is allowed.
  public var limit: FleetGate.Limit
  /// The mode; nil where it is of none.
  public var mode: ResetMode?
  /// The cluster that it is about; nil where it is about none.
  public var cluster: FleetCluster?
  /// The class of harm that has become more; nil where it is about none.
  package var harmClass: HarmClass?
  /// How much there is.
  public var found: Found

  /// How much there is of something.
  public enum Found: Hashable, Sendable {
    case count(Int)
    case share(FleetShare)
    /// A share that has become another one.
    case growth(FleetShare, FleetShare)
  }
}

extension FleetGate {
  /// The limits that a fleet goes beyond, in the order of the measures.
  ///
  /// - Parameters:
  ///   - report: the report on the fleet.
  ///   - trend: what became of it since an older run; limits on that need one.
  public func breaches(of report: FleetReport, _ trend: FleetTrend?) -> [FleetBreach] {
    Measure.allCases.flatMap { measure -> [FleetBreach] in
      guard let limit = limits.limit(of: measure, none: .count(0)) else { return [] }
      return breaches(measure, limit, report, trend)
    }
  }

  private func breaches(
    _ measure: Measure, _ limit: Limit, _ report: FleetReport, _ trend: FleetTrend?
  ) -> [FleetBreach] {
    func breach(_ found: FleetBreach.Found, _ mode: ResetMode? = nil) -> FleetBreach {
      FleetBreach(measure: measure, limit: limit, mode: mode, found: found)
    }
    switch measure {
    case .lost, .stranded, .overwritten, .doubled, .acknowledgedLost, .unknown, .notKnown,
      .othersNotKnown, .failed:
      return report.modes.compactMap { total in
        // Harm may well be more than a hundred per cent: it is set against the traces that it is of.
        let share = FleetShare(total.count(of: measure), of: total.incidentCount)
        return limit.found(beyond: share).map { breach($0, total.mode) }
      }
    case .errors:
      let share = FleetShare(report.errorTraceCount, of: report.traceCount)
      return limit.found(beyond: share).map { [breach($0)] } ?? []
    case .new: return limit.breaches(of: trend?.entries(.new).map { $0.breach(measure, limit) })
    case .grown: return limit.breaches(of: trend?.entries(.grown).map { $0.breach(measure, limit) })
    case .worse:
      let worse = trend?.rates.filter(\.isWorse)
      return limit.breaches(of: worse?.map { $0.breach(measure, limit) })
    }
  }
}

extension FleetTrend.Entry {
  /// The breach that its growth may be: by traces, or where these are no more by users.
  fileprivate func breach(_ measure: FleetGate.Measure, _ limit: FleetGate.Limit) -> FleetBreach {
    let isByTraces = newerTraces.exceeds(olderTraces)
    let found: FleetBreach.Found =
      older == nil
      ? .share(newerTraces)
      : isByTraces ? .growth(olderTraces, newerTraces) : .growth(olderUsers, newerUsers)
    return FleetBreach(
      measure: measure, limit: limit, mode: newer?.key.mode, cluster: newer, found: found)
  }
}

extension FleetTrend.Rate {
  fileprivate func breach(_ measure: FleetGate.Measure, _ limit: FleetGate.Limit) -> FleetBreach {
    FleetBreach(
      measure: measure, limit: limit, mode: mode, harmClass: harmClass,
      found: .growth(older, newer))
  }
}

extension FleetGate.Limit {
  /// What there is, where it is more than is allowed.
  fileprivate func found(beyond share: FleetShare) -> FleetBreach.Found? {
    switch self {
    case .count(let most): share.part > most ? .count(share.part) : nil
    case .percent(let percent): share.exceeds(percent) ? .share(share) : nil
    }
  }

  /// Those of some changes for the worse that are one: all where they are too many, or each that is too large.
  fileprivate func breaches(of changes: [FleetBreach]?) -> [FleetBreach] {
    guard let changes else { return [] }
    switch self {
    case .count(let most): return changes.count > most ? changes : []
    case .percent(let percent):
      return changes.filter { change in
        switch change.found {
        case .count: true
        case .share(let share): share.exceeds(percent)
        case .growth(let older, let newer): newer.exceeds(older, byMoreThan: percent)
        }
      }
    }
  }
}

extension FleetReport.ModeTotal {
  fileprivate func count(of measure: FleetGate.Measure) -> Int {
    switch measure {
    case .unknown: unknownCount
    case .notKnown: notKnownCount
    case .othersNotKnown: othersNotKnownCount
    case .failed: failedCount
    default: HarmClass(rawValue: measure.rawValue).map { harm[$0] } ?? 0
    }
  }
}
