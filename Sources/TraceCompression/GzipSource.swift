internal import CZlib
public import TraceFormat

/// What a source holds, inflated where it is compressed with gzip, as rotated logs often are.
@safe public final class GzipSource: ByteSource {
  private let source: any ByteSource
  /// On the heap, because zlib remembers the address; nil for a source that is not compressed.
  private var stream: UnsafeMutablePointer<z_stream>?
  private var input: [UInt8] = []
  private var inputStart = 0
  private var isAtStart = true
  private var hasEnded = false
  private var readCount = 0
  private static let readSize = 1 << 16

  /// The name of the source.
  public var name: String { source.name }
  /// Unknown: what is inflated has another size than the file.
  public var size: UInt64? { nil }

  /// A source that is looked at when it is read.
  public init(_ source: any ByteSource) { self.source = source }

  deinit {
    guard let stream = unsafe stream else { return }
    unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Never called, since `size` is nil.
  public func seek(to offset: UInt64) { preconditionFailure("a stream has no positions") }

  /// Appends up to `count` bytes to `buffer` and returns how many; 0 means the end.
  ///
  /// - Throws: `DecodingFailure` where the compressed data is damaged or cut.
  public func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int {
    if isAtStart { try begin() }
    guard unsafe stream != nil else { return try readPlain(count, into: &buffer) }
    while !hasEnded {
      if inputStart == input.count {
        (input, inputStart) = ([], 0)
        guard try source.read(upTo: Self.readSize, into: &input) > 0 else {
          throw DecodingFailure(.truncated(needed: 1, available: 0), at: readCount)
        }
        readCount += input.count
      }
      let read = try inflateSome(count, into: &buffer)
      if read > 0 { return read }
    }
    return 0
  }

  private func begin() throws {
    isAtStart = false
    while input.count < 2, try source.read(upTo: Self.readSize, into: &input) > 0 {}
    readCount = input.count
    guard input.starts(with: [0x1F, 0x8B]) else { return }
    // SAFETY: the memory is initialized before zlib sees it, and freed by `deinit` alone.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // The largest window, and the frame of gzip; `inflateInit2` is a macro, which Swift can't see.
    let status = unsafe inflateInit2_(
      stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib cannot be initialized, status \(status)")
    unsafe self.stream = stream
  }

  private func readPlain(_ count: Int, into buffer: inout [UInt8]) throws -> Int {
    guard inputStart < input.count else {
      return try source.read(upTo: count, into: &buffer)
    }
    let size = min(count, input.count - inputStart)
    buffer += input[inputStart..<inputStart + size]
    inputStart += size
    return size
  }

  private func inflateSome(_ count: Int, into buffer: inout [UInt8]) throws -> Int {
    guard let stream = unsafe stream else { return 0 }
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: count))
    // SAFETY: zlib reads inside `input` and writes inside the last `count` bytes of `buffer`, both of which
    // outlive the call; the addresses are not used after it.
    let status = unsafe input.withUnsafeBytes { bytes -> Int32 in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[inputStart...])
      unsafe stream.pointee.next_in = UnsafeMutablePointer(
        mutating: rest.bindMemory(to: UInt8.self).baseAddress)
      unsafe stream.pointee.avail_in = UInt32(rest.count)
      return unsafe buffer.withUnsafeMutableBytes { output -> Int32 in
        let tail = unsafe UnsafeMutableRawBufferPointer(rebasing: output[start...])
        unsafe stream.pointee.next_out = tail.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.pointee.avail_out = UInt32(count)
        return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    inputStart = unsafe input.count - Int(stream.pointee.avail_in)
    unsafe buffer.removeLast(Int(stream.pointee.avail_out))
    unsafe (stream.pointee.next_in, stream.pointee.next_out) = (nil, nil)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: try endMember()
    default:
      throw DecodingFailure(
        .invalidValue("the gzip data is damaged, status \(status)"), at: readCount)
    }
    return buffer.count - start
  }

  /// Ends where nothing but zeros follows, as tapes and disks leave them. Anything else may be a member that is
  /// damaged, with all that is behind it.
  private func endBehindPadding() throws {
    repeat {
      guard input[inputStart...].allSatisfy({ $0 == 0 }) else {
        throw DecodingFailure(
          .invalidValue("what follows the compressed data is not gzip data"), at: readCount)
      }
      (input, inputStart) = ([], 0)
      readCount += try source.read(upTo: Self.readSize, into: &input)
    } while !input.isEmpty
    hasEnded = true
  }

  /// Goes on with the next member, since files of gzip may be put behind each other.
  private func endMember() throws {
    if inputStart == input.count {
      (input, inputStart) = ([], 0)
      readCount += try source.read(upTo: Self.readSize, into: &input)
    }
    guard let stream = unsafe stream, input[inputStart...].first == 0x1F else {
      return try endBehindPadding()
    }
    unsafe inflateReset(stream)
  }
}
