package import RealmModel
package import TraceFormat

/// Why a write has its fate: the fact, with the values, writes and versions that it is about.
///
/// A cause (``Cause``) is what totals are made over; a reason is what is said of one write. Fate, cause
/// and winner follow from it.
package enum FateReason: Codable, Hashable, Sendable {
  /// No state has to be looked at: nothing was reset, or the reset was not carried through.
  case untouched(Untouched)
  case refused(refusal: Refusal, words: RealmString)
  case unknown(Unknown)
  indirect case replaced(by: Replacement)
  case needless(Needless)
  case discarded(cause: Cause, server: ServerSide)
  /// Its effect is in the final state.
  case recovered(Recovery)
  case lost(Loss)
  /// The server had changed the same thing.
  case conflict(Conflict)

  package enum Untouched: Codable, Hashable, Sendable, CaseIterable {
    /// Nothing was reset, so the write is still to be uploaded.
    case notReset
    /// The error ended the session, as it will end every later one.
    case syncStopped
    /// The trace shows no server that would take it.
    case serverSilent
    /// The app has to see to it itself.
    case notAttempted
    case failedHere
    /// Realm Core would have ended the process.
    case processEnded
    /// The reset failed, but not at this write.
    case resetFailed
    /// The app's handler failed a reset that was committed.
    case handlerFailed
  }

  package enum Refusal: Codable, Hashable, Sendable, CaseIterable {
    /// It took the upload and put the object back.
    case undone
    case notTaken
  }

  package enum Unknown: Codable, Hashable, Sendable, CaseIterable {
    case noRuling
    /// Records are missing that could have replaced or synced the write.
    case recordsMissing
    case seemsOnServer
    case seemsChangedOnServer
    /// The server has the same number, or another one, or more such elements: by this addition or by others.
    case sameNumber
    case internalKeys
    /// The trace does not show what the reset downloaded: its object may be gone there.
    case downloadNotShown
  }

  package struct Replacement: Codable, Hashable, Sendable {
    /// Index in ``Report/writes``.
    package var write: Int
    /// The client version of its transaction; nil if the write that it replaced is of the same one.
    package var clientVersion: UInt64?
    /// Where it acted; nil if at the very address of the write that it replaced.
    package var address: Address?
    package var operation: WriteOperation
  }

  package enum Needless: Codable, Hashable, Sendable {
    /// It is about an element that the device itself had made.
    case madeOnDevice
    /// The server integrated the transaction, though it never said so.
    case integrated
    case linkHolderGone
    case onServer(ServerMatch)
  }

  package enum Recovery: Codable, Hashable, Sendable {
    /// In a way; and whether the trace lacks what the server had there before.
    case carriedOut(way: Way, isEarlierValueUnknown: Bool)
    /// Dropped at first, and there by a copy of its list.
    case broughtBackByCopy
    /// Objects of its class leave the device by upload alone.
    case toBeUploaded
    /// A number counts it twice, because the server had integrated the transaction.
    case countsTwice
    /// A list has its element twice, because the server had integrated the transaction.
    case isThereTwice

    package enum Way: Codable, Hashable, Sendable, CaseIterable {
      case applied
      case copiedWhole
      case leftToDeletion
    }
  }

  package enum ServerMatch: Codable, Hashable, Sendable, CaseIterable {
    case hasClass
    case hasProperty
    case hasObject
    case lacksClass
    case lacksProperty
    case lacksObject
    case setHasElement
    case setLacksElement
    case lacksElement
    case sameList
    case emptyCollection
    case lacksEntry
    case hasEmbeddedObject
    /// One of the same kind, with other contents.
    case hasCollection
    case sameValue
  }

  /// What the server has in place of a write's effect.
  package enum ServerSide: Codable, Hashable, Sendable {
    /// Objects of this class are nowhere unless they are uploaded.
    case uploadOnly
    case objectDeleted
    /// It was restored from a backup that does not have the object.
    case restoredBackup
    case objectNeverThere
    case hasObject
    case lacksClass
    case lacksProperty
    case hasClass
    case hasProperty
    case setHasElement
    case setLacksElement
    /// The number that the device has, by changes of its own.
    case sameNumber
    case value(Value)
    /// It does not have what the write changed.
    case nothing
  }

  package enum Loss: Codable, Hashable, Sendable {
    // Dropped by a rule
    case fileDeleted
    /// The server was restored from a backup that does not have the object.
    case restoredBackup
    /// The object went out of the device's view.
    case objectHidden
    case objectMissing
    case objectDeleted
    case embeddedObjectGone
    case dictionaryEntryGone
    /// The server's value is no longer that kind of collection.
    case collectionGone
    case notAnInteger
    case elementTargetGone
    /// The list could not be found on both sides.
    case listNotFound
    /// By another rule; and what the server has instead.
    case dropped(ServerSide)

    // Dropped by a rule, or carried out in vain
    case linkTargetGone

    // Carried out in vain
    case nullWrittenForLink
    case hitAnotherElement
    /// A write that was made for another element hit the one that this write had made or changed.
    case hitByAnotherWrite
    /// The list was copied whole, without the effect.
    case notInCopy
    case notInFinalState
    case notUploaded
  }

  /// A change of the server's to the thing that a write changed, and what became of it. Values are
  /// the server's; nil where it has something else than a value.
  package enum Conflict: Codable, Hashable, Sendable {
    case createdOnBothSides
    case creationUndidDeletion
    case replacedChangedObject
    case deletedChangedObject
    case writeUndidRemoval
    case movedOnBothSides
    /// The device removed what the server had changed.
    case removedChanged(Value?)
    case overwroteChanged(Value?)
    /// Both sides had changed the number, and both changes count.
    case addedOnBothSides(Value?)
    case clearedChanged(Value?)
    /// The server had put another object instead of the one that the write was made for.
    case onNewObject
    case hitAnotherElement
  }
}
