import Foundation
import TraceFormat

/// What a command talks to: the result on standard output, everything else on standard error.
///
/// Commands get it as a value, so tests run them in process with sinks and settings of their own.
final class Console {
  /// Facts about the surroundings that decide how results look.
  struct Surroundings: Sendable {
    var outputIsTerminal = false
    var errorIsTerminal = false
    /// How wide a page of text is.
    var columns = 80
    /// The environment variables `NO_COLOR` and `TERM`, which decide about color.
    var noColor: String?
    var terminal: String?
  }

  let surroundings: Surroundings
  private let writeOutput: (Data) throws -> Void
  private let writeError: (Data) throws -> Void
  private var pending = Data()

  init(
    surroundings: Surroundings,
    output: @escaping (Data) throws -> Void, error: @escaping (Data) throws -> Void
  ) {
    self.surroundings = surroundings
    self.writeOutput = output
    self.writeError = error
  }

  /// Prints a line of the result.
  func print(_ line: String) throws {
    pending.append(contentsOf: line.utf8)
    pending.append(UInt8(ascii: "\n"))
    try writeIfLarge()
  }

  /// Writes bytes of the result.
  func write(_ bytes: [UInt8]) throws {
    pending.append(contentsOf: bytes)
    try writeIfLarge()
  }

  private func writeIfLarge() throws {
    if pending.count >= 65_536 { try flush() }
  }

  /// Hands everything printed so far to standard output.
  func flush() throws {
    guard !pending.isEmpty else { return }
    try writeOutput(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Says something beside the result: a warning, a hint, progress. A standard error that can't be
  /// written to must not end the command.
  func say(_ text: String) {
    try? flush()
    try? writeError(Data((text + "\n").utf8))
  }

  /// Writes to standard error without ending the line, for progress that overwrites itself.
  func sayInPlace(_ text: String) {
    try? writeError(Data(text.utf8))
  }
}

extension Console {
  /// Where there is no terminal, lines have room for a sentence and its values.
  private static let pipeColumns = 100

  /// How wide the terminal is to which standard output goes; nil where it goes elsewhere, or where the
  /// terminal does not say.
  private static var terminalColumns: Int? {
    var size = winsize()
    let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }

  /// The process's own standard streams and environment.
  static func standard() -> Console {
    let environment = ProcessInfo.processInfo.environment
    let surroundings = Surroundings(
      outputIsTerminal: isatty(STDOUT_FILENO) == 1, errorIsTerminal: isatty(STDERR_FILENO) == 1,
      columns: terminalColumns ?? pipeColumns,
      noColor: environment["NO_COLOR"], terminal: environment["TERM"])
    return Console(
      surroundings: surroundings,
      output: { try FileSink.standardOutput().write(Array($0)) },
      error: { try FileSink.standardError().write(Array($0)) })
  }
}
