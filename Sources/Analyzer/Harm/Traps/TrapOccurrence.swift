public import RealmModel
package import TraceFormat

/// A way of losing data that is built into Realm Core's client reset, seen at work in a session.
public struct TrapOccurrence: Codable, Hashable, Sendable {
  /// Which trap it is.
  public var trap: TrapIdentifier
  /// Where it was seen; nil for traps about the reset as a whole.
  public var address: Address?
  /// The writes that ran into it, as indexes in ``Report/writes``.
  public var writes: [Int] = []
  package var effect: Effect

  private enum CodingKeys: String, CodingKey {
    case trap, address, writes
    case effect = "fact"
  }

  package enum Effect: Codable, Hashable, Sendable {
    case harm(Collateral.Reason)
    /// The device's default linked to an object that is gone: the device alone has null, and the server this link.
    case nullNotUploaded(Value.Link)

    // Lists
    /// The list was copied before the object that it links to was created.
    case linkNotInCopy
    /// What holds the list was replaced after the copy, and so many writes to it are gone.
    case holderReplacedSinceCopy(writeCount: Int)
    case clearedSinceCopy(writeCount: Int)
    /// The list should have been copied, and its holder has another internal number.
    case listNotCopied
    /// A link was left out of the copy; what follows it has another order, or no place in a recovery that failed.
    case linkLeftOutOfCopy(isRecovered: Bool)
    /// A link without target was copied by its internal number.
    case linkCopiedByNumber
    /// Elements of the device's own were not known as such, and their edits dropped.
    case ownElementsMissed
    /// The position of an element was wrong, and the reset failed on it.
    case positionWrong

    // Whole attempts
    case recoveryFailed(writeCount: Int)
    case followsDroppedInsertion
    /// The process ended with the attempt on record.
    case interrupted(NextAttempt)
    /// RecoverOrDiscard discarded so many writes for an earlier recovery.
    case discardedInstead(writeCount: Int)
    /// Refused for an earlier reset on record.
    case refused
    /// The file will be moved away although a later attempt succeeded.
    case backupScheduled
    /// The app's handler failed a reset that was committed.
    case handlerFailed
    /// The app's handler was not done when the process ended.
    case handlerSkipped
    case syncedObjectGone
    case syncedValueGone(value: Value, now: ObservedValue)
    /// Only the device has the class or property, and nothing was discarded for it.
    case onlyOnDevice

    // The transfer
    /// A link has the internal number of the server's, and leads elsewhere.
    case wrongLinkKept
    /// The device keeps its own form of an equal number.
    case numberFormKept(device: ObservedValue, server: ObservedValue)
    /// The server's value links to objects that the device does not get.
    case linksHidden
    case linkClassDiffers(server: RealmString, device: RealmString, objectCount: Int)

    /// How the attempt ended that followed one that was cut short, or how it will.
    package enum NextAttempt: Codable, Hashable, Sendable, CaseIterable {
      case discarded
      case refused
      case wentOn
      case willDiscard
      case willBeRefused
      case willGoOn
    }
  }
}
