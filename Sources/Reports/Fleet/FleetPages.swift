public import Campaigns

/// A report on a fleet with all that belongs to it.
public struct FleetPages: Sendable {
  /// What the rows say together.
  public var report: FleetReport
  /// What has become of it since an older run, and how that run is called; nil where none was given.
  public var trend: (since: String, FleetTrend)?
  /// The limits that it goes beyond; nil where none were given.
  public var breaches: [FleetBreach]?
  /// The smallest traces of the clusters; nil where none were asked for.
  public var minimized: FleetMinimized?
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

  func command(_ cluster: FleetCluster) -> String {
    cluster.command(report, trace: cluster.path(below: root))
  }

  /// What became of making a cluster's representative small; nil where that was not asked for.
  func smallest(of cluster: FleetCluster) -> FleetSmallest? { minimized?.smallest(of: cluster) }

  /// The command line that shows a cluster by its smallest trace; nil where there is none.
  func smallestCommand(of cluster: FleetCluster) -> String? {
    guard let minimized, let trace = smallest(of: cluster)?.found?.trace else { return nil }
    return trace.command(at: trace.path(in: minimized.folder))
  }

  /// How many smallest traces there are; nil where none were asked for.
  var minimizedExtent: String? { minimized?.extent(of: report.clusters.count) }
}
