public import Recorder
import TraceCompression
public import TraceFormat

/// How a recording is written.
public struct ProxyRecordingOptions: Sendable {
  /// What happens where messages come faster than they can be written.
  public enum Overflow: String, Sendable, CaseIterable {
    /// Messages are missing in the trace, which says so.
    case drop
    /// The connections wait for the disk.
    case wait
  }

  /// Where it goes.
  public var destination: RecordingDestination
  /// What becomes of tokens and other secrets. What is passed on has them in any case.
  public var secrets = SecretHandling.replaced
  /// What happens where messages come faster than they can be written.
  public var overflow = Overflow.drop
  /// Bytes that may wait for being written. A message that is larger is not recorded; clients split their
  /// uploads at 16 MiB.
  public var queueSizeMax = 24 << 20
  /// When what was recorded is made safe.
  public var flushing = TraceFlushPolicy()
  /// The level of zstd.
  public var compressionLevel = ZstdCodec.levelDefault
  /// Whether flushing waits for the disk, so that records survive a loss of power.
  public var synchronizesOnFlush = false
  /// What is noted at the beginning of each trace.
  public var metadata: [TraceHeader.Metadata] = []

  /// Options of a recording that goes there.
  public init(destination: RecordingDestination) { self.destination = destination }

  /// The header, without secrets, and with what becomes of them.
  var header: TraceHeader {
    TraceHeader(noting: [TraceHeader.Metadata("source", "proxy")] + metadata, secrets: secrets)
  }
}
