import Analyzer
import ArgumentParser
import Importers
import Replayer
import Reports
import TraceFormat

struct Explain: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain a message of a client reset: cause, what happens to the data, what to do.",
    discussion: """
      Takes messages as a log has them, whole or in part; error codes (208); names of errors, as Realm \
      Core or an SDK has them (SyncClientResetRequired, SyncError Code=7, ClientResetRequiredException, \
      is_client_reset_requested), of actions (ClientReset) and of rules that a message is about \
      (object-gone); and the JSON body of an ERROR. With -, each line of standard input is a message, or \
      JSON over several lines; lines that say nothing about a reset are counted. JSON output is one object \
      per message. Ends with 2 if no message is known.
      """)

  @Argument(
    help: "The messages, or - for the lines of standard input.", completion: Completions.errors)
  var messages: [String]

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var output: OutputOptions

  /// The most bytes of one line of standard input.
  private static let lineSizeMax = 1 << 24

  var inputPaths: [String] { messages.contains("-") ? ["-"] : [] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: messages.filter { $0 == "-" }).check()
    console.showProgress(isQuiet: output.quiet || console.surroundings.outputIsTerminal)
    var tally = Tally()
    for message in messages {
      if message == "-" {
        try explainLines(on: console, &tally)
      } else {
        let explanation = ErrorExplanation(explaining: message)
        try print(explanation, on: console, &tally)
        guard !explanation.isRecognized else { continue }
        if RuleIdentifier.allCases.contains(RuleIdentifier(rawValue: message)) {
          console.say("hint: a report's rule `\(message)` is explained in docs/rules.md#\(message)")
        } else if !message.utf8.contains(UInt8(ascii: " ")),
          let name = ErrorExplanation.names.nearest(to: message)
        {
          console.say("hint: did you mean `\(name)`?")
        }
      }
    }
    if tally.unknownLineCount > 0 {
      let lines = tally.unknownLineCount.counted("line says", "lines say")
      output.speech.note("\(lines) nothing that is known about a client reset", on: console)
    }
    return tally.knownCount > 0 ? .fine : .foundProblems
  }

  private struct Tally {
    var knownCount = 0
    var unknownLineCount = 0
  }

  /// A line of standard input, and what it is about, looked at alone.
  private struct Line {
    var text: String
    var kind: LogLineKind
  }

  private func explainLines(on console: Console, _ tally: inout Tally) throws {
    let lines = try InputFile.lines(
      "-", memory.limit, lineSizeMax: Self.lineSizeMax, on: console)
    var open: [Line] = []
    var log = LogImporter()
    while let line = try lines.next() {
      let kind = log.importLineOfOneFile(line) { _ in }
      guard !line.isBlankLine else { continue }
      open.append(Line(text: String(decoding: line, as: UTF8.self), kind: kind))
      guard !Self.isUnfinishedJSON(open) else { continue }
      try explain(lines: open, on: console, &tally)
      open.removeAll(keepingCapacity: true)
    }
    try explain(lines: open, on: console, &tally)
    log.finish { _ in }
    for reset in log.summary.resets { try print(reset, on: console, &tally) }
  }

  /// Prints a reset of the log: what happened, and what to do.
  private func print(
    _ reset: RecordedLoggedReset, on console: Console, _ tally: inout Tally
  ) throws {
    let isFirst = tally.knownCount == 0
    tally.knownCount += 1
    // Nothing is written, so there is no record.
    var reset = reset
    reset.sequence = 0
    switch output.format {
    case .json:
      try console.print(JSONText(facts: ["version": 1, "logged": reset]), .compact)
    case .text:
      if !isFirst { try console.print("") }
      try console.write(page: reset.page.shortText)
    }
  }

  /// Whether lines are the beginning of a JSON object, such as the body of an ERROR that was laid out to be read.
  private static func isUnfinishedJSON(_ lines: [Line]) -> Bool {
    guard lines.count < jsonLineCountMax,
      lines.reduce(0, { $0 + $1.text.utf8.count }) <= jsonSizeMaxBytes,
      let first = lines[0].text.utf8.first,
      first == UInt8(ascii: "{") || first <= 0x20 || first >= 0x80,
      lines[0].text.drop(while: \.isWhitespace).hasPrefix("{")
    else { return false }
    do throws(DecodingFailure) {
      _ = try JSONText(parsing: Array(lines.map(\.text).joined(separator: "\n").utf8))
      return false
    } catch {
      if case .truncated = error.code { return true } else { return false }
    }
  }

  // All is parsed again with each line.
  private static let (jsonLineCountMax, jsonSizeMaxBytes) = (100, 1 << 16)

  /// Explains lines that are one JSON object, and else each for itself.
  private func explain(lines: [Line], on console: Console, _ tally: inout Tally) throws {
    if lines.count > 1 {
      let whole = lines.map(\.text).joined(separator: "\n")
      if ErrorExplanation(explaining: whole).isRecognized {
        let line = Line(text: whole, kind: LogLineKind(of: Array(whole.utf8)))
        return try explain(line, on: console, &tally)
      }
    }
    for line in lines { try explain(line, on: console, &tally) }
  }

  private func explain(_ line: Line, on console: Console, _ tally: inout Tally) throws {
    if line.kind != .traffic {
      let explanation = ErrorExplanation(explaining: line.text)
      if explanation.isRecognized { return try print(explanation, on: console, &tally) }
    }
    // What a log shows of its resets stands at the end.
    if line.kind != .reset { tally.unknownLineCount += 1 }
  }

  private func print(
    _ explanation: ErrorExplanation, on console: Console, _ tally: inout Tally
  ) throws {
    let isFirst = tally.knownCount == 0
    if explanation.isRecognized { tally.knownCount += 1 }
    switch output.format {
    case .json: try console.print(explanation.documentJSON, .compact)
    case .text:
      if !isFirst { try console.print("") }
      let style: TextStyle = output.speech.usesColor(on: console) ? .terminal : .plain
      try console.write(page: explanation.text(style: style))
    }
  }
}
