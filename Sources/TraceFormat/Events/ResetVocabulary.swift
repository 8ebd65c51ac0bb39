/// What the app has configured to happen at a client reset.
///
/// The raw values are Realm Core's own names (`sync/config.hpp`, `ClientResyncMode`).
public enum ResetMode: String, Hashable, Sendable, CaseIterable {
  case manual = "Manual"
  case discardLocal = "DiscardLocal"
  case recover = "Recover"
  case recoverOrDiscard = "RecoverOrDiscard"
}

/// What the server asks the client to do, as the `action` of a sync error.
///
/// The raw values are the strings on the wire (Realm Core: `sync/protocol.hpp`,
/// `ProtocolErrorInfo::Action`); `NoAction` is never sent and stands for errors without an action.
public enum ServerAction: String, Hashable, Sendable, CaseIterable {
  case noAction = "NoAction"
  case protocolViolation = "ProtocolViolation"
  case applicationBug = "ApplicationBug"
  case warning = "Warning"
  case transient = "Transient"
  case deleteRealm = "DeleteRealm"
  case clientReset = "ClientReset"
  case clientResetNoRecovery = "ClientResetNoRecovery"
  case migrateToFLX = "MigrateToFLX"
  case revertToPBS = "RevertToPBS"
  case refreshUser = "RefreshUser"
  case refreshLocation = "RefreshLocation"
  case logOutUser = "LogOutUser"
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
public enum SyncKind: String, Hashable, Sendable, CaseIterable {
  case partition
  case flexible
}

/// The record of an unfinished reset that a Realm file keeps, so that the next reset knows of it.
public struct PendingReset: Hashable, Sendable {
  /// Only `discardLocal` and `recover` are ever stored; recover-or-discard is stored as `recover`.
  public var mode: ResetMode
  public var action: ServerAction
  /// When the reset was recorded, in microseconds since 1970, where the source knows it.
  public var timeMicroseconds: Int64?
  /// The version of Realm Core that wrote the record; absent means the replayed version.
  public var engineVersion: String?

  public init(
    mode: ResetMode, action: ServerAction, timeMicroseconds: Int64? = nil,
    engineVersion: String? = nil
  ) {
    self.mode = mode
    self.action = action
    self.timeMicroseconds = timeMicroseconds
    self.engineVersion = engineVersion
  }
}

/// How a client reset ended.
public enum ResetResult: String, Hashable, Sendable, CaseIterable {
  case recovered
  case discarded
  case failed
  /// Mode Manual: nothing was reset; the app is told, and the file is set aside for a backup.
  case manual
  /// Realm Core terminates the process on this input, or the process ended otherwise.
  case crash
  /// The error asked for no reset: the data was not touched, unless the file was to be deleted.
  case noReset
}

/// The classes of failure of an automatic client reset.
public enum ResetFailureClass: String, Hashable, Sendable, CaseIterable {
  case recoveryNotAllowed
  case resetCycle
  case classesRemoved
  case propertiesRemoved
  case incompatiblePrimaryKey
  case incompatibleType
  case incompatibleAttributes
  case unrecoverable
  case badChangeset
  case rejectedByStorage
  case downloadFailed
  case handlerThrew
  case outOfDiskSpace
}
