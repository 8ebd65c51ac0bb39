/// A file that is written aside and gets its name when it is complete.
///
/// Nobody ever sees half of it: without `commit()` the file under the name stays as it was and
/// what was written aside is removed. What is not a regular file, such as `/dev/null` or a pipe with a
/// name, is written to as it is: a rename would put a file in its place.
///
/// Behind a link the file is replaced that it leads to, and not the link; what replaces a file has that
/// file's permissions, and a new one what `umask` leaves.
public final class AtomicFileSink: ByteSink {
  private let descriptor: Descriptor
  /// What gets its name in the end; nil where there is nothing to be renamed or removed.
  private let file: OutputFile?
  private var isCommitted = false
  /// The name the file gets.
  public let path: String
  /// Where the bytes are until then, in the same folder.
  public var temporaryPath: String { descriptor.path }

  /// Whether it is a file that can be read again, and no device, pipe or descriptor.
  var isFile: Bool { file != nil }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: the name that the file gets when it is complete.
  ///   - replacing: whether it may take the place of another; else one that has the name already, or gets it before
  ///     this one is complete, stays, and so does a link. An empty file counts as a name that the caller has
  ///     reserved.
  /// - Throws: ``FileFailure`` where one of this name exists and may not be replaced, where the name is a
  ///   folder's, or its folder is missing.
  public init(path: String, replacing: Bool = true) throws(FileFailure) {
    self.path = path
    switch try OutputDestination(path, replacing: replacing) {
    case .descriptor(let number):
      descriptor = try .copying(number, path: path)
      file = nil
    case .special:
      descriptor = try .writing(path, replacing: true)
      file = nil
    case .file(let output):
      descriptor = try UnfinishedFiles.begin { () throws(FileFailure) in try output.begin() }
      file = output
    }
  }

  deinit { if file != nil, !isCommitted { UnfinishedFiles.drop(descriptor.path) } }

  /// Writes to the file beside.
  ///
  /// - Throws: ``FileFailure``.
  public func write(_ bytes: [UInt8]) throws { try descriptor.write(bytes) }
  /// Waits for the disk.
  ///
  /// - Throws: ``FileFailure``.
  public func synchronize() throws { try descriptor.synchronize() }

  /// Takes the lock of the file (``FileLock``), which goes with it to its name and lasts as long as this sink;
  /// devices and pipes have none.
  package func lock() throws(FileFailure) { if isFile { try descriptor.lock() } }

  /// Gives the file its name; what is written after that is written in place.
  ///
  /// - Throws: ``FileFailure``, also where another file has the name by now and may not be replaced.
  public func commit() throws(FileFailure) {
    try descriptor.synchronize()
    guard let file, !isCommitted else { return }
    try UnfinishedFiles.finish(descriptor.path) { () throws(FileFailure) in
      try file.take(descriptor)
    }
    isCommitted = true
  }

  /// Writes all that the file is to have, and gives it its name; throws ``FileFailure``.
  package func commit(_ bytes: [UInt8]) throws {
    try write(bytes)
    try commit()
  }
}
