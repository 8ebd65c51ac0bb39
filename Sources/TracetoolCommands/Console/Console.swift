import Foundation
import TraceFormat

/// What a command talks to: the result on standard output, everything else on standard error.
///
/// Commands get it as a value, so tests run them in process with sinks and settings of their own.
final class Console {
  /// Facts about the surroundings that decide how results look.
  struct Surroundings: Sendable {
    var inputIsTerminal = false
    var outputIsTerminal = false
    var errorIsTerminal = false
    var columns = 80
    /// How wide the terminal is that shows standard error.
    var errorColumns = 80
    var progressPace = Progress.Pace.byClock
    /// The environment variables `NO_COLOR` and `TERM`, which decide about color.
    var noColor: String?
    var terminal: String?
  }

  let surroundings: Surroundings
  private let writeOutput: (Data) throws -> Void
  private let writeError: @Sendable (Data) throws -> Void
  private var pending = Data()
  /// Waits for a key at the terminal; nil at the end of the input.
  let readKey: () -> UInt8?
  /// What the command is at; shown where ``showProgress(isQuiet:)`` says so.
  let progress: Progress
  /// What the result costs, the most important number first: of several results the worst is shown first.
  var costs: [Int] = []
  /// The result in a line, for the table of several; else one of its own lines is there.
  var summary: String?

  init(
    surroundings: Surroundings,
    output: @escaping (Data) throws -> Void, error: @escaping @Sendable (Data) throws -> Void,
    readKey: @escaping () -> UInt8? = { nil }
  ) {
    (self.surroundings, self.readKey, self.writeOutput) = (surroundings, readKey, output)
    self.writeError = error
    progress = Progress(surroundings.progressPace, columns: surroundings.errorColumns, write: error)
  }

  func showProgress(isQuiet: Bool) { if surroundings.errorIsTerminal, !isQuiet { progress.show() } }

  /// Prints a line of the result. Whatever of an input is in it stays on the line and steers nothing.
  func print(_ line: String) throws { try write(Array("\(line.visible.withoutCommand)\n".utf8)) }

  func print(_ json: JSONText, _ layout: JSONText.Layout = .indented) throws {
    try write(Array((json.text(layout) + "\n").utf8))
  }

  /// Writes a page that a pen has drawn: its lines and colors are its own, and what it says of an input
  /// came in through its door.
  func write(page: String) throws { try write(Array(page.utf8)) }

  func write(_ bytes: [UInt8]) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= 65_536 { try flush() }
  }

  /// Hands everything printed so far to standard output.
  func flush() throws {
    guard let last = pending.last else { return }
    let endsLine = !surroundings.outputIsTerminal || last == UInt8(ascii: "\n")
    try progress.makeWay(endsLine: endsLine) { try writeOutput(pending) }
    pending.removeAll(keepingCapacity: true)
  }

  /// A name in an input can have megabytes, which nobody reads in a message.
  private static let messageColumnsMax = 2_000

  /// Says a line in addition to the result: a warning, a hint, a failure. Whatever of an input is in it stays on the
  /// line and steers nothing. A standard error that can't be written to must not end the command.
  func say(_ line: String) {
    say(whole: line.visible.shortenedInMiddle(to: Self.messageColumnsMax))
  }

  /// Says several lines in addition to the result, which are all ours.
  func say(lines: String) {
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      say(whole: String(line).visible)
    }
  }

  private func say(whole line: String) {
    try? flush()
    progress.makeWay { try? writeError(Data("\(line.withoutCommand)\n".utf8)) }
  }

  /// Where there is no terminal, lines have room for a sentence and its values.
  private static let pipeColumns = 100

  /// How wide the terminal is to which a stream goes; nil where it goes elsewhere, or where the terminal does not say.
  private static func terminalColumns(_ stream: Int32) -> Int? {
    var size = winsize()
    let isKnown = unsafe ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }

  static func standard() -> Console {
    let environment = ProcessInfo.processInfo.environment
    let surroundings = Surroundings(
      inputIsTerminal: isatty(STDIN_FILENO) == 1, outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1,
      columns: terminalColumns(STDOUT_FILENO) ?? pipeColumns,
      errorColumns: terminalColumns(STDERR_FILENO) ?? 80,
      noColor: environment["NO_COLOR"], terminal: environment["TERM"])
    return Console(
      surroundings: surroundings,
      output: { try FileSink.standardOutput().write(Array($0)) },
      error: { try FileSink.standardError().write(Array($0)) },
      readKey: TerminalKeys.next)
  }
}

/// Standard output as the place where a trace goes.
final class ConsoleSink: ByteSink {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func write(_ bytes: [UInt8]) throws { try console.write(bytes) }
  func synchronize() throws { try console.flush() }
}

enum StandardStreams {
  /// Puts something into the place of each that was closed (`>&-`): the next file that is opened would get
  /// its number, and what is printed would go into that file. Reading from it and writing to it fail.
  static func occupyClosed() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      guard fcntl(number, F_GETFD) == -1, errno == EBADF else { continue }
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// More files than the system's libraries and a verb have open at once, without those that the verb names.
  private static let openFilesMin = 24

  /// Looks whether so many files can be opened: where the libraries can't open their own, they end the process.
  static func checkRoom() throws(CommandFailure) {
    var numbers: [Int32] = []
    defer { for number in numbers { close(number) } }
    while numbers.count < openFilesMin {
      let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { break }
      numbers.append(number)
    }
    guard numbers.count < openFilesMin, errno == EMFILE || errno == ENFILE else { return }
    throw CommandFailure(
      .inputOutput,
      "only \(numbers.count.counted("more file")) can be open, and tracetool needs \(openFilesMin)",
      hint: "`ulimit -n 256` allows more")
  }
}

/// A console whose streams are kept, to be shown later.
struct HeldConsole {
  let console: Console
  private let result = Lock(Data())
  private let messages = Lock(Data())

  init(_ surroundings: Console.Surroundings) {
    var surroundings = surroundings
    surroundings.errorIsTerminal = false
    console = Console(
      surroundings: surroundings,
      output: { [result] part in result.withLock { $0.append(part) } },
      error: { [messages] part in messages.withLock { $0.append(part) } })
  }

  var output: String { Self.text(of: result) }
  var errors: [String] { Self.text(of: messages).split(separator: "\n").map(String.init) }

  private static func text(of held: Lock<Data>) -> String {
    held.withLock { String(decoding: $0, as: UTF8.self) }
  }
}
