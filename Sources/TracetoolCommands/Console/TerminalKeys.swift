import Foundation

enum TerminalKeys {
  /// Waits for a key, which needs no Return and is not echoed; nil at the end of the input.
  ///
  /// The terminal is as before once the key is there, also if a signal ends the process meanwhile.
  static func next() -> UInt8? {
    var before = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    let restore = { @Sendable [before] in
      var settings = before
      _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
    ProcessSignals.onNext { number in
      restore()
      ProcessSignals.end(by: number)
    }
    defer {
      restore()
      ProcessSignals.onNext { ProcessSignals.end(by: $0) }
    }
    var settings = before
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    var key: UInt8 = 0
    while true {
      let count = unsafe read(STDIN_FILENO, &key, 1)
      if count == 1 { return key }
      guard count < 0, errno == EINTR else { return nil }
    }
  }
}
