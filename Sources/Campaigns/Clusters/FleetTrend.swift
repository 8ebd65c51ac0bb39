package import Analyzer
public import TraceFormat

/// What became of a fleet from an older run to a newer one, in shares of the traces and users with a reset or harm
/// (`docs/fleet.md`, "Two runs").
public struct FleetTrend: Sendable {
  /// What became of a cluster.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The older run does not have it.
    case new
    /// It hits a larger share of the traces; of as large a share, more of the users.
    case grown
    case same
    case shrunk
    /// The newer run does not have it.
    case gone
  }

  /// A cluster in both runs.
  public struct Entry: Sendable {
    /// The cluster as it was; nil where it is new.
    public var older: FleetCluster?
    /// The cluster as it is; nil where it is gone.
    public var newer: FleetCluster?
    /// What its mode shows in both runs.
    public var extent: Extent

    /// The traces that it hits, of those with a reset or harm.
    public var olderTraces: FleetShare {
      FleetShare(older?.traceCount ?? 0, of: extent.olderTraceCount)
    }
    /// The same of the newer run.
    public var newerTraces: FleetShare {
      FleetShare(newer?.traceCount ?? 0, of: extent.newerTraceCount)
    }
    /// The users that it hits, of those with a reset or harm.
    public var olderUsers: FleetShare {
      FleetShare(older?.userCount ?? 0, of: extent.olderUserCount)
    }
    /// The same of the newer run.
    public var newerUsers: FleetShare {
      FleetShare(newer?.userCount ?? 0, of: extent.newerUserCount)
    }

    /// What became of it.
    public var direction: Direction {
      guard older != nil else { return .new }
      guard newer != nil else { return .gone }
      if newerTraces.exceeds(olderTraces) { return .grown }
      if olderTraces.exceeds(newerTraces) { return .shrunk }
      if newerUsers.exceeds(olderUsers) { return .grown }
      return olderUsers.exceeds(newerUsers) ? .shrunk : .same
    }
  }

  /// The extent of one class of harm for each trace with a reset or harm, in one mode.
  public struct Rate: Sendable {
    /// The mode.
    public var mode: ResetMode
    package var harmClass: HarmClass
    /// The harm of the older run, of so many traces.
    public var older: FleetShare
    /// The same of the newer run.
    public var newer: FleetShare

    /// Whether a trace has more of it than it had.
    public var isWorse: Bool { newer.exceeds(older) }
  }

  /// What shares of a mode are shares of.
  public struct Extent: Encodable, Hashable, Sendable {
    /// The mode.
    public var mode: ResetMode
    /// The traces with a reset or harm of the older run.
    public var olderTraceCount: Int
    /// Those of the newer run.
    public var newerTraceCount: Int
    /// The users of these traces in the older run.
    public var olderUserCount: Int
    /// Those of the newer run.
    public var newerUserCount: Int

    private enum CodingKeys: String, CodingKey {
      case mode
      case olderTraceCount = "olderTraces"
      case newerTraceCount = "newerTraces"
      case olderUserCount = "olderUsers"
      case newerUserCount = "newerUsers"
    }
  }

  /// The modes that both runs have, of which alone anything is compared.
  public var extents: [Extent]
  /// The modes of one run alone.
  public var otherModes: [ResetMode]
  /// The clusters: new, grown, shrunk, gone, the same; of each in the order of the reports.
  public var entries: [Entry]
  /// What there is of each class of harm in each mode, where there is any.
  public var rates: [Rate]

  /// The clusters of a direction.
  public func entries(_ direction: Direction) -> [Entry] {
    entries.filter { $0.direction == direction }
  }
}

extension FleetReport {
  /// What became of a fleet since an older run.
  public func trend(since older: FleetReport) -> FleetTrend {
    let extents = ResetMode.inOrder.compactMap { extent($0, since: older) }
    let both = extents.map(\.mode)
    return FleetTrend(
      extents: extents,
      otherModes: ResetMode.inOrder.filter {
        !both.contains($0) && (total($0) != nil || older.total($0) != nil)
      },
      entries: entries(since: older, extents), rates: rates(since: older, both))
  }

  private func extent(_ mode: ResetMode, since older: FleetReport) -> FleetTrend.Extent? {
    guard let old = older.total(mode), let new = total(mode) else { return nil }
    return FleetTrend.Extent(
      mode: mode, olderTraceCount: old.incidentCount, newerTraceCount: new.incidentCount,
      olderUserCount: old.incidentUserCount, newerUserCount: new.incidentUserCount)
  }

  private func entries(
    since older: FleetReport, _ extents: [FleetTrend.Extent]
  ) -> [FleetTrend.Entry] {
    func known(_ report: FleetReport) -> [FleetCluster.Key: FleetCluster] {
      Dictionary(uniqueKeysWithValues: report.clusters.map { ($0.key, $0) })
    }
    let (olderByKey, newerByKey) = (known(older), known(self))
    let all = clusters + older.clusters.filter { newerByKey[$0.key] == nil }
    let entries = all.compactMap { cluster in
      extents.first { $0.mode == cluster.key.mode }.map { extent in
        FleetTrend.Entry(
          older: olderByKey[cluster.key], newer: newerByKey[cluster.key], extent: extent)
      }
    }
    let order: [FleetTrend.Direction] = [.new, .grown, .shrunk, .gone, .same]
    return order.flatMap { direction in entries.filter { $0.direction == direction } }
  }

  private func rates(since older: FleetReport, _ modes: [ResetMode]) -> [FleetTrend.Rate] {
    modes.flatMap { mode in
      HarmClass.allCases.compactMap { harmClass in
        let (old, new) = (older.rate(of: harmClass, mode), rate(of: harmClass, mode))
        guard old.part > 0 || new.part > 0 else { return nil }
        return FleetTrend.Rate(mode: mode, harmClass: harmClass, older: old, newer: new)
      }
    }
  }

  private func rate(of harmClass: HarmClass, _ mode: ResetMode) -> FleetShare {
    let total = total(mode)
    return FleetShare(total?.harm[harmClass] ?? 0, of: total?.incidentCount ?? 0)
  }
}
