/// A file that is written in place, as a recorder does that may be killed at any moment.
public final class FileSink: ByteSink {
  private let descriptor: Descriptor

  /// Creates the file; one that exists is refused, or emptied if it may be replaced.
  public init(path: String, replacing: Bool = false) throws(FileFailure) {
    descriptor = try .writing(path, replacing: replacing)
  }

  /// Opens a file that an earlier process has written, to go on behind its first so many bytes; the rest of it
  /// is cut off.
  package init(resuming path: String, keepingBytes: UInt64) throws(FileFailure) {
    descriptor = try .appending(to: path, keeping: keepingBytes)
  }

  private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Standard output, which stays open.
  public static func standardOutput() -> FileSink {
    FileSink(Descriptor(number: 1, path: "standard output", closesAtEnd: false))
  }

  /// Standard error, which stays open.
  package static func standardError() -> FileSink {
    FileSink(Descriptor(number: 2, path: "standard error", closesAtEnd: false))
  }

  /// Hands all the bytes to the system.
  ///
  /// - Throws: ``FileFailure``.
  public func write(_ bytes: [UInt8]) throws { try descriptor.write(bytes) }
  /// Waits for the disk; a pipe has none.
  ///
  /// - Throws: ``FileFailure``.
  public func synchronize() throws { try descriptor.synchronize() }
  /// Cuts the file; a device or a pipe stays as it is.
  public func takeBack(toBytes size: UInt64) { descriptor.takeBack(toBytes: size) }
}
