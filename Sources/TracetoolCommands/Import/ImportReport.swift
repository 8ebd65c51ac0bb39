import ArgumentParser
import Importers
import TraceFormat

/// Where the trace of an import goes, with what of secrets, and what is said of it.
struct ImportTarget: ParsableArguments {
  @OptionGroup var trace: TraceOutput
  @OptionGroup var secrets: SecretOptions
  @OptionGroup var output: OutputOptions

  func begin(reading inputs: [String?], on console: Console) throws {
    try CommandFiles(reading: inputs, writing: [trace.output]).check()
    console.showProgress(isQuiet: output.quiet)
  }
}

struct ImportReport {
  var json: JSONText
  var lines: [String]
  /// What the trace lacks of the input, which is said also where nothing but results is wanted.
  var losses: [String] = []
}

extension ImportReport {
  /// The report of an import whose events are all at hand.
  init(events: [Event], secrets: SecretCounts, output: String) {
    let counts = Event.Kind.allCases.compactMap { kind -> (Event.Kind, Int)? in
      let count = events.count { $0.kind == kind }
      return count == 0 ? nil : (kind, count)
    }
    json = JSONText(facts: [
      "version": 1, "output": output, "eventCount": events.count,
      "events": JSONText.object(counts.map { JSONText.Member($0.0.rawValue, .integer($0.1)) }),
      "secretsReplaced": secrets.json,
    ])
    lines =
      ["\(output): \(events.count.counted("event"))"] + counts.map { "  \($0.0.rawValue) \($0.1)" }
      + secrets.lines(ending: "replaced").map { "  \($0)" }
  }

  init(capture summary: CaptureSummary, output: String) {
    json = JSONText(facts: [
      "version": 1, "output": output, "messageCount": summary.messageCount,
      "messageBytes": summary.messageBytes, "sessionCount": summary.sessionCount,
      "connections": summary.connections,
      "messages": summary.messageCounts.map { direction, kind, count in
        JSONText(facts: ["direction": direction.rawValue, "kind": kind?.rawValue, "count": count])
      },
      "errorCount": summary.errors.count, "unreadMessageCount": summary.unreadMessageCount,
      "malformedLineCount": summary.malformedLineCount, "secretsReplaced": summary.secrets.json,
      "endFailure": summary.endFailure.map { "\($0)" },
      "problems": (summary.malformedLines + summary.unreadMessages).map(\.json),
    ])
    lines = Self.lines(of: summary, output: output)
    if summary.malformedLineCount > 0 {
      losses.append("not messages, and left out: \(summary.malformedLineCount.counted("line"))")
    }
    losses += summary.malformedLines.prefix(10).map(\.line)
    if let failure = summary.endFailure { losses.append("not read to its end: \(failure)") }
  }

  private static func lines(of summary: CaptureSummary, output: String) -> [String] {
    var lines = [
      "\(output): \(summary.messageCount.counted("message")), "
        + "\(summary.sessionCount.counted("session")), "
        + summary.connections.count.counted("connection")
    ]
    if summary.unreadMessageCount > 0 {
      lines.append(
        "  \(summary.unreadMessageCount.counted("message")) kept as "
          + (summary.unreadMessageCount == 1 ? "it is" : "they are") + ", not understood")
    }
    lines += summary.secrets.lines(ending: "replaced").map { "  \($0)" }
    return lines + summary.unreadMessages.prefix(10).map { "  \($0.line)" }
  }

  /// Prints the report where the trace is not: next to a trace on standard output, nothing fits.
  func print(on console: Console, _ target: ImportTarget) throws {
    let options = target.output
    for loss in losses { console.say("warning: \(loss)") }
    guard target.trace.output == "-" else {
      return try options.summarize(json, lines, on: console)
    }
    if !options.quiet { for line in lines { console.say(line) } }
  }
}

extension CaptureSummary.Problem {
  fileprivate var line: String { "line \(lineNumber): \(reason)" }

  fileprivate var json: JSONText {
    JSONText(facts: ["line": lineNumber, "reason": reason])
  }
}

extension ImportedEvents {
  /// Writes them, with secrets handled as asked for, and says what was made of them.
  func write(to target: ImportTarget, on console: Console) throws {
    let (events, found) = target.secrets.handle(events)
    try target.trace.write(on: console, header: target.secrets.header(metadata)) { writer in
      for event in events { try writer.append(event) }
      return found.closingNotes
    }
    try ImportReport(events: events, secrets: found, output: target.trace.output)
      .print(on: console, target)
  }

  /// Warns of what could not be read, and says how that ends the command.
  func reportLosses(on console: Console) -> ExitStatus {
    for problem in problems.prefix(10) { console.say("warning: \(problem)") }
    if problems.count > 10 { console.say("warning: and \(problems.count - 10) more") }
    return problems.isEmpty ? .fine : .dataLost
  }
}
