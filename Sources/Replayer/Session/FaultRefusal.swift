package import FaultPlans
package import RealmModel
package import TraceFormat

package enum FaultRefusal: Error, Codable, Hashable, Sendable {
  // Its trigger
  /// The fault, or the event of its trigger, is one of the wire.
  case notInReplay
  /// The trace shows fewer events than the trigger asks for: this many that meet its conditions.
  case fewerEvents(count: Int, moment: FaultTrigger)
  /// Fewer resets are due than the trigger asks for: this many that meet its conditions.
  case fewerResets(count: Int, moment: FaultTrigger)
  case noResetDue
  /// The session ends before its trigger, with a reset that a fault made due.
  case sessionEndsBefore
  case resetEndsBefore(ResetMode)
  case notReplayable(ReplayFailure)
  case noStateBefore
  case clientStateNotShown

  // Messages
  case notAMessage
  /// The session was recorded from the inside, and not by its messages.
  case recordedFromInside
  case emptyUpload
  case noUploadFollows
  case noDownloadFollows
  case noTransactionFollows
  case downloadNeverTooLarge
  case acknowledgesNothing
  /// Another fault took the message away.
  case messageGone
  case serverStateUnknown

  // Transactions
  case nothingUnsynced
  case transactionMisfit(clientVersion: UInt64)
  case integratedAlready(clientVersion: UInt64)
  case transactionNotShown
  /// The recorded download has what the server would not have.
  case downloadHasIt

  // The server's history
  case firstSessionNotShown
  case firstVersionNotShown
  /// The base state stands for so many versions without a change, more than a history takes.
  case emptyVersions(count: Int, limit: Int)
  case unreadableChangeset(serverVersion: UInt64)
  case noHistory
  /// The server is not beyond the version of the backup.
  case backupLacksNothing(version: UInt64, serverVersion: UInt64)
  case historyMisfit(version: UInt64, failure: ApplyFailure)

  // Objects
  case noClass(RealmString)
  /// The class is embedded, and so its objects have no permissions.
  case noPermissions(className: RealmString)
  case noProperty(property: RealmString, className: RealmString)
  case noObjects(className: RealmString)

  case schema(SchemaRefusal)
  /// The class or property of the plan is most likely another name, which the server has.
  indirect case misspelled(refusal: FaultRefusal, meant: RealmString)

  /// Whether the fault could happen as far as the trace shows, which does not show enough to say what it does.
  package var isForWantOfEvidence: Bool {
    switch self {
    case .notReplayable(let failure): failure.isForWantOfEvidence
    case .noStateBefore, .clientStateNotShown, .serverStateUnknown, .transactionNotShown,
      .firstSessionNotShown, .firstVersionNotShown, .emptyVersions, .unreadableChangeset,
      .historyMisfit:
      true
    default: false
    }
  }
}
