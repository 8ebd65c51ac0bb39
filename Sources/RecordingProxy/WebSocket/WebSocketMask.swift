/// The mask that a client puts over what it sends (RFC 6455, section 5.3). Taking it off is putting it on again.
enum WebSocketMask {
  /// The key as it applies from a position of the payload on: the byte that comes first is the lowest.
  static func key(_ mask: UInt32, turnedBy position: UInt64) -> UInt32 {
    let bits = UInt32(position % 4) * 8
    return bits == 0 ? mask : mask >> bits | mask << (32 - bits)
  }

  static func apply(_ key: UInt32, to bytes: inout [UInt8], from start: Int) {
    let wide = UInt64(key) << 32 | UInt64(key)
    // SAFETY: positions are inside the buffer, as the conditions of the loops say.
    unsafe bytes.withUnsafeMutableBytes { buffer in
      var position = start
      while position + 8 <= buffer.count {
        let word = unsafe buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        unsafe buffer.storeBytes(
          of: word ^ wide.littleEndian, toByteOffset: position, as: UInt64.self)
        position += 8
      }
      var rest = key
      while position < buffer.count {
        unsafe buffer[position] ^= UInt8(truncatingIfNeeded: rest)
        rest = rest >> 8 | rest << 24
        position += 1
      }
    }
  }
}
