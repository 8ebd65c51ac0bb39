/// Data frames whose content stands in them as it is: zstd frames of raw blocks, which any zstd reads,
/// written and read without its library.
///
/// It is what an app records with. `tracetool compact` compresses such a trace later.
public struct StoredFrames: FrameCodec {
  /// The codec; it has no settings.
  public init() {}

  /// What stores bytes.
  public func makeCompressor() -> any FrameCompressor { StoredFrameWriter() }
  /// What reads stored bytes, and refuses compressed ones by that name.
  public func makeDecompressor() -> any FrameDecompressor { StoredFrameReader() }

  /// Largest content of a block: 128 KiB (RFC 8878, section 3.1.1.2.4). The window is as large, so that
  /// readers with a limit take frames of any size.
  static let blockSizeMax = 1 << 17
  /// A content size of four bytes, a checksum, and a window that is told.
  static let descriptor: UInt8 = 0b1000_0100
  /// An exponent of 7 above 2¹⁰, without a mantissa: 128 KiB.
  static let windowDescriptor: UInt8 = 7 << 3

  enum BlockKind: UInt32 {
    case raw, repeatedByte, compressed, reserved
  }
}

final class StoredFrameWriter: FrameCompressor {
  private var output: [UInt8] = []

  func frame(_ bytes: [UInt8]) throws(TraceWriteFailure) -> ArraySlice<UInt8> {
    guard let contentSize = UInt32(exactly: bytes.count) else {
      throw .compression("\(bytes.count) bytes are more than a stored frame announces")
    }
    output.removeAll(keepingCapacity: output.capacity <= 1 << 24)
    output.reserveCapacity(bytes.count + 3 * (bytes.count / StoredFrames.blockSizeMax + 1) + 14)
    output.append(littleEndian: ZstdFrameHeader.magic)
    output.append(StoredFrames.descriptor)
    output.append(StoredFrames.windowDescriptor)
    output.append(littleEndian: contentSize)
    var position = 0
    repeat {
      let end = min(position + StoredFrames.blockSizeMax, bytes.count)
      appendBlock(bytes[position..<end], isLast: end == bytes.count)
      position = end
    } while position < bytes.count
    output.append(littleEndian: UInt32(truncatingIfNeeded: XXH64.digest(bytes)))
    return output[...]
  }

  private func appendBlock(_ bytes: ArraySlice<UInt8>, isLast: Bool) {
    let header =
      UInt32(bytes.count) << 3 | StoredFrames.BlockKind.raw.rawValue << 1 | (isLast ? 1 : 0)
    for shift: UInt32 in [0, 8, 16] { output.append(UInt8(truncatingIfNeeded: header >> shift)) }
    output.append(contentsOf: bytes)
  }
}
