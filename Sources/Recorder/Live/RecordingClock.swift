#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Where a recorder has the time from.
public struct RecordingClock: Sendable {
  /// Microseconds since 1970-01-01 (UTC); called from any thread.
  public var nowMicroseconds: @Sendable () -> Int64

  /// A clock that is read by a function.
  public init(_ nowMicroseconds: @escaping @Sendable () -> Int64) {
    self.nowMicroseconds = nowMicroseconds
  }

  /// The system's clock.
  public static let system = RecordingClock {
    var now = timespec()
    // SAFETY: the structure outlives the call.
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return 0 }
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
  }
}
