import Foundation
import TraceFormat

/// What the process does about signals: it ends by them, and leaves no unfinished file behind.
enum ProcessSignals {
  /// Asks for the signals that are to end the process; once, before there is another thread.
  ///
  /// They are waited for by a thread of their own, so that files can be removed as at any other time, and not
  /// inside of whatever the signal interrupted. A pipe that nobody reads any more, and a file that got too
  /// large, are errors of the write.
  static func takeOver() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    let awaited = [SIGHUP, SIGINT, SIGTERM].filter { !isIgnored($0) }
    guard !awaited.isEmpty else { return }
    var signals = set(of: awaited)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread {
      var signals = set(of: awaited)
      var number: Int32 = 0
      while unsafe sigwait(&signals, &number) != 0 {}
      end(by: number)
    }
  }

  /// Ends the process by a signal, as if nothing had been done about it.
  static func end(by number: Int32) -> Never {
    UnfinishedFiles.removeAllForGood()
    _ = signal(number, SIG_DFL)
    var signals = set(of: [number])
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    _ = kill(getpid(), number)
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

  private static func set(of numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    for number in numbers { _ = unsafe sigaddset(&signals, number) }
    return signals
  }
}
