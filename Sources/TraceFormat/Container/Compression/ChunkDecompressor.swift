/// Turns the data frames of chunks into records, one chunk in memory.
///
/// The output grows as data really arrives: a frame that announces 256 MiB and holds nothing costs
/// nothing.
struct ChunkDecompressor: ~Copyable {
  private var zstd: ZstdDecompressor
  /// Reused from chunk to chunk; only the first `size` bytes mean something.
  private(set) var output: [UInt8] = []
  private(set) var size = 0

  init?() {
    guard let zstd = ZstdDecompressor() else { return nil }
    self.zstd = zstd
  }

  /// Decompresses one frame of exactly the expected size.
  ///
  /// Whatever came out before a failure stays in `output`, for salvage.
  mutating func decompress(
    _ frame: RawSpan, expectedSize: Int, at offset: Int
  ) throws(DecodingFailure) {
    size = 0
    zstd.reset()
    guard ZstdDecompressor.announcedSize(frame) == UInt64(expectedSize) else {
      throw .invalidValue("the data frame does not announce \(expectedSize) bytes", at: offset)
    }
    let consumed = try fill(frame, limit: expectedSize, at: offset)
    guard size == expectedSize else {
      throw .invalidValue("data frame of \(size) bytes, expected \(expectedSize)", at: offset)
    }
    guard consumed == frame.byteCount else {
      throw DecodingFailure(.trailingBytes(frame.byteCount - consumed), at: offset + consumed)
    }
  }

  /// Decompresses as much as is possible of a damaged or cut frame, at most `limit` bytes.
  mutating func salvage(_ frame: RawSpan, limit: Int) {
    size = 0
    zstd.reset()
    _ = try? fill(frame, limit: limit, stepSize: Self.salvageStepSize, at: 0)
  }

  /// A call of zstd that fails does not say what it has put out before, so salvage takes small
  /// steps: then little is lost with the one that fails.
  private static let salvageStepSize = 16

  /// Returns how many bytes of the input the frame took.
  private mutating func fill(
    _ frame: RawSpan, limit: Int, stepSize: Int = .max, at offset: Int
  ) throws(DecodingFailure) -> Int {
    var position = 0
    reserve(min(limit, max(1 << 16, frame.byteCount * 4)))
    while true {
      let rest = frame.byteCount - position
      let input = frame.extracting(position..<position + min(rest, stepSize))
      let step = zstd.step(input, to: &output, from: size)
      position += step.consumed
      size = min(size + step.produced, limit)
      if let failure = step.failure { throw .invalidValue("zstd: \(failure.reason)", at: offset) }
      if step.isFrameComplete { return position }
      if step.consumed == 0 && step.produced == 0 {
        guard output.count < limit else {
          throw .invalidValue(
            "the data frame ends early or holds more than \(limit) bytes", at: offset)
        }
        reserve(min(limit, output.count * 2))
      } else if size == output.count && output.count < limit {
        reserve(min(limit, output.count * 2))
      }
    }
  }

  private mutating func reserve(_ count: Int) {
    guard output.count < count else { return }
    output.append(contentsOf: repeatElement(0, count: count - output.count))
  }
}
