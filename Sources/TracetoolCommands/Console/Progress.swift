/// A line on standard error that says how far long work has come.
///
/// Nothing is said for work of less than a second, when standard error is not a terminal, or with
/// `--quiet`; the line is overwritten in place and removed at the end.
struct Progress {
  private let console: Console
  private let isShown: Bool
  private let now: () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant
  private var lineLength = 0

  init(
    on console: Console, isQuiet: Bool,
    now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.console = console
    self.isShown = !isQuiet && console.surroundings.errorIsTerminal
    self.now = now
    self.start = now()
    self.lastShown = start
  }

  /// Shows the text, at most ten times a second.
  mutating func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let instant = now()
    guard instant - start >= .seconds(1), instant - lastShown >= .milliseconds(100) else { return }
    lastShown = instant
    let line = text()
    let padding = String(repeating: " ", count: max(0, lineLength - line.count))
    console.sayInPlace("\r\(line)\(padding)")
    lineLength = line.count
  }

  /// Removes the line.
  mutating func finish() {
    guard lineLength > 0 else { return }
    console.sayInPlace("\r\(String(repeating: " ", count: lineLength))\r")
    lineLength = 0
  }
}
