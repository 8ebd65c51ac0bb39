public import TraceFormat

/// Turns the log of an app into events, as far as a log goes (`docs/log.md`).
///
/// Takes the log of any SDK and level, in what systems and collectors wrap lines in. Secrets and names of
/// users are replaced by marks (`docs/security.md`) unless they are to be kept. Nothing stops an import:
/// what is not understood is counted, what is missing becomes `loss` events.
public struct LogImporter: ~Copyable {
  private var assembler = LogAssembler()
  private var fold: LogFold
  private var overlap = LogOverlap()
  private var doubles = LogDoubles()
  private var redactor: SecretRedactor
  private var endFailures: [String] = []
  private var listedResets: [RecordedLoggedReset] = []

  /// An importer that has seen nothing yet.
  public init(secrets: SecretHandling = .replaced, options: LogImportOptions = LogImportOptions()) {
    redactor = SecretRedactor(secrets, removesUserNames: true)
    fold = LogFold(options: options)
  }

  /// What has been found so far.
  public var summary: LogSummary {
    var summary = fold.findings
    summary.take(assembler.counts)
    summary.lineCount += overlap.skippedLineCount
    summary.overlappingLineCount = overlap.skippedLineCount
    summary.repeatedEntryCount = doubles.droppedCount
    summary.ambiguousClientCount += doubles.disputedCount
    summary.resets = listedResets
    summary.secrets = redactor.counts
    summary.endFailures = endFailures
    var own = redactor
    for index in summary.unknownEntries.indices {
      summary.unknownEntries[index].text = own.redacted(summary.unknownEntries[index].text)
    }
    return summary
  }

  /// Takes the next line, without its line feed, and hands the events that are whole to `sink` in order. Those of the
  /// line itself come with the next one, which may be the same line once more.
  public mutating func importLine(_ line: [UInt8], into sink: (Event) throws -> Void) rethrows {
    for (number, line) in overlap.take(line) { try take(line, number, into: sink) }
  }

  /// Takes the next line of a log of one file, and says what it is about, looked at alone.
  package mutating func importLineOfOneFile(
    _ line: [UInt8], into sink: (Event) throws -> Void
  ) rethrows -> LogLineKind {
    try take(line, assembler.counts.lineCount + 1, into: sink)
    return assembler.latestKind ?? LogLineKind(of: line)
  }

  /// Takes note that a file ends here and the next one begins, which may repeat the end of this one.
  public mutating func beginNextFile(into sink: (Event) throws -> Void) rethrows {
    for (number, line) in overlap.endFile() { try take(line, number, into: sink) }
  }

  /// Takes note that the log ends here.
  public mutating func finish(into sink: (Event) throws -> Void) rethrows {
    for (number, line) in overlap.finish() { try take(line, number, into: sink) }
    for entry in assembler.finish() { try take(entry, into: sink) }
    fold.finish()
    if assembler.counts.droppedLineCount > 0 {
      let lines = assembler.counts.droppedLineCount.counted("line")
      fold.emit(
        .loss(
          Loss(
            firstSequence: nil, recordCount: nil,
            reason: "the system says that it left out \(lines) of the log")), ofSession: 0)
    }
    try drain(into: sink)
  }

  /// Takes note that a file cannot be read further; the trace gets a `loss` event.
  public mutating func importEnd(
    _ failure: DecodingFailure, into sink: (Event) throws -> Void
  ) rethrows {
    endFailures.append("\(failure)")
    fold.lose(nil, "the log cannot be read to its end: \(failure)")
    fold.noteMissingLines()
    try drain(into: sink)
  }

  private mutating func take(
    _ line: [UInt8], _ number: Int, into sink: (Event) throws -> Void
  ) rethrows {
    let droppedLineCount = assembler.counts.droppedLineCount
    for entry in assembler.take(line, lineNumber: number) { try take(entry, into: sink) }
    if assembler.counts.droppedLineCount != droppedLineCount { fold.noteMissingLines() }
  }

  private mutating func take(_ entry: LogEntry, into sink: (Event) throws -> Void) rethrows {
    guard !doubles.isDouble(entry, areClientsAlike: fold.areClientsAlike(entry)) else { return }
    fold.take(entry)
    try drain(into: sink)
  }

  private mutating func drain(into sink: (Event) throws -> Void) rethrows {
    for taken in fold.takeEvents() {
      let event = redactor.redacted(taken)
      if case .note(let note) = event.content, let facts = note.reset {
        list(
          RecordedLoggedReset(
            session: event.session, sequence: event.sequence,
            timeMicroseconds: event.timeMicroseconds, facts: facts))
      }
      try sink(event)
    }
  }

  private mutating func list(_ reset: RecordedLoggedReset) {
    if let index = listedResets.firstIndex(where: { $0.isAbout(reset) }) {
      listedResets[index].facts = reset.facts
    } else if listedResets.count < LogSummary.listedMax {
      listedResets.append(reset)
    }
  }
}

/// What a log does not say of its times, and whoever imports it may know.
public struct LogImportOptions: Hashable, Sendable {
  /// How far the clock of a log without a zone is ahead of UTC, in seconds; nil takes it for UTC.
  public var utcOffsetSeconds: Int?
  /// The year of a log that names none; nil takes it for 1970.
  public var year: Int?

  /// Nothing is known besides the log.
  public init(utcOffsetSeconds: Int? = nil, year: Int? = nil) {
    (self.utcOffsetSeconds, self.year) = (utcOffsetSeconds, year)
  }
}
