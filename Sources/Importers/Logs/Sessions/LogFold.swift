import TraceCompression
import TraceFormat

/// Folds the entries of a log into events: which session each belongs to, what it says, and what follows from it.
struct LogFold: ~Copyable {
  let options: LogImportOptions
  private var events: [Event] = []
  private var eventCount: UInt64 = 0
  var clients: [LogClient] = []
  var files: [LogFile.Key: LogFile] = [:]
  var findings = LogSummary()
  /// Whether a connection was refused of which the log has not said yet that its websocket ends.
  var isRefused = false
  /// A reset in which an app's handler threw, as an SDK says, until the engine tells of it; the line names no file. One
  /// that was open then is told of anyway.
  var thrown: (facts: LoggedReset, timeMicroseconds: Int64, isOpen: Bool)?
  /// How many resets were told to have failed of which no SDK's line without a file has said so yet.
  var toldFailureCount = 0
  /// What the latest lines said that ended resets as failed.
  var toldFailures: [[UInt8]] = []
  /// Resets that failed in sessions whose file the log does not name; an SDK's line may name it right after.
  var unnamedFailures: [LogFile.OpenReset] = []
  /// The records of resets that were told of, which sessions without a file's name show again at each launch.
  var toldRecords: Set<PendingReset> = []
  var inflater = ZlibInflater(isOfFile: true)
  private var sessionCount: UInt32 = 0
  private(set) var clock = LoggedReset.Clock.none
  private(set) var timeMicroseconds: Int64 = 0
  /// How far its clock is ahead of UTC, as far as that is known, in seconds.
  private var zoneSeconds = 0
  /// That of the next line of a log that names none; nil where nobody has said it.
  private var year: Int?

  var heldBytes = 0
  /// More is not held: what a message would need is then unknown.
  static let heldBytesMax = 1 << 28
  static let clientsMax = 64
  /// Unknown messages become notes, up to so many.
  private static let notesMax = 1000
  private var unknownNoteCount = 0

  init(options: LogImportOptions) {
    (self.options, year) = (options, options.year)
    // A zlib stream holds up to a thousand times its size; a changeset does not.
    inflater.sizeMax = 1 << 26
  }

  /// The events since the last call.
  mutating func takeEvents() -> [Event] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  mutating func take(_ entry: LogEntry) {
    readTime(entry.envelope)
    guard let row = entry.message.row else { return takeUnknown(entry) }
    findings.see(row)
    guard !entry.isCut else { return takeCut(entry) }
    if row.prefix == .none, entry.message.connection == nil { return takeOutside(entry, row.kind) }
    let rivals = openResets(besides: entry, row.kind)
    guard rivals.count < 2 else { return takeShared(row.kind, rivals, entry) }
    let client = client(of: entry, row.kind)
    concludeAcknowledgement(before: entry, row.kind, client)
    flushUploads(of: client, before: row.kind)
    if let session = entry.message.session {
      if row.kind == .binding {
        begin(session, client, entry)
      } else {
        takeSession(entry, row.kind, open(session, client, entry))
      }
    } else {
      takeConnection(entry, row.kind, client)
    }
  }

  mutating func finish() {
    for client in clients { endSessions(of: client) }
    tellThrown()
    for key in files.keys.sorted() {
      concludeLaunch(of: key)
      tellAwaited(key)
    }
  }

  private mutating func readTime(_ envelope: LogEnvelope) {
    guard var time = envelope.time else {
      findings.clockCounts[.none, default: 0] += 1
      clock = .none
      return
    }
    if var year, !time.hasYear, time.hasDay {
      // January follows December, of which a line may still come after that.
      let isNext =
        timeMicroseconds - time.inYear(year).microseconds > LogTime.halfYearMicroseconds
      let isLate =
        abs(timeMicroseconds - time.inYear(year - 1).microseconds) < LogTime.dayMicroseconds
      year += isNext ? 1 : isLate ? -1 : 0
      (self.year, time) = (year, time.inYear(year))
    }
    if time.zoneSeconds == nil, time.hasYear, !time.isHalfDay {
      time.zoneSeconds = options.utcOffsetSeconds
    }
    if time.hasDay, clock == time.clock { findings.see(time.microseconds, after: timeMicroseconds) }
    clock = time.clock
    findings.clockCounts[clock, default: 0] += 1
    timeMicroseconds = time.microseconds
    zoneSeconds = time.zoneSeconds ?? 0
  }

  /// Takes note of a moment whose point in time a message names, just now, and says whether the clock is of another zone
  /// than it was taken for.
  mutating func anchor(at microseconds: Int64) -> Bool {
    guard clock == .zoneUnknown || clock == .exact else { return false }
    let seconds = (timeMicroseconds - microseconds) / 1_000_000
    // Zones are whole quarters of an hour from UTC.
    let quarters = Int((Double(seconds) / 900).rounded())
    guard abs(seconds - Int64(quarters * 900)) <= 60, abs(quarters) <= 4 * 15 else {
      return false
    }
    // A clock that was taken for one of UTC, as .NET's is, may be another logger's.
    guard clock == .zoneUnknown || quarters != 0 else { return false }
    findings.offsetCounts[zoneSeconds + quarters * 900, default: 0] += 1
    return quarters != 0
  }

  /// Adds an event of a session, after the session's beginning.
  mutating func emit(_ content: Event.Content, _ session: LogSession, at time: Int64? = nil) {
    start(session)
    emit(content, ofSession: session.traceNumber, at: time)
  }

  mutating func emit(_ content: Event.Content, ofSession session: UInt32, at time: Int64? = nil) {
    events.append(
      Event(
        sequence: eventCount, timeMicroseconds: time ?? timeMicroseconds, session: session,
        content: content))
    eventCount += 1
  }

  mutating func note(_ text: String, _ session: LogSession) {
    emit(.note(Note(text: text)), session)
  }

  mutating func note(_ text: String) { emit(.note(Note(text: text)), ofSession: 0) }

  mutating func lose(_ count: Int?, _ reason: String) {
    findings.lossCount += 1
    emit(
      .loss(Loss(firstSequence: nil, recordCount: count.map { UInt64($0) }, reason: reason)),
      ofSession: 0)
  }

  mutating func nextSessionNumber() -> UInt32 {
    if sessionCount < .max { sessionCount += 1 }
    findings.sessionCount = Int(sessionCount)
    return sessionCount
  }

  /// Takes note that lines are missing here, or not understood, which may be of any reset that is open.
  func noteMissingLines() {
    for session in clients.flatMap(\.sessions.values) { session.reset?.hasMissingLines = true }
  }

  private mutating func takeUnknown(_ entry: LogEntry) {
    findings.addUnknown(entry)
    if entry.message.session != nil { noteMissingLines() }
    guard entry.message.connection != nil, unknownNoteCount < Self.notesMax else { return }
    unknownNoteCount += 1
    let client = client(of: entry, .clientConfig)
    if let number = entry.message.session {
      note(entry.notUnderstood, open(number, client, entry))
    } else {
      note(entry.notUnderstood)
    }
  }

  private mutating func takeCut(_ entry: LogEntry) {
    lose(1, "the message in line \(entry.lineNumber) of the log is cut")
    noteMissingLines()
    guard let kind = entry.message.row?.kind, let number = entry.message.session else { return }
    let client = client(of: entry, kind)
    if kind == .binding { begin(number, client, entry) } else { _ = open(number, client, entry) }
  }
}
