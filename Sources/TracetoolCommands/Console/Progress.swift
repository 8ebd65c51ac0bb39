import Foundation
import Synchronization
import TraceFormat

/// A line on standard error that says what long work is at, how far it has come and how long it has taken.
///
/// Nothing is said before a second has passed, when standard error is not a terminal, or with `--quiet`. The line is
/// overwritten in place, makes way for whatever else is printed, and is gone at the end. A thread of its own
/// draws it, so that it continues while one step takes long; the work itself stores a number, and that is all.
final class Progress: Sendable {
  enum Pace: Sendable {
    /// Ten times a second, from the second on.
    case byClock
    /// At every step and at no other time, so that a test sees all of them.
    case byStep
  }

  private struct Line {
    /// What is being done, with the number that counts it; nil before the first step and after the last.
    var text: (@Sendable (Int) -> String)?
    /// How much there is, and what had been done when the work began; nil where that is not known.
    var extent: (total: Int, before: Int, since: ContinuousClock.Instant)?
    var isEnded = false
    /// Whether the terminal stands at the beginning of a line.
    var isAtStart = true
    var shown = ""
  }

  private let pace: Pace
  private let columns: Int
  private let write: @Sendable (Data) throws -> Void
  private let start = ContinuousClock.now
  private let isShown = Atomic(false)
  private let count = Atomic(0)
  private let line = Mutex(Line())

  /// Progress that is not shown yet; `columns` is how wide the terminal is.
  init(_ pace: Pace, columns: Int, write: @escaping @Sendable (Data) throws -> Void) {
    (self.pace, self.columns, self.write) = (pace, columns, write)
  }

  func show() {
    guard !isShown.exchange(true, ordering: .relaxed), pace == .byClock else { return }
    Thread.detachNewThread { [self] in
      repeat { Thread.sleep(forTimeInterval: 0.1) } while drawIfLate()
    }
  }

  /// Removes the line for good.
  func end() {
    guard isShown.exchange(false, ordering: .relaxed) else { return }
    line.withLock { line in
      line.isEnded = true
      erase(&line)
    }
  }

  /// Removes the line while something else is printed to the terminal.
  ///
  /// - Parameter endsLine: Whether what is printed ends with its line, so that there is room for this one again.
  func makeWay<Failure: Error>(
    endsLine: Bool = true, for print: () throws(Failure) -> Void
  ) throws(Failure) {
    try line.withLock { (line: inout sending Line) throws(Failure) -> Void in
      erase(&line)
      line.isAtStart = endsLine
      try print()
    }
  }
}

// What the work says
extension Progress {
  /// Says what is being done from now on, and how far that has come; counts from 0.
  func begin(_ text: @escaping @Sendable (Int) -> String) {
    guard isShown.load(ordering: .relaxed) else { return }
    count.store(0, ordering: .relaxed)
    line.withLock { ($0.text, $0.extent) = (text, nil) }
    if pace == .byStep { draw() }
  }

  /// Says what is being done, where nothing counts how far.
  func begin(_ work: String) { begin { _ in work } }

  /// Says what is being done to how many things, some of them before, and how long the rest will take.
  func begin(_ work: String, of total: Int, _ things: String, after before: Int = 0) {
    begin { "\(work): \($0) of \(total) \(things)" }
    line.withLock { $0.extent = (total, before, .now) }
  }

  var isSeen: Bool { isShown.load(ordering: .relaxed) }

  /// Says in other words what the same count is of.
  func describe(_ text: @escaping @Sendable (Int) -> String) {
    guard isShown.load(ordering: .relaxed) else { return }
    line.withLock { $0.text = text }
  }

  func advance(to count: Int) {
    guard isShown.load(ordering: .relaxed) else { return }
    self.count.store(count, ordering: .relaxed)
    if pace == .byStep { draw() }
  }

  func beginReading(_ source: FileSource) {
    guard isShown.load(ordering: .relaxed) else { return }
    let (name, size) = (source.name, source.size.map { Int(clamping: $0) } ?? 0)
    begin { count in
      let part = size > 0 ? "\(min(100, count / max(1, size / 100))) %" : "\(count / 1_000_000) MB"
      return "reading: \(part) of \(name)"
    }
    source.onRead = { [self] in advance(to: Int(clamping: $0)) }
  }

  /// Draws the line once work has become long; false when there will be none any more.
  private func drawIfLate() -> Bool {
    let seconds = (ContinuousClock.now - start).components.seconds
    guard seconds >= 1 else { return true }
    return draw(after: Int(seconds))
  }

  @discardableResult private func draw(after seconds: Int = 0) -> Bool {
    line.withLock { line in
      guard !line.isEnded else { return false }
      guard line.isAtStart, let text = line.text else { return true }
      let done = count.load(ordering: .relaxed)
      let time = seconds > 0 ? ", \(seconds) s\(Self.timeLeft(line, done))" : ""
      let room = columns - 1 - time.count
      let shown = text(done).visible.shortened(to: room) + time
      guard !shown.hasSameBytes(as: line.shown) else { return true }
      let padding = max(0, line.shown.columnCount - shown.columnCount)
      put("\r" + shown + String(repeating: " ", count: padding))
      line.shown = shown
      return true
    }
  }

  /// Such as `, 3 min left`, at the pace so far.
  private static func timeLeft(_ line: Line, _ done: Int) -> String {
    guard let extent = line.extent, done > extent.before, extent.total > done else { return "" }
    let spent = Double((ContinuousClock.now - extent.since).components.seconds)
    let left = spent / Double(done - extent.before) * Double(extent.total - done)
    return left < 90 ? ", \(Int(left)) s left" : ", \(Int(left / 60)) min left"
  }

  private func erase(_ line: inout Line) {
    guard !line.shown.isEmpty else { return }
    put("\r" + String(repeating: " ", count: line.shown.columnCount) + "\r")
    line.shown = ""
  }

  /// A standard error that can't be written to must not end the command.
  private func put(_ text: String) { try? write(Data(text.utf8)) }
}
