/// What became of making the representative of a cluster as small as it can get.
public struct FleetSmallest: Sendable {
  /// What tells the cluster from others.
  public var key: FleetCluster.Key
  /// The smallest trace that shows the cluster, or why there is none.
  public var ending: Result<Found, Miss>

  /// The smallest trace that was found.
  public struct Found: Sendable {
    /// The trace, whose name is the cluster's identifier.
    public var trace: ShrunkTrace
    /// How many records the representative has.
    public var recordCountBefore: Int

    /// How many records are left.
    public var recordCount: Int { trace.result.smallest.events.count }
  }

  /// Why there is none.
  public enum Miss: Error, Hashable, Sendable {
    /// The representative could not be read, or not be replayed.
    case unread(FleetFailure)
    /// The file has other bytes than the row is of.
    case changed
    /// The bytes are the same, and a replay of them does not show the cluster.
    case notShown

    /// A word that says which: `changed`, `notShown`, or the kind of the failure.
    public var reason: String {
      switch self {
      case .unread(let failure): failure.kind.rawValue
      case .changed: "changed"
      case .notShown: "notShown"
      }
    }
  }

  /// The smallest trace, if there is one.
  public var found: Found? { try? ending.get() }
}

/// The smallest traces of the first clusters of a report, in a folder.
public struct FleetMinimized: Sendable {
  /// The folder.
  public var folder: String
  /// What became of each, in the order of the clusters.
  public var all: [FleetSmallest]

  /// Traces that were written into a folder.
  public init(_ all: [FleetSmallest], in folder: String) {
    (self.all, self.folder) = (all, folder)
  }

  /// How many traces there are.
  public var foundCount: Int { all.count { $0.found != nil } }

  /// Whether there is a trace of each cluster that was asked for.
  public var isWhole: Bool { foundCount == all.count }

  /// What became of a cluster's; nil for one that was not asked for.
  public func smallest(of cluster: FleetCluster) -> FleetSmallest? {
    all.first { $0.key == cluster.key }
  }
}
