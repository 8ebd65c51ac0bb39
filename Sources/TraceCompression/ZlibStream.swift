internal import CZlib

/// Data that zlib inflates step by step, at any point of it.
@safe final class ZlibStream {
  enum Step: Equatable {
    /// Nothing that is final; where nothing came out, more input is needed.
    case goesOn
    /// The end of the data, behind which other bytes may follow.
    case ended
    /// Damage, by the status of zlib.
    case failed(Int32)
  }

  /// On the heap, because zlib remembers the address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// A stream at its beginning.
  ///
  /// - Parameter windowBits: the size of the window, as the exponent of a power of two: as it is for zlib's frame, 16
  ///   more for that of gzip, negative for bare deflated data.
  init(windowBits: Int32) {
    // SAFETY: the memory is initialized before zlib sees it, and freed by `deinit` alone.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // `inflateInit2` is a macro, which Swift can't see.
    let status = unsafe inflateInit2_(
      stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib cannot be initialized, status \(status)")
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Begins anew.
  ///
  /// - Parameter keepingWindow: whether what follows may refer to what came out before.
  func reset(keepingWindow: Bool = false) {
    _ = unsafe keepingWindow ? inflateResetKeep(stream) : inflateReset(stream)
  }

  /// Inflates what of an input is behind a position, and appends at most so many bytes to the output.
  func inflate(
    _ input: [UInt8], from position: inout Int, into output: inout [UInt8], room: Int
  ) -> Step {
    var status = Z_OK
    // SAFETY: zlib reads inside `input`, and writes the first bytes of the room that the array adds, of which it says
    // how many; both outlive the call, and the addresses are cleared after it.
    unsafe input.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position...])
      unsafe stream.pointee.next_in = UnsafeMutablePointer(
        mutating: rest.bindMemory(to: UInt8.self).baseAddress)
      unsafe stream.pointee.avail_in = UInt32(rest.count)
      output.append(addingCapacity: room) { added in
        unsafe added.withUnsafeMutableBufferPointer { bytes, count in
          unsafe stream.pointee.next_out = bytes.baseAddress
          unsafe stream.pointee.avail_out = UInt32(room)
          unsafe status = CZlib.inflate(stream, Z_NO_FLUSH)
          unsafe count = room - Int(stream.pointee.avail_out)
        }
      }
    }
    position = unsafe input.count - Int(stream.pointee.avail_in)
    unsafe (stream.pointee.next_in, stream.pointee.next_out) = (nil, nil)
    switch status {
    case Z_OK, Z_BUF_ERROR: return .goesOn
    case Z_STREAM_END: return .ended
    default: return .failed(status)
    }
  }

  /// Whether the last step ended on a whole byte between two blocks of deflated data.
  var isBetweenBlocks: Bool {
    // zlib adds 128 behind a block, 64 inside the last one, and the number of bits that are left over.
    unsafe stream.pointee.data_type == 128
  }

  static func reason(_ status: Int32) -> String {
    switch status {
    case Z_DATA_ERROR: "data error"
    case Z_NEED_DICT: "needs a dictionary"
    case Z_MEM_ERROR: "out of memory"
    default: "status \(status)"
    }
  }
}
