public import TraceFormat

/// What a source holds, inflated where it is compressed with gzip, as rotated logs often are.
public final class GzipSource: ByteSource {
  /// What every gzip stream begins with (RFC 1952).
  package static let magic: [UInt8] = [0x1F, 0x8B]

  private let window: SourceWindow
  /// Nil for a source that is not compressed.
  private var stream: ZlibStream?
  private var isAtStart = true
  private var hasEnded = false
  private var inflatedSize = InflatedSize()
  /// Of a member, without names and notes.
  private static let headerSizeMin = 10

  /// Bytes that have been read of the source below.
  var readBytes: UInt64 { window.readBytes }

  /// The name of the source.
  public var name: String { window.source.name }
  /// Unknown: what is inflated has another size than the file.
  public var size: UInt64? { nil }

  /// A source that is looked at when it is read.
  public init(_ source: any ByteSource) { window = SourceWindow(source) }

  /// Never called, since `size` is nil.
  public func seek(to offset: UInt64) { preconditionFailure("a stream has no positions") }

  /// Appends up to `count` bytes to `buffer` and returns how many; 0 means the end.
  ///
  /// - Throws: `DecodingFailure` where the compressed data is damaged or cut, or inflates out of proportion.
  public func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int {
    if isAtStart { try begin() }
    guard let stream else { return try window.read(upTo: count, into: &buffer) }
    while !hasEnded {
      guard try window.fill(1) else { throw failure(.truncated(needed: 1, available: 0)) }
      let read = try inflateSome(count, of: stream, into: &buffer)
      if read > 0 { return read }
    }
    return 0
  }

  private func failure(_ code: DecodingFailure.Code) -> DecodingFailure {
    DecodingFailure(code, at: Int(clamping: readBytes))
  }

  private func begin() throws {
    isAtStart = false
    let isWhole = try window.fill(Self.headerSizeMin)
    let beginning = window.buffer
    // No text is a part of that.
    guard
      beginning.starts(with: Self.magic)
        || !beginning.isEmpty && Self.magic.starts(with: beginning)
    else { return }
    guard isWhole else {
      throw DecodingFailure(
        .truncated(needed: Self.headerSizeMin, available: beginning.count), at: 0
      ).inside("header of gzip")
    }
    // The largest window, and the frame of gzip.
    stream = ZlibStream(windowBits: 31)
  }

  private func inflateSome(
    _ count: Int, of stream: ZlibStream, into buffer: inout [UInt8]
  ) throws -> Int {
    let start = buffer.count
    var position = window.start
    let step = stream.inflate(window.buffer, from: &position, into: &buffer, room: count)
    window.advance(position - window.start)
    switch step {
    case .goesOn: break
    case .ended: try endMember(of: stream)
    case .failed(let status):
      throw failure(.invalidValue("the gzip data is damaged, status \(status)"))
    }
    try inflatedSize.add(buffer.count - start, of: readBytes)
    return buffer.count - start
  }

  /// Goes on with the next member, since files of gzip may be put behind each other; or ends where nothing but zeros
  /// follows, as tapes and disks leave them. Anything else may be a member that is damaged, with all that is behind it.
  private func endMember(of stream: ZlibStream) throws {
    if try window.fill(1), window.buffer[window.start] == 0x1F { return stream.reset() }
    while try window.fill(1) {
      guard window.buffer[window.start...].allSatisfy({ $0 == 0 }) else {
        throw failure(.invalidValue("what follows the compressed data is not gzip data"))
      }
      window.advance(window.available)
    }
    hasEnded = true
  }
}
