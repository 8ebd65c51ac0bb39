import Foundation
import TraceFormat

/// A command-line tool of a database, which takes statements on its standard input and answers in lines.
final class DatabaseProcess {
  private let tool: String
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let marker: (String) -> String
  private var pending: [UInt8] = []
  private var start = 0

  /// What ends an answer; no line of an answer begins so.
  private static let mark = "tracetool: that was all"

  /// Starts a tool and waits until it is ready.
  ///
  /// - Parameters:
  ///   - setup: what it is told first.
  ///   - marker: what makes it print a line.
  /// - Throws: what it said where it is not installed, or refuses.
  init(
    _ tool: String, _ arguments: [String], setup: [String],
    marking marker: @escaping (String) -> String
  ) throws {
    (self.tool, self.marker) = (tool, marker)
    // A tool that has ended is an error of the write, and not a signal.
    _ = signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
    try process.run()
    try? output.fileHandleForWriting.close()
    try? input.fileHandleForReading.close()
    if let refusal = try ask(setup).first { throw failure([refusal]) }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Gives statements, and gives back the lines that the tool prints; throws where it has ended.
  func ask(_ statements: [String]) throws -> [[UInt8]] {
    let text = (statements + [marker(Self.mark)]).joined(separator: "\n") + "\n"
    // The tool may print before it has read all, so that both go on at once.
    let writer = input.fileHandleForWriting
    DispatchQueue.global().async { try? writer.write(contentsOf: Data(text.utf8)) }
    var lines: [[UInt8]] = []
    while let line = nextLine() {
      if line == Array(Self.mark.utf8) { return lines }
      if !line.isEmpty { lines.append(line) }
    }
    throw failure(lines)
  }

  private func nextLine() -> [UInt8]? {
    while true {
      if let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(pending[start..<end])
      }
      pending.removeFirst(start)
      start = 0
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { return nil }
      pending += part
    }
  }

  private func failure(_ lines: [[UInt8]]) -> CommandFailure {
    let said = lines.map { String(decoding: $0, as: UTF8.self).visible }.joined(separator: " ")
    let isMissing = said.contains("No such file") && said.hasPrefix("/usr/bin/env")
    return CommandFailure(
      isMissing ? .noInput : .inputOutput, "`\(tool)` failed: \(said)",
      hint: isMissing ? "install `\(tool)`: tracetool talks to the database through it" : nil)
  }
}
