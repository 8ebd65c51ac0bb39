internal import CZlib
package import TraceFormat

/// Inflates zlib streams into memory that grows only as bytes really come out.
@safe package struct ZlibInflater: BodyInflater, ~Copyable {
  /// The largest body, in bytes, that is inflated. Clients split uploads at 16 MiB; only a single
  /// larger changeset goes beyond that.
  package static let inflatedSizeMax: UInt64 = 1 << 28
  /// What is left of that by a limit of memory.
  package var sizeMax = inflatedSizeMax
  private static let stepSize = 1 << 16

  /// On the heap, because zlib remembers the address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// An inflater for any number of streams, one after the other.
  package init() {
    // SAFETY: the memory is initialized before zlib sees it, and freed by `deinit` alone.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe tracetool_inflate_init(stream)
    precondition(status == Z_OK, "zlib cannot be initialized, status \(status)")
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Inflates one whole stream, which must give exactly the announced number of bytes.
  ///
  /// - Throws: where the announced size is above the limit, the stream is damaged, ends early, has
  ///   bytes behind its end, or holds fewer or more bytes than announced. Offsets count in the
  ///   compressed bytes.
  package mutating func inflate(
    _ compressed: [UInt8], announcedSize: UInt64
  ) throws(DecodingFailure) -> [UInt8] {
    guard announcedSize <= sizeMax, compressed.count <= sizeMax else {
      throw .limitExceeded(
        "size of a compressed body", found: max(announcedSize, UInt64(compressed.count)),
        limit: sizeMax, at: 0)
    }
    unsafe inflateReset(stream)
    var output: [UInt8] = []
    // SAFETY: zlib reads only inside `input`, which outlives every step; `next_in` is cleared below.
    let outcome = unsafe compressed.withUnsafeBytes { input -> Step in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(
        mutating: input.bindMemory(to: UInt8.self).baseAddress)
      unsafe stream.pointee.avail_in = UInt32(input.count)
      var step = Step.goesOn
      while step == .goesOn { step = growAndInflate(&output, sizeMax: Int(announcedSize)) }
      return step
    }
    let rest = unsafe Int(stream.pointee.avail_in)
    unsafe stream.pointee.next_in = nil
    try check(outcome, read: compressed.count - rest, rest: rest)
    guard output.count == announcedSize else {
      throw .invalidValue(
        "inflates to \(output.count) bytes, announced are \(announcedSize)", at: compressed.count)
    }
    return output
  }
}

extension ZlibInflater {
  private enum Step: Equatable {
    case goesOn
    case ended
    case isTooLong
    case failed(Int32)
  }

  /// Appends what the next step gives; one byte beyond the limit shows that there would be more.
  private mutating func growAndInflate(_ output: inout [UInt8], sizeMax: Int) -> Step {
    let start = output.count
    let room = min(max(Self.stepSize, start), sizeMax + 1 - start)
    output.append(contentsOf: repeatElement(0, count: room))
    // SAFETY: `next_out` and `avail_out` are the array's last `room` bytes, during this call only.
    let status = unsafe output.withUnsafeMutableBytes { bytes -> Int32 in
      let tail = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      unsafe stream.pointee.next_out = tail.bindMemory(to: UInt8.self).baseAddress
      unsafe stream.pointee.avail_out = UInt32(room)
      return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
    }
    unsafe output.removeLast(Int(stream.pointee.avail_out))
    unsafe stream.pointee.next_out = nil
    if output.count > sizeMax { return .isTooLong }
    switch status {
    case Z_OK: return output.count > start ? .goesOn : .failed(Z_BUF_ERROR)
    case Z_STREAM_END: return .ended
    default: return .failed(status)
    }
  }

  private func check(_ step: Step, read: Int, rest: Int) throws(DecodingFailure) {
    switch step {
    case .ended:
      guard rest == 0 else { throw DecodingFailure(.trailingBytes(rest), at: read) }
    case .isTooLong:
      throw .invalidValue("inflates to more bytes than announced", at: read)
    case .failed(Z_BUF_ERROR):
      throw .truncated(needed: 1, available: 0, at: read)
    case .failed(let status):
      throw .invalidValue("not a zlib stream (\(Self.reason(status)))", at: read)
    case .goesOn: preconditionFailure("inflating stops only when it ended or failed")
    }
  }

  private static func reason(_ status: Int32) -> String {
    switch status {
    case Z_DATA_ERROR: "data error"
    case Z_NEED_DICT: "needs a dictionary"
    case Z_MEM_ERROR: "out of memory"
    default: "status \(status)"
    }
  }
}
