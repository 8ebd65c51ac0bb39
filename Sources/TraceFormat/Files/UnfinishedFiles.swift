#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The files of this process that are written aside and have no name yet, so that one that is told to end
/// leaves none of them behind.
package enum UnfinishedFiles {
  // SAFETY: a lock is made to be used by many threads; it is never moved and never freed.
  nonisolated(unsafe) private static let lock: UnsafeMutablePointer<pthread_mutex_t> = {
    let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    _ = unsafe pthread_mutex_init(lock, nil)
    return unsafe lock
  }()
  // SAFETY: read and changed with the lock alone.
  nonisolated(unsafe) private static var paths: Set<String> = []

  private static func locked<Result>(
    _ body: () throws(FileFailure) -> Result
  ) throws(FileFailure) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return try body()
  }

  /// Begins a file and keeps it in mind, so that no moment is left between the two.
  static func begin(
    _ open: () throws(FileFailure) -> Descriptor
  ) throws(FileFailure) -> Descriptor {
    try locked { () throws(FileFailure) in
      let descriptor = try open()
      unsafe paths.insert(descriptor.path)
      return descriptor
    }
  }

  /// Gives a file its name, after which it is nobody's to remove.
  static func finish(
    _ path: String, _ take: () throws(FileFailure) -> Void
  ) throws(FileFailure) {
    try locked { () throws(FileFailure) in
      try take()
      unsafe paths.remove(path)
    }
  }

  /// Removes a file that nobody wants any more.
  static func drop(_ path: String) {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    guard unsafe paths.remove(path) != nil else { return }
    _ = unsafe unlink(path)
  }

  /// Removes them all. None can be begun or finished after that: the process is to end now.
  package static func removeAllForGood() {
    unsafe pthread_mutex_lock(lock)
    for path in unsafe paths { _ = unsafe unlink(path) }
  }
}
