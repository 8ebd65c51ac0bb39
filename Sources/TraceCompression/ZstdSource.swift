public import TraceFormat

/// The decompressed bytes of another source, whether or not that one is compressed.
///
/// Sniffs by content: what begins like a zstd frame is decompressed, frame after frame, and
/// anything else is passed on as it is.
public final class ZstdSource: ByteSource {
  private let window: SourceWindow
  private let zstd: ZstdDecompressor
  private var scratch = [UInt8](repeating: 0, count: 1 << 17)
  private var isInsideFrame = false
  private var hasMoreOutput = false
  private var inflatedSize: InflatedSize
  /// Whether the source is compressed; known from the first read on.
  private var isCompressed: Bool?

  /// A source that is looked at when it is read.
  ///
  /// - Throws: `DecodingFailure` where zstd finds no memory.
  public convenience init(_ source: any ByteSource) throws {
    try self.init(source, InflatedSize())
  }

  /// The rows of a fleet, which repeat more than other texts.
  package convenience init(rows source: any ByteSource) throws {
    try self.init(source, InflatedSize(bytesPerCompressedByte: 1024))
  }

  private init(_ source: any ByteSource, _ inflatedSize: InflatedSize) throws {
    window = SourceWindow(source)
    zstd = try ZstdDecompressor()
    self.inflatedSize = inflatedSize
  }

  /// Bytes that have been read of the file: what gzip makes of them counts no more than they do.
  var readBytes: UInt64 { (window.source as? GzipSource)?.readBytes ?? window.readBytes }

  /// The name of the source.
  public var name: String { window.source.name }
  /// Nil: compressed bytes are read like a pipe.
  public var size: UInt64? { nil }
  /// Not to be called, as there is no size.
  public func seek(to offset: UInt64) { preconditionFailure("compressed bytes cannot be sought") }

  /// Appends up to `count` bytes to `buffer` and returns how many; 0 means the end.
  ///
  /// - Throws: `DecodingFailure` at a damaged frame, at the end of a file that is cut, or where the data
  ///   inflates out of proportion.
  public func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int {
    let isCompressed = try self.isCompressed ?? sniff()
    guard isCompressed else { return try window.read(upTo: count, into: &buffer) }
    while true {
      _ = try window.fill(1)
      if window.available == 0 && !hasMoreOutput { return try end() }
      let size = try step(upTo: count)
      if size > 0 {
        try inflatedSize.add(size, of: readBytes)
        buffer.append(contentsOf: scratch[..<size])
        return size
      }
    }
  }

  private func sniff() throws -> Bool {
    _ = try window.fill(4)
    let magic = window.withBytes(min(4, window.available)) { bytes in
      var reader = ByteReader(bytes)
      return (try? reader.read(UInt32.self)) ?? 0
    }
    let isCompressed = magic == 0xFD2F_B528 || magic & 0xFFFF_FFF0 == 0x184D_2A50
    self.isCompressed = isCompressed
    return isCompressed
  }

  private func end() throws -> Int {
    guard !isInsideFrame else {
      throw DecodingFailure.invalidValue(
        "the compressed data ends inside a frame", at: Int(clamping: window.offset))
    }
    return 0
  }

  private func step(upTo count: Int) throws -> Int {
    let limit = min(count, 1 << 17)
    if scratch.count != limit { scratch = [UInt8](repeating: 0, count: limit) }
    let step = window.withBytes(window.available) { zstd.step($0, to: &scratch, from: 0) }
    if let failure = step.failure {
      throw DecodingFailure.invalidValue(
        "zstd: \(failure.reason)", at: Int(clamping: window.offset))
    }
    hasMoreOutput = step.produced == limit && !step.isFrameComplete
    isInsideFrame = !step.isFrameComplete && (isInsideFrame || step.consumed > 0)
    window.advance(step.consumed)
    return step.produced
  }
}
