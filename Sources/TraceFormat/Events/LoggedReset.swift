/// What the log of an app tells of one client reset (`docs/log.md`).
///
/// A log says what the engine decided, and nothing of the data. What is nil or empty here was not
/// said, which does not mean that it was not so.
public struct LoggedReset: Codable, Hashable, Sendable {
  /// How it ended, as far as the log goes.
  public enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// What was not synced has been carried out again, as far as it went.
    case recovered
    /// What was not synced is gone.
    case discarded
    /// It was carried out, and the log does not say whether anything was recovered.
    case carriedOut
    /// It was given up, and the file is as before.
    case failed
    /// It was carried out, and then the app's own code failed.
    case handlerFailedAfter
    /// The file had never been written to, so that there was nothing to reset.
    case skipped
    /// The SDK says that it left the reset to the app.
    case leftToApp
    /// The file is to be deleted, as the server asked for.
    case deletionScheduled
    /// The fresh copy was being downloaded when the log ends.
    case downloadUnfinished
    /// It was asked for, and the log shows nothing of it.
    case notSeen
    /// It began, and the log does not show its end.
    case endNotSeen
  }

  /// Something that the recovery said it left out.
  public struct Drop: Codable, Hashable, Sendable {
    /// Why.
    public enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
      /// The server has deleted the object.
      case objectGone
      /// The embedded object is not there any more.
      case embeddedObjectGone
      /// The key of a dictionary is not there any more.
      case dictionaryKeyGone
      /// A collection is not there any more.
      case collectionGone
      /// The target of a link is not there any more.
      case linkTargetGone
      /// A list was to be copied to an object that is not there.
      case listCopyNotResolved
    }

    /// Why it was left out.
    public var reason: Reason
    /// The instruction's name, such as `Update`; empty where the log does not say it.
    public var instruction: String
    /// How often the log says so.
    public var count: UInt64

    /// Something that the recovery left out.
    public init(reason: Reason, instruction: String, count: UInt64) {
      (self.reason, self.instruction, self.count) = (reason, instruction, count)
    }
  }

  /// Why another mode was used than the app had asked for.
  public enum Downgrade: String, Codable, Hashable, Sendable, CaseIterable {
    /// An earlier recovery had not been completed.
    case earlierAttempt
    /// The server does not permit recovery.
    case serverForbids
  }

  /// What the times of a log are worth.
  public enum Clock: String, Codable, Hashable, Sendable, CaseIterable {
    /// The point in time is known.
    case exact
    /// The time of a clock whose zone the log does not name; taken as UTC.
    case zoneUnknown
    /// The same, and the year is unknown too; taken as 1970.
    case yearUnknown
    /// The log names the zone, but no year; taken as 1970.
    case onlyYearUnknown
    /// A time of day on a clock of twelve hours, without the half of the day, and without a zone.
    case halfOfDayUnknown
    /// A time of day only.
    case dayUnknown
    /// The lines have no time.
    case none
  }

  /// The file that was to be reset, as far as the log names it.
  public var file = ""
  /// How it ended.
  public var outcome = Outcome.endNotSeen
  /// The line of the log, counted from 1 over all of its files, where it was first spoken of.
  public var lineNumber: UInt64 = 0
  /// What the time of the record that carries this is worth.
  public var clock = Clock.none
  /// The protocol's number of the error.
  public var errorCode: Int32?
  /// The client's name for the error.
  public var errorName = ""
  /// The words of the error.
  public var errorMessage = ""
  /// What the server asked for.
  public var action: ServerAction?
  /// The mode that the app has configured.
  public var requestedMode: ResetMode?
  /// Whether that mode was only concluded from other lines.
  public var isModeInferred = false
  /// The mode that was used in the end.
  public var actualMode: ResetMode?
  /// Why the two differ.
  public var downgrade: Downgrade?
  /// The earlier attempt that the file had on record.
  public var earlierAttempt: PendingReset?
  /// When the attempt was recorded in the file, in microseconds since 1970 (UTC).
  public var recordedMicroseconds: Int64?
  /// For a reset that failed: the class of the failure, where it is known.
  public var failure: ResetFailureClass?
  /// What the engine or the SDK says of the failure.
  public var failureMessage = ""
  /// How many unsynced changesets the recovery had before it.
  public var localChangesetCount: UInt64?
  /// What the recovery said that it left out.
  public var drops: [Drop] = []
  /// How many lists were copied whole over the server's.
  public var overwrittenListCount: UInt64?
  /// Objects of the file that the fresh state does not have.
  public var removedObjectCount: UInt64?
  /// Objects of the fresh state that the file did not have.
  public var createdObjectCount: UInt64?
  /// Objects that differed.
  public var updatedObjectCount: UInt64?
  /// Bytes to be uploaded after the reset.
  public var uploadableBytes: UInt64?
  /// The file's identifier after the reset.
  public var newFileIdent: UInt64?
  /// The server version of the fresh copy.
  public var freshServerVersion: UInt64?
  /// The file's version before the reset.
  public var versionBefore: UInt64?
  /// The file's version after it.
  public var versionAfter: UInt64?
  /// Whether the server has acknowledged it; nil where the log does not say.
  public var isAcknowledged: Bool?
  /// True where that was concluded, since a later session of the file had nothing on record any more.
  public var isAcknowledgementInferred: Bool?
  /// Whether lines of the reset are there that are only written from the level debug on. A count that is nil would then
  /// have been there, or lines of the reset are missing.
  public var hasDebugLines = false
  /// True where the log does not tell the client from another one of its process, so that what names no file may be
  /// of the other's reset, and what is not here may be missing for that.
  public var isOfAlikeClients: Bool?
  /// True where the log goes on with a later launch of the app, which opens the file.
  public var hasLaterLaunch: Bool?

  /// A reset of which nothing is known yet.
  public init() {}
}

/// What a log shows of a client reset, and where it is in the trace.
public struct RecordedLoggedReset: Codable, Hashable, Sendable {
  /// The session's number in the trace; 0 where the log names none.
  public var session: UInt32
  /// The record.
  public var sequence: UInt64
  /// Microseconds since 1970 (UTC), as far as the clock of the log goes.
  public var timeMicroseconds: Int64
  /// What the log says.
  public var facts: LoggedReset

  /// What a log shows, from a record.
  public init(session: UInt32, sequence: UInt64, timeMicroseconds: Int64, facts: LoggedReset) {
    (self.session, self.sequence) = (session, sequence)
    (self.timeMicroseconds, self.facts) = (timeMicroseconds, facts)
  }

  /// Whether a later record is about the same reset, and says what became known of it since, such as its file.
  package func isAbout(_ later: RecordedLoggedReset) -> Bool {
    session == later.session && facts.lineNumber == later.facts.lineNumber
      && (facts.file.isEmpty || facts.file.hasSameBytes(as: later.facts.file))
  }
}

/// How a trace that is made from a log names connections: their numbers begin anew with each sync client.
package enum LoggedConnection {
  package static func name(client: Int, number: UInt64) -> String {
    "client \(client) connection \(number)"
  }
}

extension SessionStart {
  /// The number of the sync client, of a session that a log shows; nil for any other.
  package var loggedClient: Int? {
    let words = connection.utf8.split(separator: UInt8(ascii: " "))
    guard source == .log, words.count == 4, words[0].elementsEqual("client".utf8) else {
      return nil
    }
    return Int(String(words[1]) ?? "")
  }
}
