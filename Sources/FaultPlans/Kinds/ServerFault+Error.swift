package import TraceFormat

extension ServerFault {
  /// The error that the server sends.
  ///
  /// - Parameter due: the error that the client gets anyway, which stays what the fault does not say
  ///   anything about.
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
