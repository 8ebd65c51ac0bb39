/// The part of a source that is looked at: a buffer that grows as bytes really arrive. What was looked at and not
/// passed is read again from here.
package final class SourceWindow: ByteSource {
  package let source: any ByteSource
  package private(set) var buffer: [UInt8] = []
  /// Index in `buffer` of the next byte.
  package private(set) var start = 0
  /// Position of the next byte in the source.
  package private(set) var offset: UInt64 = 0
  /// Bytes that the source has given, those that it gave twice included.
  package private(set) var readBytes: UInt64 = 0
  private static let readSize = 1 << 16

  package init(_ source: any ByteSource) { self.source = source }

  /// Looks at the first `count` bytes of a source, fewer only at its end, and gives them with the whole.
  ///
  /// - Throws: what the source throws.
  package static func peeking(
    _ count: Int, of source: any ByteSource
  ) throws -> (head: [UInt8], whole: SourceWindow) {
    let window = SourceWindow(source)
    _ = try window.fill(count)
    return (Array(window.buffer.prefix(count)), window)
  }

  package var name: String { source.name }
  package var size: UInt64? { source.size }

  package var available: Int { buffer.count - start }

  /// Lends the next `count` bytes, which must be available, from `distance` on.
  package func withBytes<Result, Failure>(
    _ count: Int, from distance: Int = 0,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = buffer
    let first = start + distance
    return try body(bytes.rawBytes.extracting(first..<first + count))
  }

  /// Makes `count` bytes available; false where the source ends before.
  package func fill(_ count: Int) throws -> Bool {
    guard available < count else { return true }
    // Keeps the buffer from growing with the part that has been passed.
    if start > 0 {
      buffer.removeSubrange(0..<start)
      start = 0
    }
    while available < count {
      let wanted = max(Self.readSize, min(count - available, available))
      let count = try source.read(upTo: wanted, into: &buffer)
      guard count > 0 else { return false }
      readBytes += UInt64(count)
    }
    return true
  }

  package func read(upTo count: Int, into bytes: inout [UInt8]) throws -> Int {
    guard available == 0 else {
      let size = min(count, available)
      bytes += buffer[start..<start + size]
      advance(size)
      return size
    }
    let size = try source.read(upTo: count, into: &bytes)
    offset += UInt64(size)
    readBytes += UInt64(size)
    return size
  }

  package func advance(_ count: Int) {
    precondition(count <= available, "only bytes in memory can be passed")
    start += count
    offset += UInt64(count)
  }

  /// Goes on at a later position, without reading what lies between where the source allows it; false where a source
  /// that cannot be sought ends before.
  func skip(to target: UInt64) throws -> Bool {
    if target - offset <= UInt64(available) {
      advance(Int(target - offset))
      return true
    }
    if size != nil {
      try seek(to: target)
      return true
    }
    while offset < target {
      guard try fill(1) else { return false }
      advance(Int(min(UInt64(available), target - offset)))
    }
    return true
  }

  package func seek(to target: UInt64) throws {
    try source.seek(to: target)
    buffer.removeAll(keepingCapacity: true)
    start = 0
    offset = target
  }
}
