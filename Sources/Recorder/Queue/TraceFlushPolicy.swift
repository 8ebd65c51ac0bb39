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

  /// A second, or 256 KiB.
  public init(interval: Duration = .seconds(1), size: Int = 256 << 10) {
    self.interval = interval
    self.size = size
  }

  /// The moment when what is recorded now has to be safe.
  var deadline: DispatchTime {
    let (seconds, attoseconds) = interval.components
    let nanoseconds = max(0, attoseconds / 1_000_000_000)
    // A day is as good as forever, and does not overflow.
    return .now() + .seconds(Int(min(max(0, seconds), 86_400)))
      + .nanoseconds(Int(nanoseconds))
  }
}
