import TraceFormat

/// What the fold of a log counts.
struct LogFindings {
  var clientCount = 0
  var sessionCount = 0
  var lossCount = 0
  /// Entries that several clients could have written.
  var ambiguousClientCount = 0
  /// Messages with all that the wire had, and those without their changesets.
  var wholeMessageCount = 0
  var partialMessageCount = 0
  var changesetCount = 0
  var entryCount = 0
  /// What the times were worth, by entries.
  var clocks: [LoggedReset.Clock: Int] = [:]
  /// How far the clock of the log is ahead of UTC, as moments that messages name in UTC show it.
  var offsets: [Int: Int] = [:]
  /// The lowest level of a message, by the last name of its category.
  var levels: [String: LogLevel] = [:]
  var coreVersions: [String] = []
  var isDebugBuild = false
  /// The status of the last answer of HTTP that refused a connection, by a line that does not name it.
  var refusedStatus: String?
  var errors: [(session: UInt32, error: SyncError)] = []
  var errorCount = 0
  var resetCount = 0
  var unknownCount = 0
  var unknown: [(lineNumber: Int, text: String)] = []
  var firstTimeMicroseconds: Int64?
  var lastTimeMicroseconds: Int64?

  static let listedMax = 100

  mutating func see(_ row: LogRow) {
    entryCount += 1
    if row.kind == .serverLog { return }
    levels[row.category] = min(levels[row.category] ?? row.level, row.level)
  }

  mutating func take(_ time: Int64) {
    firstTimeMicroseconds = firstTimeMicroseconds ?? time
    lastTimeMicroseconds = time
  }

  mutating func addUnknown(_ entry: LogEntry) {
    unknownCount += 1
    guard unknown.count < Self.listedMax else { return }
    unknown.append((entry.lineNumber, entry.message.text.prefix(200).text))
  }
}
