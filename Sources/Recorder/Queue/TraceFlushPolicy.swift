internal import Dispatch

/// When what was recorded is made safe: once it is, it survives the end of the process.
///
/// It is at the latest ``intervalMilliseconds`` after it was recorded, and earlier once ``size`` bytes wait for it. As long as
/// nothing is recorded nothing is done.
public struct TraceFlushPolicy: Hashable, Sendable {
  /// How long a record waits at most.
  public var intervalMilliseconds: Int
  /// How many bytes of records wait at most.
  public var size: Int
  /// How long a record waits at most until whoever writes it sees it, where somebody watches; nil for as long as
  /// until it is made safe.
  package var sightIntervalMilliseconds: Int?

  /// A second, or 256 KiB.
  public init(intervalMilliseconds: Int = 1_000, size: Int = 256 << 10) {
    self.intervalMilliseconds = intervalMilliseconds
    self.size = size
  }

  /// The moment when what is recorded now has to be safe.
  var deadline: DispatchTime { Self.moment(in: intervalMilliseconds) }

  var sightDeadline: DispatchTime {
    Self.moment(in: min(intervalMilliseconds, sightIntervalMilliseconds ?? .max))
  }

  private static func moment(in milliseconds: Int) -> DispatchTime {
    // A day is as good as forever, and does not overflow.
    .now() + .milliseconds(min(max(0, milliseconds), 86_400_000))
  }
}
