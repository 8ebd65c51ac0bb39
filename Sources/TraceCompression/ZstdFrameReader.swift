import TraceFormat

/// Reads compressed data frames; the buffer is reused from frame to frame.
final class ZstdFrameReader: FrameDecompressor {
  private let zstd: ZstdDecompressor
  private(set) var output: [UInt8] = []
  private(set) var size = 0

  init() throws(DecodingFailure) { zstd = try ZstdDecompressor() }

  func decompress(_ frame: RawSpan, limit: Int, at offset: Int) throws(DecodingFailure) -> Int {
    size = 0
    zstd.reset()
    return try fill(frame, limit: limit, at: offset)
  }

  func salvage(_ frame: RawSpan, limit: Int) {
    size = 0
    zstd.reset()
    _ = try? fill(frame, limit: limit, stepSize: Self.salvageStepSize, at: 0)
  }

  /// A call of zstd that fails does not say what it has put out before, so salvage takes small
  /// steps: then little is lost with the one that fails.
  private static let salvageStepSize = 16

  /// Returns how many bytes of the input the frame took.
  private func fill(
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

  private func reserve(_ count: Int) {
    guard output.count < count else { return }
    output.append(contentsOf: repeatElement(0, count: count - output.count))
  }
}
