/// Where bytes go: a file, standard output, memory.
public protocol ByteSink: AnyObject {
  /// Hands all the bytes to the system: once it returns, they survive the end of the process.
  func write(_ bytes: [UInt8]) throws

  /// Waits until everything written survives a loss of power too.
  func synchronize() throws

  /// Gives back what stands behind the first so many bytes, as where a write failed half-way; a file of which
  /// nothing is left is removed. What can't give back, such as a pipe, leaves it be.
  func takeBack(toBytes size: UInt64)
}

extension ByteSink {
  /// Leaves everything as it is.
  public func takeBack(toBytes size: UInt64) {}
}

/// Collects bytes in memory.
public final class MemorySink: ByteSink {
  /// Everything written so far.
  public private(set) var bytes: [UInt8] = []

  /// Begins without bytes.
  public init() {}

  /// Keeps the bytes.
  public func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }
  /// Does nothing: memory survives no loss of power.
  public func synchronize() {}
}
