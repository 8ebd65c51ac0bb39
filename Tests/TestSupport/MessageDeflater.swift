import CZlib

/// Compresses messages as the peers of a WebSocket do (RFC 7692, section 7.2.1).
public final class MessageDeflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private let keepsContext: Bool

  /// - Parameter windowBits: From 9 to 15; zlib has no 8 without its frame.
  public init(windowBits: Int32 = 15, keepsContext: Bool = true, level: Int32 = 6) {
    self.keepsContext = keepsContext
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, -windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK)
  }

  deinit {
    deflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// The payload of a compressed message.
  ///
  /// - Parameter isFinal: Whether its last block is marked as the last of all, as some senders do (section 7.2.3.4);
  ///   only without a context.
  public func deflate(_ message: [UInt8], isFinal: Bool = false) -> [UInt8] {
    guard !message.isEmpty else { return [0x00] }
    if !keepsContext || isFinal { deflateReset(stream) }
    var result: [UInt8] = []
    var step = [UInt8](repeating: 0, count: 1 << 16)
    message.withUnsafeBufferPointer { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      repeat {
        step.withUnsafeMutableBufferPointer { output in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          _ = CZlib.deflate(stream, isFinal ? Z_FINISH : Z_SYNC_FLUSH)
        }
        result += step[..<(step.count - Int(stream.pointee.avail_out))]
      } while stream.pointee.avail_out == 0
    }
    return isFinal ? result + [0x00] : Array(result.dropLast(4))
  }
}
