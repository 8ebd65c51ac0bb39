package import RealmModel
package import TraceFormat

/// How a session stands that no reset took place in, and so what becomes of what it has not synced.
package enum SessionStanding: Hashable, Sendable {
  /// The session continues, or the client resumes it by itself.
  case goesOn
  /// The user was logged out; the file syncs again once the user has logged in.
  case loggedOut
  /// The error ended the session, and another one of the same file gets the same error.
  case stopped
  case unanswered
}

package struct RefusedObject: Hashable, Sendable {
  package var object: ObjectName
  /// The server's words, byte for byte.
  package var reason: RealmString
  /// Whether the server has undone the writes, so that the object goes back to what the server has;
  /// otherwise it has not taken their upload.
  package var isUndone: Bool
  /// The record of the error: what was written later is not meant.
  package var sequence: UInt64
}

extension ResetSituation {
  /// How the session stands after an error that asks for no reset (`docs/rules.md`, "Actions").
  package var standing: SessionStanding {
    hasHeardServer ? action.standing(isFatal: error.isFatal) : .unanswered
  }

  /// The refusal that an instruction of an unsynced transaction is met by.
  ///
  /// A server that undoes a write puts the whole object back, and so takes back what the client wrote
  /// to it since as well (Realm SDK documentation, "Compensating Writes").
  func refusal(of instruction: Instruction, in transaction: UnsyncedChangeset) -> RefusedObject? {
    guard !refusedObjects.isEmpty,
      let name = ObjectName(instruction, in: transaction.changeset)
    else { return nil }
    return refusedObjects.last { $0.object == name && transaction.sequence < $0.sequence }
  }
}

extension ServerAction {
  /// Whether the client handles an error with the action without telling the app (Realm Core:
  /// `object-store/sync/sync_session.cpp`).
  package var isSeenToByClient: Bool {
    switch self {
    case .transient, .refreshUser, .refreshLocation, .migrateSchema: true
    default: false
    }
  }

  func standing(isFatal: Bool) -> SessionStanding {
    switch self {
    case .protocolViolation, .applicationBug, .deleteRealm: .stopped
    case .logOutUser: .loggedOut
    // An error without an action suspends the session; only one that is not fatal has it resumed.
    case .noAction: isFatal ? .stopped : .goesOn
    default: .goesOn
    }
  }
}

extension SyncError {
  /// Stands for the error of a session that ended without any.
  package static let absent = SyncError(
    code: nil, name: "", message: "", action: .noAction, isFatal: false)

  package var isAbsent: Bool { self == .absent }
}
