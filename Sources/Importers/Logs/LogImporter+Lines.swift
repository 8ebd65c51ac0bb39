public import TraceFormat

extension LogImporter {
  /// Imports the files of a log and hands the events to `sink` in order.
  ///
  /// Compressed data that is damaged or cut ends its file with a `loss` event rather than with an error:
  /// what came before it is imported, and the next file continues.
  ///
  /// - Parameters:
  ///   - files: the log, in order; each is opened when the one before it has been read.
  ///   - secrets: what becomes of tokens and passwords in the lines.
  ///   - options: what the log does not say of itself.
  ///   - sink: gets each event of the trace.
  /// - Throws: what `sink` throws, `FileFailure` where a file cannot be read, and `DecodingFailure` where a
  ///   line takes more memory than it may.
  public static func importLog(
    from files: [() throws -> LineReader], secrets: SecretHandling = .replaced,
    options: LogImportOptions = LogImportOptions(), into sink: (Event) throws -> Void
  ) throws -> LogSummary {
    var importer = LogImporter(secrets: secrets, options: options)
    for (index, open) in files.enumerated() {
      if index > 0 { try importer.beginNextFile(into: sink) }
      try importer.importFile(open, into: sink)
    }
    try importer.finish(into: sink)
    return importer.summary
  }

  private mutating func importFile(
    _ open: () throws -> LineReader, into sink: (Event) throws -> Void
  ) throws {
    do {
      let lines = try open()
      while let line = try lines.next() { try importLine(line, into: sink) }
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      try importEnd(failure, into: sink)
    }
  }

  /// The places of a log's files in the order of their first times; as they are where times do not say it for certain.
  /// The lines are only looked at, and can be imported afterwards.
  public static func timeOrder(of files: [LineReader]) -> [Int] {
    let places = Array(files.indices)
    let times = files.compactMap { firstTime(of: $0.peek(100)) }
    guard times.count == files.count, Set(times.map(\.clock)).count == 1 else { return places }
    return places.sorted {
      times[$0].isBefore(times[$1]) || !times[$1].isBefore(times[$0]) && $0 < $1
    }
  }

  /// The time of the first message of Realm's, or else of any line: other loggers may have clocks of their own.
  static func firstTime(of lines: some Sequence<[UInt8]>) -> LogTime? {
    var first: LogTime?
    for line in lines {
      let message = JSONLogLine.messages(of: line)?.first
      let unwrapped = LogUnwrapping.unwrap(
        message?.text ?? line, in: message?.envelope ?? LogEnvelope())
      guard let time = unwrapped.envelope.time, time.hasDay, !time.isHalfDay else { continue }
      if LoggedMessage(unwrapped.text, in: unwrapped.envelope) != nil { return time }
      first = first ?? time
    }
    return first
  }
}
