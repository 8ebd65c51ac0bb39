import TraceFormat

struct LogFindings {
  var told = LogSummary()
  var clocks: [LoggedReset.Clock: Int] = [:]
  /// How far the clock of the log is ahead of UTC, as moments that messages name in UTC show it.
  var offsets: [Int: Int] = [:]
  /// The lowest level of a message, by the last name of its category.
  private var levels: [String: LogLevel] = [:]
  /// The status of the last answer of HTTP that refused a connection, by a line that does not name it.
  var refusedStatus: String?

  static let listedMax = 100

  /// What was found, with secrets.
  var summary: LogSummary {
    var summary = told
    summary.levels = levels.sorted { $0.key < $1.key }.map { ($0.key, $0.value.name) }
    summary.clocks = LoggedReset.Clock.allCases.compactMap { clock in
      clocks[clock].map { (clock, $0) }
    }
    summary.offsets = offsets.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return summary
  }

  mutating func see(_ row: LogRow) {
    told.entryCount += 1
    if row.kind == .serverLog { return }
    levels[row.category] = min(levels[row.category] ?? row.level, row.level)
  }

  mutating func take(_ time: Int64) {
    told.firstTimeMicroseconds = told.firstTimeMicroseconds ?? time
    told.lastTimeMicroseconds = time
  }

  mutating func addUnknown(_ entry: LogEntry) {
    told.entryCount += 1
    told.unknownEntryCount += 1
    guard told.unknownEntries.count < Self.listedMax else { return }
    let text = entry.message.text.prefix(200).text
    told.unknownEntries.append(.init(lineNumber: entry.lineNumber, text: text))
  }
}
