#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A value that one thread at a time reads and changes, by the lock of the system: the standard library's `Mutex` needs
/// newer systems than an app can ask for.
@safe package final class Lock<State>: @unchecked Sendable {
  // The lock stays where it was made, and `state` is used with it alone.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Reads the value, which no thread gets at any more: the process is to end now.
  package func lockForGood(_ body: (State) -> Void) {
    _ = unsafe pthread_mutex_lock(mutex)
    body(state)
  }
}
