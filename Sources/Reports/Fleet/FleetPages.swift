public import Campaigns

/// A report on a fleet with all that belongs to it.
public struct FleetPages: Sendable {
  /// What the rows come to.
  public var report: FleetReport
  /// What has become of it since an older run, and how that run is called; nil where none was given.
  public var trend: (since: String, FleetTrend)?
  /// The limits that it goes beyond; nil where none were given.
  public var breaches: [FleetBreach]?
  /// The folder that the names of traces are paths from; nil where they are paths as they are.
  public var root: String?

  /// A report alone, or with more.
  public init(
    _ report: FleetReport, root: String? = nil, trend: (since: String, FleetTrend)? = nil,
    breaches: [FleetBreach]? = nil
  ) {
    (self.report, self.root, self.trend) = (report, root, trend)
    self.breaches = breaches
  }
}

extension FleetPages {
  /// The command line that shows a cluster.
  func command(_ cluster: FleetCluster) -> String {
    cluster.command(report.engine, trace: cluster.path(below: root))
  }
}
