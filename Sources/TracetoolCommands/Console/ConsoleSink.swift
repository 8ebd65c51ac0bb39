import TraceFormat

/// Standard output as the place where a trace goes.
final class ConsoleSink: ByteSink {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func write(_ bytes: [UInt8]) throws { try console.write(bytes) }
  func synchronize() throws { try console.flush() }
}
