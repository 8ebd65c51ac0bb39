internal import RealmModel
public import TraceFormat

/// The trace that shows a cluster best: with as little else as can be, then with the smallest loss.
public struct FleetRepresentative: Hashable, Sendable {
  /// Its path as it is in its row.
  public var name: RealmString
  /// SHA-256 of its bytes, 64 hexadecimal digits; nil where the row has none.
  public var sha256: String?
  /// How many clusters its row belongs to; 1 where it shows this one alone.
  public var clusterCount: Int
  /// How much harm its row shows.
  public var cost: Int
  /// Whether it does not show everything.
  public var hasGaps: Bool

  /// Whether it shows a cluster better than another trace; of what shows it as well, the first by bytes.
  func isBetter(than other: FleetRepresentative) -> Bool {
    let (own, others) = (rank, other.rank)
    guard own == others else { return own.lexicographicallyPrecedes(others) }
    guard name == other.name else { return name < other.name }
    return (sha256 ?? "").utf8.lexicographicallyPrecedes((other.sha256 ?? "").utf8)
  }

  private var rank: [Int] { [clusterCount, hasGaps ? 1 : 0, cost] }
}
