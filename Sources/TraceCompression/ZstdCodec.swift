internal import CZstd
public import TraceFormat

/// Data frames that zstd compresses; it reads stored ones too.
public struct ZstdCodec: FrameCodec, Hashable {
  /// From fast to small. Low by default: recording must not slow down what it records.
  public static let levelDefault: Int32 = 1
  /// The levels that this version of zstd has.
  public static var levels: ClosedRange<Int32> { ZSTD_minCLevel()...ZSTD_maxCLevel() }
  /// The version of zstd that runs, such as 10504 for 1.5.4. Others may compress to other bytes.
  package static var libraryVersion: UInt32 { ZSTD_versionNumber() }

  /// One of ``levels``; it has no meaning for reading.
  public var level: Int32

  /// A codec that compresses at this level.
  public init(level: Int32 = levelDefault) { self.level = level }

  /// What compresses at the level.
  ///
  /// - Throws: where zstd finds no memory.
  public func makeCompressor() throws(TraceWriteFailure) -> any FrameCompressor {
    try ZstdCompressor(level: level)
  }

  /// What reads any frame of zstd.
  ///
  /// - Throws: where zstd finds no memory.
  public func makeDecompressor() throws(DecodingFailure) -> any FrameDecompressor {
    try ZstdFrameReader()
  }
}
