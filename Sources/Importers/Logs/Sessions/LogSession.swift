import TraceFormat

final class LogSession {
  enum Role: Sendable {
    case normal
    case freshDownload
    case reset
  }

  unowned let client: LogClient
  let number: UInt64
  let traceNumber: UInt32
  var connectionNumber: UInt64
  /// That of the connection on which it began.
  var connectionName: String
  let startMicroseconds: Int64
  /// The path of the file, without the ending of a fresh copy.
  var path = ""
  var role = Role.normal
  var kind: SyncKind?
  var ident: UInt64?
  var configuredMode: ResetMode?
  var pendingReset: PendingReset?
  /// Whether its beginning is among the events.
  var isStarted = false
  /// Whether the log has its `Binding`; else it was there before the log.
  var isBindingSeen = false
  var upload: PendingUpload?
  var reset: OpenReset?

  init(
    _ number: UInt64, of client: LogClient, on connection: LogConnection, traceNumber: UInt32,
    startMicroseconds: Int64
  ) {
    (self.client, self.number, self.traceNumber) = (client, number, traceNumber)
    (connectionNumber, connectionName) = (connection.number, connection.name)
    self.startMicroseconds = startMicroseconds
  }

  /// Nil where the client has had too many.
  var connection: LogConnection? { client.connections[connectionNumber] }
  var syncKind: SyncKind { kind ?? .partition }
  var fileName: String {
    path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? "unknown file"
  }

  struct PendingUpload {
    var head: Upload
    var announcedCount: Int
    var entries: [PartialEntry] = []
    var lineNumber: Int
    var timeMicroseconds: Int64
  }

  struct OpenReset {
    var facts = LoggedReset()
    var timeMicroseconds: Int64
    /// Whether the log has a line of the reset itself, and not only that its session is to carry one out.
    var hasBegun = false
    var isCommitted = false
    var hasFailed = false
    var isSkipped = false
    /// Whether lines are missing, or not understood, while it is open.
    var hasMissingLines = false
    var willRecover: Bool?
    /// The status as it was printed, which tells where it ends in other messages.
    var status: [UInt8] = []
  }
}

final class LogConnection {
  let number: UInt64
  let name: String
  var protocolVersion: UInt32?
  /// The body of the error that is about to be reported.
  var errorBody: [UInt8]?
  /// The changesets of the DOWNLOAD that is about to be reported.
  var downloads: [PendingDownload] = []
  var compression: [UInt64: BodySize] = [:]

  init(_ number: UInt64, of client: LogClient) {
    self.number = number
    name = LoggedConnection.name(client: client.number, number: number)
  }

  struct PendingDownload {
    var session: UInt64?
    var entry: PartialEntry
  }

  /// So many entries of which nothing is known stand in a message, whatever number it announces.
  static let pendingMax = 4096
}

/// A sync client: its numbers of connections and sessions are its own.
final class LogClient {
  let number: Int
  let process: String
  var thread = ""
  var coreVersion: String?
  /// The number of its latest message in the log.
  var latestEntry = 0
  var sessions: [UInt64: LogSession] = [:]
  var connections: [UInt64: LogConnection] = [:]
  /// The session that is being activated, and whose lines would tell that its file has a reset on record.
  var activating: UInt64?
  var uploading: LogSession?
  /// How many sessions are looked after at a time; a log that begins more than that ends the oldest.
  static let sessionsMax = 1024

  init(number: Int, process: String) { (self.number, self.process) = (number, process) }

  /// What a file of its process is known by.
  func fileKey(_ path: String) -> LogFile.Key {
    LogFile.Key(process: process, path: TextBytes(path))
  }

  func has(_ path: String) -> Bool {
    !path.isEmpty && sessions.values.contains { $0.path.hasSameBytes(as: path) }
  }

  /// A connection, which a line shows to be there.
  func connection(_ number: UInt64) -> LogConnection {
    if let known = connections[number] { return known }
    if connections.count > Self.sessionsMax { connections.removeAll() }
    let connection = LogConnection(number, of: self)
    connections[number] = connection
    return connection
  }
}

/// What is known of a file over all of its sessions in a process.
struct LogFile {
  /// A process and a path in it: the files of two devices have the same one.
  struct Key: Hashable, Comparable {
    let process: String
    let path: TextBytes

    static func < (a: Key, b: Key) -> Bool { (a.path, a.process) < (b.path, b.process) }
  }

  /// The next launch in another process, which counts if the file's own process says nothing after it.
  struct Launch {
    enum RecordEnd {
      /// What a client says, or leaves out, which another version of Realm Core does anyway.
      case acknowledged(coreVersion: String?, isInferred: Bool)
      case fileRemade
    }

    /// The number of the message that shows it.
    let entry: Int
    /// What became of the record of a reset that the file had.
    var recordEnd: RecordEnd?
  }

  /// An error that asked for a reset that was not seen yet.
  var awaited: OpenReset?
  /// The kind of sync, which no reset but a migration changes.
  var kind: SyncKind?
  /// The mode that is known from elsewhere: an SDK's line, or an earlier reset of the same client.
  private(set) var knownMode: (mode: ResetMode, client: Int?)?
  var resetting: LogSession?
  /// A reset that was carried out, and whose record the file still has.
  var unacknowledged: OpenReset?
  /// A reset, or a deletion, of which something was to be done before the next launch.
  var untilLaunch: OpenReset?
  /// Whether a reset of the file was told of since the last line of an SDK.
  var isResetTold = false
  var launch: Launch?

  /// A reset of which more has to follow, and the session that has told of it.
  struct OpenReset {
    var facts: LoggedReset
    let session: UInt32
    let timeMicroseconds: Int64
    let client: Int
    /// The version of Realm Core whose record it is; another version does not print it.
    let coreVersion: String?
    var isFreshSeen = false
    /// Whether a line that names a file may have meant another reset instead.
    var isAmbiguous = false

    init(_ facts: LoggedReset, _ session: LogSession, at timeMicroseconds: Int64) {
      (self.facts, self.session, self.timeMicroseconds) = (
        facts, session.traceNumber, timeMicroseconds
      )
      (client, coreVersion) = (session.client.number, session.client.coreVersion)
    }
  }

  static let filesMax = 16_384

  /// The same file for another process.
  var forOtherProcess: LogFile {
    var file = LogFile()
    (file.kind, file.knownMode, file.resetting) = (kind, knownMode, resetting)
    return file
  }

  /// Takes the mode that a line tells; of an SDK's line the client is not known.
  mutating func know(_ mode: ResetMode, of client: Int?) { knownMode = (mode, client) }

  /// The mode as far as it is known for a client: an app sets it anew each time it is launched.
  func inferredMode(of client: Int?) -> ResetMode? {
    guard let known = knownMode else { return nil }
    return known.client == nil || known.client == client ? known.mode : nil
  }
}
