/// Where bytes come from: a file, standard input, memory.
public protocol ByteSource: AnyObject {
  /// Appends up to `count` bytes to `buffer` and returns how many; 0 means the end.
  func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int

  /// Size in bytes of a source that can be read at any position; nil for a pipe.
  var size: UInt64? { get }

  /// Moves to a position in bytes from the start. Called only where `size` is not nil.
  func seek(to offset: UInt64) throws

  /// The source's name in messages.
  var name: String { get }
}

extension ByteSource {
  /// The next bytes: so many, and fewer only at the end. Memory grows with what has arrived, and not with what was
  /// asked for.
  ///
  /// - Throws: what the source throws.
  package func next(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    // A pipe gives what it has, which may be less than what was asked for.
    while bytes.count < count,
      try read(upTo: min(count - bytes.count, 65_536), into: &bytes) > 0
    {}
    return bytes
  }
}

/// Bytes in memory, read like a file or, without `isSeekable`, like a pipe.
public final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let isSeekable: Bool
  private var position = 0
  /// The name in messages.
  public let name: String

  /// A source of these bytes.
  public init(_ bytes: [UInt8], isSeekable: Bool = true, name: String = "memory") {
    (self.bytes, self.isSeekable, self.name) = (bytes, isSeekable, name)
  }

  /// The number of bytes; nil without `isSeekable`.
  public var size: UInt64? { isSeekable ? UInt64(bytes.count) : nil }

  /// Moves to a position; beyond the end, to the end.
  ///
  /// - Precondition: `isSeekable`.
  public func seek(to offset: UInt64) {
    precondition(isSeekable, "only a source with a size can be read at any position")
    position = min(bytes.count, Int(clamping: offset))
  }

  /// Appends up to `count` bytes to `buffer` and returns how many; 0 means the end.
  public func read(upTo count: Int, into buffer: inout [UInt8]) -> Int {
    let size = min(count, bytes.count - position)
    buffer.append(contentsOf: bytes[position..<position + size])
    position += size
    return size
  }
}
