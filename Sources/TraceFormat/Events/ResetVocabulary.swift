/// What the app has configured to happen at a client reset.
///
/// The raw values are Realm Core's own names (`sync/config.hpp`, `ClientResyncMode`).
public enum ResetMode: String, Codable, Hashable, Sendable, CaseIterable {
  /// The app gets an error and decides; nothing is reset by itself.
  case manual = "Manual"
  /// What was not synced is dropped.
  case discardLocal = "DiscardLocal"
  /// What was not synced is carried out again on the fresh state.
  case recover = "Recover"
  /// As `recover`, and as `discardLocal` where that is not allowed or fails.
  case recoverOrDiscard = "RecoverOrDiscard"
}

/// What the server asks the client to do, as the `action` of a sync error.
///
/// The raw values are the strings on the wire (Realm Core: `sync/protocol.hpp`,
/// `ProtocolErrorInfo::Action`); `NoAction` is never sent and means errors without an action.
public enum ServerAction: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing: an error of the form that has no action.
  case noAction = "NoAction"
  /// End the session: client and server do not understand each other.
  case protocolViolation = "ProtocolViolation"
  /// End the session; also for actions that the client does not know.
  case applicationBug = "ApplicationBug"
  /// Tell the app and go on.
  case warning = "Warning"
  /// Try again after a while.
  case transient = "Transient"
  /// Delete the file, without a backup.
  case deleteRealm = "DeleteRealm"
  /// Replace the state, as the configured mode says.
  case clientReset = "ClientReset"
  /// The same, but nothing may be recovered.
  case clientResetNoRecovery = "ClientResetNoRecovery"
  /// Replace the state, and sync flexibly from then on.
  case migrateToFLX = "MigrateToFLX"
  /// Replace the state, and sync by partition again.
  case revertToPBS = "RevertToPBS"
  /// Get a new access token.
  case refreshUser = "RefreshUser"
  /// Ask again where the server is.
  case refreshLocation = "RefreshLocation"
  /// Log the user out.
  case logOutUser = "LogOutUser"
  /// Download anew under another version of the schema.
  case migrateSchema = "MigrateSchema"

  /// Whether the action makes the client replace its state by a fresh download.
  public var startsClientReset: Bool {
    switch self {
    case .clientReset, .clientResetNoRecovery, .migrateToFLX, .revertToPBS: true
    default: false
    }
  }
}

/// Partition-based or flexible sync; decides how some messages are laid out.
public enum SyncKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A session syncs one partition, named by a path.
  case partition
  /// A session syncs what its queries select.
  case flexible
}

/// The record of an unfinished reset that a Realm file keeps, so that the next reset knows of it.
public struct PendingReset: Codable, Hashable, Sendable {
  /// Only `discardLocal` and `recover` are ever stored; recover-or-discard is stored as `recover`.
  public var mode: ResetMode
  /// What the server had asked for.
  public var action: ServerAction
  /// When the reset was recorded, in microseconds since 1970, where the source knows it.
  public var timeMicroseconds: Int64?
  /// The version of Realm Core that wrote the record; absent means the replayed version.
  public var engineVersion: String?

  /// A record of an unfinished reset.
  public init(
    mode: ResetMode, action: ServerAction, timeMicroseconds: Int64? = nil,
    engineVersion: String? = nil
  ) {
    (self.mode, self.action, self.timeMicroseconds) = (mode, action, timeMicroseconds)
    self.engineVersion = engineVersion
  }
}

/// How a client reset ended.
public enum ResetEnding: String, Codable, Hashable, Sendable, CaseIterable {
  /// What was not synced has been carried out again.
  case recovered
  /// What was not synced is gone.
  case discarded
  /// Neither was possible; the app gets an error.
  case failed
  /// Mode Manual: nothing was reset; the app gets an error, and the file is set aside for a backup.
  case manual
  /// Realm Core terminates the process on this input, or the process ended otherwise.
  case crash
  /// The error asked for no reset: the data was not touched, unless the file was to be deleted.
  case noReset

  /// Whether the device has the server's data, with what was recovered or without.
  package var isCarriedOut: Bool { self == .recovered || self == .discarded }
}

/// The classes of failure of an automatic client reset.
public enum ResetFailureClass: String, Codable, Hashable, Sendable, CaseIterable {
  /// The server does not permit recovery.
  case recoveryNotAllowed
  /// An earlier reset is on record, and this would be the same again.
  case resetCycle
  /// The fresh state lacks classes.
  case classesRemoved
  /// The fresh state lacks properties.
  case propertiesRemoved
  /// A class has another primary key.
  case incompatiblePrimaryKey
  /// A property has another type.
  case incompatibleType
  /// A property's optionality or kind of collection differs.
  case incompatibleAttributes
  /// Recovery met an instruction that no rule can carry out.
  case unrecoverable
  /// Recovery met an instruction that does not fit.
  case badChangeset
  /// The storage refused a change.
  case rejectedByStorage
  /// The fresh state did not arrive.
  case downloadFailed
  /// The app's own code failed, before or after the reset.
  case handlerThrew
  /// The disk was full.
  case outOfDiskSpace
}
