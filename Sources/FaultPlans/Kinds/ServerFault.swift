package import TraceFormat

/// What the server decides; each makes a reset due at its trigger, if none is.
package enum ServerFault: Hashable, Sendable {
  /// The server orders a reset. Parts of the error that are left out are those of a server that has
  /// forgotten the client file.
  case clientReset(FaultError)
  /// Recovery is switched off in the app's settings: the reset that is due forbids it.
  case recoveryDisabled
  /// Sync is terminated and enabled again, with the backend's data kept or gone.
  case terminateSync(dataIsKept: Bool)
  /// The server goes back to a backup of an earlier version; one chosen by the seed if nil. In a simulated
  /// world the backup can be told by its age, which is a day if nothing is said.
  case restoreBackup(version: UInt64?, hours: Int? = nil)
  /// The device was away for longer than the server keeps its history.
  case offlineTooLong(recoveryIsAllowed: Bool)
  /// The user's role changes, and objects go out of view.
  case roleChange(FaultObjects)
  case syncError(FaultError)
  /// The server migrates to flexible sync; the query stands for the old partition.
  case migrateToFlexibleSync(query: String?)
  case revertToPartitionSync

  package var name: String {
    switch self {
    case .clientReset: "client-reset"
    case .recoveryDisabled: "recovery-disabled"
    case .terminateSync: "terminate-sync"
    case .restoreBackup: "restore-backup"
    case .offlineTooLong: "offline-too-long"
    case .roleChange: "role-change"
    case .syncError: "sync-error"
    case .migrateToFlexibleSync: "migrate-to-flexible-sync"
    case .revertToPartitionSync: "revert-to-partition-sync"
    }
  }

  /// The error that the server sends.
  ///
  /// - Parameter due: the error that the client gets anyway, which stays what the fault does not say anything about.
  package func error(inPlaceOf due: SyncError?) -> SyncError {
    switch self {
    case .clientReset(let error): return error.error(otherwise: due ?? .badClientFile)
    case .syncError(let error): return error.error()
    case .recoveryDisabled:
      var error = due ?? .badClientFile
      error.action = .clientResetNoRecovery
      return error
    case .offlineTooLong(let isAllowed):
      return .ordering(222, isAllowed ? .clientReset : .clientResetNoRecovery)
    case .migrateToFlexibleSync: return .ordering(232, .migrateToFLX)
    case .revertToPartitionSync: return .ordering(234, .revertToPBS)
    case .terminateSync: return due ?? .ordering(208)
    case .restoreBackup: return due ?? .ordering(209)
    case .roleChange: return due ?? .ordering(228)
    }
  }
}

package struct FaultError: Hashable, Sendable {
  package var code: Int32?
  package var action: ServerAction?
  package var message: String?
  package var isFatal: Bool?

  package init(
    code: Int32? = nil, action: ServerAction? = nil, message: String? = nil,
    isFatal: Bool? = nil
  ) {
    (self.code, self.action) = (code, action)
    (self.message, self.isFatal) = (message, isFatal)
  }
}

/// Objects of a class: all of them, or those whose property compares so.
package struct FaultObjects: Hashable, Sendable {
  package var className: String
  package var property: String?
  package var comparison: FaultComparison
  package var value: FaultScalar

  package init(
    className: String, property: String? = nil, comparison: FaultComparison = .equal,
    value: FaultScalar = .null
  ) {
    (self.className, self.property) = (className, property)
    (self.comparison, self.value) = (comparison, value)
  }
}
