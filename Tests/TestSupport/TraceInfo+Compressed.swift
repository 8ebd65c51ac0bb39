import TraceCompression
import TraceFormat

extension TraceInfo {
  /// Sums up any source: a file by its index, where it has one; a stream by reading all of it.
  ///
  /// - Throws: ``DecodingFailure`` where it is not a trace; ``FileFailure``.
  public init(_ source: any ByteSource, memory: MemoryLimit = .standard) throws {
    try self.init(source, codec: ZstdCodec(), memory: memory)
  }
}

extension TraceVerification {
  /// Verifies any source.
  ///
  /// - Throws: ``DecodingFailure`` where it is not a trace at all; ``FileFailure``.
  public init(_ source: any ByteSource, memory: MemoryLimit = .standard) throws {
    try self.init(source, codec: ZstdCodec(), memory: memory)
  }
}
