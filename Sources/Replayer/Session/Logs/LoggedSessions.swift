public import TraceFormat

/// What a log shows besides client resets (`docs/log.md`): whose sessions it has, and errors that no reset
/// followed from.
public struct LoggedSessions: Codable, Hashable, Sendable {
  /// How many sessions the log shows.
  public var sessionCount: Int
  /// How many files these are of, as far as the log names them.
  public var fileCount: Int
  /// The first hundred of them, by their paths.
  public var files: [String]
  /// The errors, alike ones once, in the order in which each came first.
  public var errors: [LoggedError]
  /// How many errors came after a thousand different ones.
  public var unlistedErrorCount: UInt64 = 0
  /// What is missing from the log, the first ten parts in the trace's words; nil where nothing is known to be.
  public var losses: [String]?
  /// How many such parts there are.
  public var lossCount: Int?

  package static let filesMax = 100
  package static let lossesMax = 10
}

/// An error that a log shows, once or several times alike.
public struct LoggedError: Codable, Hashable, Sendable {
  /// The first session that got it; 0 where it was a connection's, or the log names none.
  public var session: UInt32
  /// The first record.
  public var sequence: UInt64
  /// When it came first and last, in microseconds since 1970 (UTC), as far as the clock of the log goes.
  public var firstMicroseconds: Int64
  /// When it came last.
  public var lastMicroseconds: Int64
  /// How often it came.
  public var count: UInt64
  /// The path of the file whose session got it; empty where that is not known.
  public var file: String
  /// The error, as it came first.
  public var error: SyncError

  /// An error that came once.
  public init(
    session: UInt32, sequence: UInt64, timeMicroseconds: Int64, file: String, error: SyncError
  ) {
    (self.session, self.sequence) = (session, sequence)
    (firstMicroseconds, lastMicroseconds, count) = (timeMicroseconds, timeMicroseconds, 1)
    (self.file, self.error) = (file, error)
  }

  /// Whether the client could not integrate a download, and so neither downloads nor uploads until its session restarts:
  /// all else that it finds by itself, without a number, asks for something.
  package var isFailedIntegration: Bool {
    error.code == nil && [.warning, .noAction].contains(error.action)
  }
}

struct LogErrors: Sendable {
  private(set) var errors: [LoggedError] = []
  private(set) var unlistedCount: UInt64 = 0
  private var indexByKind: [Kind: Int] = [:]
  private static let listedMax = 1000

  private struct Kind: Hashable {
    var file: TextBytes
    var code: Int32?
    var name: TextBytes
    var message: TextBytes
    var action: ServerAction
  }

  mutating func add(_ error: SyncError, file: String, _ event: Event) {
    let kind = Kind(
      file: TextBytes(file), code: error.code, name: TextBytes(error.name),
      message: TextBytes(error.message), action: error.action)
    if let index = indexByKind[kind] {
      errors[index].count += 1
      errors[index].lastMicroseconds = event.timeMicroseconds
    } else if errors.count < Self.listedMax {
      indexByKind[kind] = errors.count
      errors.append(
        LoggedError(
          session: event.session, sequence: event.sequence,
          timeMicroseconds: event.timeMicroseconds, file: file, error: error))
    } else {
      unlistedCount += 1
    }
  }

  /// The errors without those that failed the download of a reset, of which the reset tells.
  func errors(besides resets: [RecordedLoggedReset]) -> [LoggedError] {
    var errors = errors
    for reset in resets where reset.facts.failure == .downloadFailed {
      let failing = errors.firstIndex {
        $0.file.hasSameBytes(as: reset.facts.file)
          && $0.error.message.hasSameBytes(as: reset.facts.failureMessage)
      }
      guard let failing else { continue }
      errors[failing].count -= 1
      if errors[failing].count == 0 { errors.remove(at: failing) }
    }
    return errors
  }
}
