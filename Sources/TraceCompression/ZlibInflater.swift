package import TraceFormat

/// Inflates zlib streams into memory that grows only as bytes really come out.
package struct ZlibInflater: BodyInflater, ~Copyable {
  /// The largest body, in bytes, that is inflated. Clients split uploads at 16 MiB; only a single
  /// larger changeset goes beyond that.
  package static let inflatedSizeMax: UInt64 = 1 << 28
  /// What is left of that by a limit of memory.
  package var sizeMax = inflatedSizeMax
  private static let stepSize = 1 << 16

  private let stream = ZlibStream(windowBits: 15)
  /// What may come out of all streams of a file: many small ones may be out of proportion too. Nil where they are
  /// those of connections, which do not end.
  private var total: InflatedSize?
  private var compressedBytes: UInt64 = 0

  /// An inflater for any number of streams, one after the other.
  ///
  /// - Parameter isOfFile: whether all of them are of one file, and are limited together.
  package init(isOfFile: Bool = false) {
    total = isOfFile ? InflatedSize(what: "what is compressed up to here") : nil
  }

  /// Inflates one whole stream, which must give exactly the announced number of bytes.
  ///
  /// - Throws: where the announced size is above the limit, or out of proportion with those before it, or the stream is
  ///   damaged, ends early, has bytes behind its end, or holds fewer or more bytes than announced. Offsets count in the
  ///   compressed bytes.
  package mutating func inflate(
    _ compressed: [UInt8], announcedSize: UInt64
  ) throws(DecodingFailure) -> [UInt8] {
    guard announcedSize <= sizeMax, compressed.count <= sizeMax else {
      throw .limitExceeded(
        "size of a compressed body", found: max(announcedSize, UInt64(compressed.count)),
        limit: sizeMax, at: 0)
    }
    compressedBytes += UInt64(compressed.count)
    try check(announcedSize)
    stream.reset()
    var output: [UInt8] = []
    defer { try? total?.add(output.count, of: compressedBytes) }
    var read = 0
    var step = ZlibStream.Step.goesOn
    while step == .goesOn {
      let start = output.count
      // One byte beyond the announced ones shows that there would be more.
      let room = min(max(Self.stepSize, start), Int(announcedSize) + 1 - start)
      step = stream.inflate(compressed, from: &read, into: &output, room: room)
      guard output.count <= announcedSize else {
        throw .invalidValue("inflates to more bytes than announced", at: read)
      }
      if step == .goesOn, output.count == start {
        throw .truncated(needed: 1, available: 0, at: read)
      }
    }
    if case .failed(let status) = step {
      throw .invalidValue("not a zlib stream (\(ZlibStream.reason(status)))", at: read)
    }
    guard read == compressed.count else {
      throw DecodingFailure(.trailingBytes(compressed.count - read), at: read)
    }
    guard output.count == announcedSize else {
      throw .invalidValue(
        "inflates to \(output.count) bytes, announced are \(announcedSize)", at: compressed.count)
    }
    return output
  }

  /// Looks whether what a stream announces, which is the most that comes out of it, is out of proportion.
  private func check(_ announcedSize: UInt64) throws(DecodingFailure) {
    var total = total
    do throws(DecodingFailure) {
      try total?.add(Int(announcedSize), of: compressedBytes)
    } catch {
      throw DecodingFailure(error.code, at: 0)
    }
  }
}
