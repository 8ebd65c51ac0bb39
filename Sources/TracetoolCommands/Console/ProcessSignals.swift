import Foundation
import Synchronization
import TraceFormat

/// What the process does about signals: it ends by them, and leaves no unfinished file behind.
enum ProcessSignals {
  /// Where the handler says which signal came.
  // SAFETY: set once, before there is a handler that reads it.
  nonisolated(unsafe) private static var pipeInput: Int32 = -1

  /// What to do about a first signal instead of ending at once, for a verb that is told to end by one.
  private static let graceful = Mutex<(@Sendable (Int32) -> Void)?>(nil)

  /// Lets the next SIGINT or SIGTERM call this instead of ending the process; the one after it ends it.
  static func onNext(_ body: @escaping @Sendable (Int32) -> Void) {
    graceful.withLock { $0 = body }
  }

  /// Asks for the signals that are to end the process.
  ///
  /// A handler may do hardly anything, for it interrupts whatever is running, so it only wakes a thread that
  /// then removes files as at any other time. A pipe that nobody reads any more, and a file that got too
  /// large, are errors of the write.
  static func takeOver() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe pipeInput = ends[1]
    let output = ends[0]
    Thread.detachNewThread {
      while true {
        var number: UInt8 = 0
        while unsafe read(output, &number, 1) != 1 {}
        handle(Int32(number))
      }
    }
    for number in [SIGHUP, SIGINT, SIGTERM] where !isIgnored(number) {
      _ = signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(ProcessSignals.pipeInput, &byte, 1)
      }
    }
  }

  private static func handle(_ number: Int32) {
    let body = graceful.withLock { body in
      defer { body = nil }
      return body
    }
    guard let body, number != SIGHUP else { end(by: number) }
    body(number)
  }

  /// Ends the process by a signal, as if nothing had been done about it.
  static func end(by number: Int32) -> Never {
    UnfinishedFiles.removeAllForGood()
    _ = signal(number, SIG_DFL)
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    _ = kill(getpid(), number)
    // Where another thread takes it, this one must not get ahead of it.
    sleep(1)
    _exit(128 + number)
  }

  /// What was started with `nohup`, or behind `&`, is not to be ended by what it was told to ignore.
  private static func isIgnored(_ number: Int32) -> Bool {
    guard let old = signal(number, SIG_IGN) else {
      _ = signal(number, SIG_DFL)
      return false
    }
    // SAFETY: both are pointers to functions, which are compared and not called.
    let isIgnored = unsafe unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    _ = signal(number, old)
    return isIgnored
  }
}
