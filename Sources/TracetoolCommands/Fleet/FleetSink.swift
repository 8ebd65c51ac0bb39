import TraceFormat

/// Rows on their way out: whole lines at a time.
final class FleetSink {
  private let sink: any ByteSink
  private let isFile: Bool
  /// Held as long as there may be something to write.
  private let lock: FileLock?
  private var pending: [UInt8] = []
  private static let pendingSizeMax = 1 << 18

  init(_ sink: any ByteSink, isFile: Bool, holding lock: FileLock? = nil) {
    (self.sink, self.isFile, self.lock) = (sink, isFile, lock)
  }

  /// Takes whole lines.
  func write(_ lines: [UInt8]) throws {
    pending += lines
    if pending.count >= Self.pendingSizeMax { try flush() }
  }

  /// Writes what is left, and waits for the disk where there is one.
  func finish() throws {
    try flush()
    if isFile { try sink.synchronize() }
  }

  private func flush() throws {
    guard !pending.isEmpty else { return }
    try sink.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
