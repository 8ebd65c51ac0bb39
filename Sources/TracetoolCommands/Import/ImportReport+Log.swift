import Importers
import TraceFormat

extension ImportReport {
  init(log summary: LogSummary, output: String) {
    self.init(
      json: JSONText(facts: [
        "version": 1, "output": output, "lineCount": summary.lineCount,
        "entryCount": summary.entryCount, "otherLineCount": summary.otherLineCount,
        "repeatedEntryCount": summary.repeatedEntryCount,
        "overlappingLineCount": summary.overlappingLineCount,
        "unknownEntryCount": summary.unknownEntryCount,
        "unknownEntries": summary.unknownEntries.map(\.json),
        "cutEntryCount": summary.cutEntryCount, "droppedLineCount": summary.droppedLineCount,
        "privateLineCount": summary.privateLineCount, "serverLineCount": summary.serverLineCount,
        "ambiguousClientCount": summary.ambiguousClientCount, "clientCount": summary.clientCount,
        "sessionCount": summary.sessionCount, "wholeMessageCount": summary.wholeMessageCount,
        "partialMessageCount": summary.partialMessageCount,
        "changesetCount": summary.changesetCount, "lossCount": summary.lossCount,
        "errorCount": summary.errorCount, "resetCount": summary.resetCount,
        "resets": summary.resets.map(\.importedJSON), "coreVersions": summary.coreVersions,
        "levels": JSONText.object(
          summary.levels.map { JSONText.Member($0.category, .string($0.level)) }),
        "clocks": JSONText.object(
          summary.clocks.map { JSONText.Member($0.clock.rawValue, .integer($0.count)) }),
        "offsetsSeconds": summary.offsets.map {
          JSONText(facts: ["seconds": $0.seconds, "count": $0.count])
        },
        "reorderedFiles": summary.reorderedFiles, "secretsReplaced": summary.secrets.json,
        "endFailures": summary.endFailures,
      ]), lines: Self.lines(of: summary, output),
      losses: summary.endFailures.map { "not read to its end: \($0)" })
  }

  private static func lines(of summary: LogSummary, _ output: String) -> [String] {
    var lines = [
      "\(output): \(summary.sessionCount.counted("session")), "
        + "\(summary.errorCount.counted("error")), \(summary.resetCount.counted("client reset"))"
    ]
    let partial = summary.partialMessageCount
    let messages = summary.wholeMessageCount + partial
    lines.append(
      "  \(messages.counted("message")) of the protocol"
        + (partial == 0 ? "" : ", \(partial) of them without all changesets")
        + "; \(summary.changesetCount.counted("changeset"))")
    lines.append(
      "  \(summary.entryCount.counted("message")) of Realm's in \(summary.lineCount.counted("line")); "
        + summary.otherLineCount.counted("line from elsewhere", "lines from elsewhere"))
    lines += doubts(summary) + clocks(summary)
    lines += summary.secrets.lines(ending: "replaced").map { "  \($0)" }
    lines += summary.unknownEntries.prefix(5).map { "  line \($0.lineNumber): \($0.text)" }
    return lines
  }

  private static func doubts(_ summary: LogSummary) -> [String] {
    let messages: [(Int, String)] = [
      (summary.unknownEntryCount, "of them not understood"),
      (summary.cutEntryCount, "cut"),
      (summary.repeatedEntryCount, "logged twice, and counted once"),
      (summary.ambiguousClientCount, "of one of several clients that the log does not distinguish"),
    ]
    let lines: [(Int, String)] = [
      (summary.overlappingLineCount, "repeated from the file before"),
      (Int(clamping: summary.droppedLineCount), "left out by the system"),
      (summary.privateLineCount, "hidden as <private>"),
      (summary.serverLineCount, "of a server, skipped"),
    ]
    return messages.filter { $0.0 > 0 }.map { "  \($0.0.counted("message")) \($0.1)" }
      + lines.filter { $0.0 > 0 }.map { "  \($0.0.counted("line")) \($0.1)" }
      + (summary.reorderedFiles.isEmpty
        ? [] : ["  files read in the order of their first times"])
  }

  /// What the times are worth, where they are not exact.
  private static func clocks(_ summary: LogSummary) -> [String] {
    var lines: [String] = []
    for (clock, count) in summary.clocks {
      let (messages, have) = (count.counted("message"), count == 1 ? "has" : "have")
      switch clock {
      case .exact: break
      case .zoneUnknown:
        lines.append("  times of \(messages) have no zone and are taken as UTC (--utc-offset)")
      case .yearUnknown, .onlyYearUnknown:
        lines.append("  times of \(messages) have no year and are taken as 1970 (--year)")
      case .halfOfDayUnknown:
        lines.append("  times of \(messages) do not say which half of the day it is")
      case .dayUnknown: lines.append("  times of \(messages) have no day")
      case .none: lines.append("  \(messages) \(have) no time")
      }
    }
    // Times without a zone are taken as UTC anyway.
    let isUTCTold = summary.clocks.contains { $0.clock == .zoneUnknown }
    for (seconds, count) in summary.offsets where seconds != 0 || !isUTCTold {
      let minutes = abs(seconds) / 60
      let offset =
        (seconds < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + ":"
        + (minutes % 60).padded(to: 2)
      lines.append(
        "  \(count.counted("time")) in messages, which are UTC, \(count == 1 ? "says" : "say") that the clock "
          + "is at \(offset)")
    }
    return lines
  }
}

extension LogSummary.Problem {
  fileprivate var json: JSONText {
    JSONText(facts: ["line": lineNumber, "text": text])
  }
}

extension RecordedLoggedReset {
  fileprivate var importedJSON: JSONText {
    JSONText(facts: ["session": session, "timeMicroseconds": timeMicroseconds, "facts": facts])
  }
}
