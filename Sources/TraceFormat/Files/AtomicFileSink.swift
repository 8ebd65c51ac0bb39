#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that is written aside and gets its name when it is complete.
///
/// Nobody ever sees half of it: without `commit()` the file under the name stays as it was and
/// what was written aside is removed. What is no regular file, such as `/dev/null` or a pipe with a
/// name, is written to as it is: a rename would put a file in its place.
public final class AtomicFileSink: ByteSink {
  private let descriptor: Descriptor
  /// Whether there is nothing to be renamed or removed.
  private var isCommitted = false
  /// The name the file gets.
  public let path: String
  /// Where the bytes are until then, in the same folder.
  public var temporaryPath: String { descriptor.path }

  /// Begins a file; where one of this name exists and may not be replaced, says so at once.
  public init(path: String, replacing: Bool = true) throws(FileFailure) {
    self.path = path
    let present = FileStatus.of(path)
    if let present, present.size == nil {
      descriptor = try .writing(path, replacing: true)
      isCommitted = true
      return
    }
    // An empty file is nobody's work: it is how a caller reserves a name.
    guard replacing || present?.size ?? 0 == 0 else { throw .exists(path) }
    var template = Array((path + ".XXXXXX").utf8CString)
    // SAFETY: the template ends in a zero byte and is ours to change.
    let number = unsafe template.withUnsafeMutableBufferPointer { unsafe mkstemp($0.baseAddress!) }
    guard number >= 0 else { throw .last("create a file beside", path) }
    let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    descriptor = Descriptor(number: number, path: name, closesAtEnd: true)
  }

  deinit { if !isCommitted { _ = unsafe unlink(descriptor.path) } }

  /// Writes to the file beside.
  ///
  /// - Throws: ``FileFailure``.
  public func write(_ bytes: [UInt8]) throws { try descriptor.write(bytes) }
  /// Waits for the disk.
  ///
  /// - Throws: ``FileFailure``.
  public func synchronize() throws { try descriptor.synchronize() }

  /// Gives the file its name, replacing one that has it.
  public func commit() throws(FileFailure) {
    try descriptor.synchronize()
    guard !isCommitted else { return }
    // mkstemp makes files that only their owner can read; a trace is an ordinary file.
    let mask = umask(0)
    _ = umask(mask)
    _ = fchmod(descriptor.number, 0o666 & ~mask)
    guard unsafe rename(descriptor.path, path) == 0 else { throw .last("rename to", path) }
    isCommitted = true
  }
}
