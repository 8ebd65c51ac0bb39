/// A file or standard input.
public final class FileSource: ByteSource {
  private let descriptor: Descriptor
  private var scratch = [UInt8](repeating: 0, count: 1 << 16)
  /// Size in bytes of a regular file at the time it was opened; nil for a pipe.
  public let size: UInt64?
  /// Told after each read how many bytes have been read so far, those that were read again included.
  package var onRead: ((UInt64) -> Void)?
  private var readSize: UInt64 = 0

  /// Opens a file.
  public convenience init(path: String) throws(FileFailure) {
    try self.init(.reading(path))
  }

  /// Opens an ordinary file.
  ///
  /// - Throws: where there is nothing of that name, or something else, which reading might wait for without end.
  package convenience init(ofRegularFile path: String) throws(FileFailure) {
    guard let status = FileStatus.of(path) else { throw .last("open", path) }
    guard status.kind == .regular else { throw .isNotRegular(path) }
    try self.init(path: path)
  }

  /// Standard input, which can be read at any position only where it is a file.
  public static func standardInput() throws(FileFailure) -> FileSource {
    try FileSource(Descriptor(number: 0, path: "standard input", closesAtEnd: false))
  }

  private init(_ descriptor: Descriptor) throws(FileFailure) {
    self.descriptor = descriptor
    size = try descriptor.status().size
  }

  /// Whether a path leads to this very file, under whatever name.
  public func isFile(at path: String) throws -> Bool {
    let own = try descriptor.status()
    return FileStatus.of(path)?.isSameFile(as: own) ?? false
  }

  /// The path.
  public var name: String { descriptor.path }

  /// Moves to a position in bytes.
  ///
  /// - Throws: ``FileFailure``.
  public func seek(to offset: UInt64) throws { try descriptor.seek(to: offset) }

  /// Appends up to `count` bytes to `buffer` and returns how many; 0 means the end.
  ///
  /// - Throws: ``FileFailure``.
  public func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int {
    let size = try descriptor.read(into: &scratch, upTo: count)
    buffer.append(contentsOf: scratch[..<size])
    if let onRead {
      readSize += UInt64(size)
      onRead(readSize)
    }
    return size
  }
}
