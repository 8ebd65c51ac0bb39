internal import Dispatch

/// When what was recorded is made safe: once it is, it survives the end of the process.
///
/// It is at the latest ``interval`` after it was recorded, and earlier once ``size`` bytes wait for it. As long as
/// nothing is recorded nothing is done.
public struct TraceFlushPolicy: Hashable, Sendable {
  /// How long a record waits at most.
  public var interval: Duration
  /// How many bytes of records wait at most.
  public var size: Int
  /// How long a record waits at most until whoever writes it sees it, where somebody watches; nil for as long as
  /// until it is made safe.
  package var sightInterval: Duration?

  /// A second, or 256 KiB.
  public init(interval: Duration = .seconds(1), size: Int = 256 << 10) {
    self.interval = interval
    self.size = size
  }

  /// The moment when what is recorded now has to be safe.
  var deadline: DispatchTime { Self.moment(in: interval) }

  /// The moment when what is recorded now has to be seen.
  var sightDeadline: DispatchTime { Self.moment(in: min(interval, sightInterval ?? interval)) }

  private static func moment(in interval: Duration) -> DispatchTime {
    let (seconds, attoseconds) = interval.components
    let nanoseconds = max(0, attoseconds / 1_000_000_000)
    // A day is as good as forever, and does not overflow.
    return .now() + .seconds(Int(min(max(0, seconds), 86_400)))
      + .nanoseconds(Int(nanoseconds))
  }
}
