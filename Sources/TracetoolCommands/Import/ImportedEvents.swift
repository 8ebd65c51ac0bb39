import TraceFormat

/// Events that are in memory when they are imported, and what the trace says of where they come from.
struct ImportedEvents {
  var events: [Event]
  var metadata: [TraceHeader.Metadata]

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
}
