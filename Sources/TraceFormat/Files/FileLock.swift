/// A file that this process alone writes to, as far as others ask for the same: an advisory lock, which the
/// system takes back when the process ends, however it does.
package final class FileLock {
  private let descriptor: Descriptor

  private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Locks a regular file that is there; nil where there is none, and where there is nothing to lock, such as a pipe.
  ///
  /// - Throws: ``FileFailure`` where another process has the lock.
  package static func taken(on path: String) throws(FileFailure) -> FileLock? {
    guard FileStatus.of(path)?.kind == .regular else { return nil }
    let descriptor: Descriptor
    do throws(FileFailure) {
      descriptor = try .reading(path)
    } catch {
      // What may not be read cannot be asked; whether it may be written to is told by who writes.
      return nil
    }
    try descriptor.lock()
    return FileLock(descriptor)
  }
}
