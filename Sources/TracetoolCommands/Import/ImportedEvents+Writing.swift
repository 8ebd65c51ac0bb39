import Logging
import TraceFormat

extension ImportedEvents {
  /// Writes them, with secrets handled as asked for, and says what was made of them.
  func write(
    to trace: TraceOutput, _ secrets: SecretOptions, _ output: OutputOptions, on console: Console
  ) throws {
    let (events, found) = secrets.handle(events)
    try trace.write(on: console, header: secrets.header(metadata)) { writer in
      for event in events { try writer.append(event) }
      return found.closingNotes
    }
    try ImportReport(events: events, secrets: found, output: trace.output)
      .print(on: console, output, traceGoesToOutput: trace.output == "-")
  }

  /// Warns of what could not be read, and says how that ends the command.
  func reportLosses(_ speech: SpeechOptions, on console: Console) -> ExitStatus {
    let logger = speech.logger(on: console)
    for problem in problems.prefix(10) { logger.warning("\(problem)") }
    if problems.count > 10 { logger.warning("and \(problems.count - 10) more") }
    return problems.isEmpty ? .fine : .dataLost
  }
}
