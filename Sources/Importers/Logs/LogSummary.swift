public import TraceFormat

/// What an import of a log found.
public struct LogSummary: Sendable {
  /// Something in the log that was not understood.
  public struct Problem: Hashable, Sendable {
    /// Counted from 1 over all files.
    public var lineNumber: Int
    /// The message, without its secrets, or what is wrong with it.
    public var text: String
  }

  /// Lines of all files.
  public var lineCount = 0
  /// Messages of Realm's, each with all of its lines.
  public var entryCount = 0
  /// Lines that are not Realm's.
  public var otherLineCount = 0
  /// Messages that were there twice, from two loggers.
  public var repeatedEntryCount = 0
  /// Lines at the beginning of a file that the file before it ends with.
  public var overlappingLineCount = 0
  /// Messages of Realm's that were not understood.
  public var unknownEntryCount = 0
  /// The first hundred of them.
  public var unknownEntries: [Problem] = []
  /// Messages of which a part is missing.
  public var cutEntryCount = 0
  /// Lines that the system says it left out.
  public var droppedLineCount: UInt64 = 0
  /// Lines that the system has hidden.
  public var privateLineCount = 0
  /// Lines of a server, which were not read.
  public var serverLineCount = 0
  /// Messages that any of several sync clients could have written.
  public var ambiguousClientCount = 0
  /// Sync clients: one for each start of the app, or more.
  public var clientCount = 0
  /// Sessions, in all clients.
  public var sessionCount = 0
  /// Messages of the protocol with everything that the wire had.
  public var wholeMessageCount = 0
  /// Messages of the protocol without all of their changesets.
  public var partialMessageCount = 0
  /// Changesets that the log has.
  public var changesetCount = 0
  /// Gaps that the trace shows.
  public var lossCount = 0
  /// The versions of Realm Core that the log names.
  public var coreVersions: [String] = []
  /// How many errors the log shows.
  public var errorCount = 0
  /// How many resets the log shows.
  public var resetCount = 0
  /// The first hundred of them.
  public var resets: [RecordedLoggedReset] = []
  /// The secrets and names of users that were replaced, one for each place.
  public var secrets = SecretCounts()
  /// Why a file could not be read to its end.
  public var endFailures: [String] = []
  /// The files in the order in which they were read, where that is not the order they were given in.
  public var reorderedFiles: [String] = []
  private var lowestLevels: [String: LogLevel] = [:]
  /// How many messages are later than the one before them.
  private var laterCount = 0
  private var earlierCount = 0
  var clockCounts: [LoggedReset.Clock: Int] = [:]
  /// How far the clock of the log is ahead of UTC, as moments that messages name in UTC show it.
  var offsetCounts: [Int: Int] = [:]
  static let listedMax = 100

  /// Nothing found yet.
  public init() {}

  /// Whether the log has anything of Realm's sync in it.
  public var isLog: Bool { entryCount > unknownEntryCount }

  /// Whether the newest lines come first, as some collectors export them: what was found is then wrong.
  public var isNewestFirst: Bool { earlierCount > 1 && laterCount * 10 < earlierCount }

  /// The lowest level of the messages, by the last name of their category.
  public var levels: [(category: String, level: String)] {
    lowestLevels.sorted { $0.key < $1.key }.map { ($0.key, $0.value.name) }
  }
  /// Messages by what their times are worth.
  public var clocks: [(clock: LoggedReset.Clock, count: Int)] {
    LoggedReset.Clock.allCases.compactMap { clock in clockCounts[clock].map { (clock, $0) } }
  }
  /// How far the clock of the log seems ahead of UTC, in seconds, with how many moments show it.
  public var offsets: [(seconds: Int, count: Int)] {
    offsetCounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  mutating func see(_ row: LogRow) {
    // What an app prints of an error is no message of the client's, and says nothing of its level.
    if row.kind == .appResetFailed { return }
    entryCount += 1
    if row.kind == .serverLog { return }
    lowestLevels[row.category] = min(lowestLevels[row.category] ?? row.level, row.level)
  }

  mutating func see(_ microseconds: Int64, after earlier: Int64) {
    if microseconds > earlier { laterCount += 1 }
    if microseconds < earlier { earlierCount += 1 }
  }

  mutating func addUnknown(_ entry: LogEntry) {
    entryCount += 1
    unknownEntryCount += 1
    guard unknownEntries.count < Self.listedMax else { return }
    let text = entry.message.text.prefix(200).text
    unknownEntries.append(.init(lineNumber: entry.lineNumber, text: text))
  }

  mutating func take(_ counts: LogSummary) {
    lineCount = counts.lineCount
    otherLineCount = counts.otherLineCount
    cutEntryCount = counts.cutEntryCount
    droppedLineCount = counts.droppedLineCount
    privateLineCount = counts.privateLineCount
    serverLineCount = counts.serverLineCount
  }
}
