public import TraceFormat

/// What a source holds, inflated where it is compressed with gzip, as rotated logs often are.
public final class GzipSource: ByteSource {
  private let source: any ByteSource
  /// Nil for a source that is not compressed.
  private var stream: ZlibStream?
  private var input: [UInt8] = []
  private var inputStart = 0
  private var isAtStart = true
  private var hasEnded = false
  private var readCount = 0
  private var inflatedSize = InflatedSize()
  private static let readSize = 1 << 16
  /// Of a member, without names and notes.
  private static let headerSizeMin = 10

  /// Bytes that have been read of the source below.
  var readBytes: UInt64 { UInt64(readCount) }

  /// The name of the source.
  public var name: String { source.name }
  /// Unknown: what is inflated has another size than the file.
  public var size: UInt64? { nil }

  /// A source that is looked at when it is read.
  public init(_ source: any ByteSource) { self.source = source }

  /// Never called, since `size` is nil.
  public func seek(to offset: UInt64) { preconditionFailure("a stream has no positions") }

  /// Appends up to `count` bytes to `buffer` and returns how many; 0 means the end.
  ///
  /// - Throws: `DecodingFailure` where the compressed data is damaged or cut, or inflates out of proportion.
  public func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int {
    if isAtStart { try begin() }
    guard let stream else { return try readPlain(count, into: &buffer) }
    while !hasEnded {
      if inputStart == input.count {
        (input, inputStart) = ([], 0)
        guard try source.read(upTo: Self.readSize, into: &input) > 0 else {
          throw DecodingFailure(.truncated(needed: 1, available: 0), at: readCount)
        }
        readCount += input.count
      }
      let read = try inflateSome(count, of: stream, into: &buffer)
      if read > 0 { return read }
    }
    return 0
  }

  private func begin() throws {
    isAtStart = false
    while input.count < Self.headerSizeMin,
      try source.read(upTo: Self.readSize, into: &input) > 0
    {}
    readCount = input.count
    let magic: [UInt8] = [0x1F, 0x8B]
    // No text is a part of that.
    guard input.starts(with: magic) || !input.isEmpty && magic.starts(with: input) else { return }
    guard input.count >= Self.headerSizeMin else {
      throw DecodingFailure(
        .truncated(needed: Self.headerSizeMin, available: input.count), at: 0
      ).inside("header of gzip")
    }
    // The largest window, and the frame of gzip.
    stream = ZlibStream(windowBits: 31)
  }

  private func readPlain(_ count: Int, into buffer: inout [UInt8]) throws -> Int {
    guard inputStart < input.count else {
      let size = try source.read(upTo: count, into: &buffer)
      readCount += size
      return size
    }
    let size = min(count, input.count - inputStart)
    buffer += input[inputStart..<inputStart + size]
    inputStart += size
    return size
  }

  private func inflateSome(
    _ count: Int, of stream: ZlibStream, into buffer: inout [UInt8]
  ) throws -> Int {
    let start = buffer.count
    switch stream.inflate(input, from: &inputStart, into: &buffer, room: count) {
    case .goesOn: break
    case .ended: try endMember(of: stream)
    case .failed(let status):
      throw DecodingFailure(
        .invalidValue("the gzip data is damaged, status \(status)"), at: readCount)
    }
    try inflatedSize.add(buffer.count - start, of: readBytes)
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
  private func endMember(of stream: ZlibStream) throws {
    if inputStart == input.count {
      (input, inputStart) = ([], 0)
      readCount += try source.read(upTo: Self.readSize, into: &input)
    }
    guard input[inputStart...].first == 0x1F else { return try endBehindPadding() }
    stream.reset()
  }
}
