public import TraceFormat

/// How ``SyncSessionRecorder`` records.
public struct RecordingOptions: Sendable {
  /// When what was recorded is made safe.
  public var flushing: TraceFlushPolicy
  /// Whether a flush waits for the disk too, so that records survive a loss of power and not only the end
  /// of the app. It costs flash memory.
  public var synchronizesOnFlush: Bool
  /// The bytes of memory that what is not yet written may take. Beyond it records are dropped and counted;
  /// beginnings of sessions, errors and resets may take a quarter more.
  public var queueSizeMax: Int
  /// What becomes of tokens, passwords and the like.
  public var secrets: SecretHandling
  /// What the trace notes of itself, such as `app` = `Inspections 4.2`.
  public var metadata: [TraceHeader.Metadata]
  /// Where the time is taken from.
  public var clock: RecordingClock
  /// Hears, on the thread that writes, of a transaction or a state that does not fit the schema of its session; the
  /// trace has a `loss` in its place.
  public var onMisuse: @Sendable (RecordingMisuse) -> Void = { _ in }

  /// Flushes every second or 256 KiB, holds 8 MiB, and replaces secrets.
  public init(
    flushing: TraceFlushPolicy = TraceFlushPolicy(), synchronizesOnFlush: Bool = false,
    queueSizeMax: Int = 8 << 20, secrets: SecretHandling = .replaced,
    metadata: [TraceHeader.Metadata] = [], clock: RecordingClock = .system
  ) {
    (self.flushing, self.synchronizesOnFlush) = (flushing, synchronizesOnFlush)
    (self.queueSizeMax, self.secrets, self.metadata) = (queueSizeMax, secrets, metadata)
    self.clock = clock
  }

  /// What is small and must not be missed may exceed the queue by.
  var reserve: Int { queueSizeMax / 4 }

  var header: TraceHeader {
    TraceHeader(metadata: [TraceHeader.Metadata("source", "live")] + metadata)
  }
}
