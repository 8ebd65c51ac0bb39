package import RealmModel
package import TraceFormat

/// Why a write has its fate: the fact, with the values, writes and versions that it is about.
///
/// A cause (``Cause``) is what totals are made over; a reason is what is said of one write. Fate, cause
/// and winner follow from it.
package enum FateReason: Codable, Hashable, Sendable {
  /// No state has to be looked at: nothing was reset, or the reset was not carried through.
  case untouched(Untouched)
  /// The server refused what was written to the object, in words of its own.
  case refused(refusal: Refusal, words: RealmString)
  /// The trace does not show enough.
  case unknown(Unknown)
  /// A later unsynced write replaced it.
  indirect case replaced(by: Replacement)
  /// Nothing needs to be done for its effect.
  case needless(Needless)
  /// Everything is discarded, for a cause; and what the server has instead.
  case discarded(cause: Cause, server: ServerSide)
  /// Its effect is in the final state.
  case recovered(Recovery)
  /// A recovery lost its effect.
  case lost(Loss)
  /// The server had changed the same thing.
  case conflict(Conflict)
}

extension FateReason {
  /// What a ruling alone tells.
  package enum Untouched: Codable, Hashable, Sendable, CaseIterable {
    /// Nothing was reset, so the write is still to be uploaded.
    case notReset
    /// The error ended the session, as it will end every later one.
    case syncStopped
    /// The trace shows no server that would take it.
    case serverSilent
    /// The app has to see to it itself.
    case notAttempted
    /// The reset failed at this write.
    case failedHere
    /// Realm Core would have ended the process.
    case processEnded
    /// The reset failed, but not at this write.
    case resetFailed
    /// The app's handler failed a reset that was committed.
    case handlerFailed
  }

  /// What a server does that refuses a write.
  package enum Refusal: Codable, Hashable, Sendable, CaseIterable {
    /// It took the upload and put the object back.
    case undone
    /// It does not take the upload.
    case notTaken
  }

  /// What the trace does not show.
  package enum Unknown: Codable, Hashable, Sendable, CaseIterable {
    /// The replay made no ruling on the write.
    case noRuling
    /// Records are missing that could have replaced or synced the write.
    case recordsMissing
    /// The server seems to have the effect, but its state is not fully known.
    case seemsOnServer
    /// The server seems to have changed the same thing, but its state is not fully known.
    case seemsChangedOnServer
    /// The server has the same number, by this addition or by another.
    case sameNumber
    /// It depends on internal keys of objects.
    case internalKeys
  }

  /// The write that replaced another.
  package struct Replacement: Codable, Hashable, Sendable {
    /// Index in ``Report/writes``.
    package var write: Int
    /// The client version of its transaction; nil if the write that it replaced is of the same one.
    package var clientVersion: UInt64?
    /// Where it acted; nil if at the very address of the write that it replaced.
    package var address: Address?
    /// What it did.
    package var operation: WriteOperation
  }

  /// Why nothing is left to do.
  package enum Needless: Codable, Hashable, Sendable {
    /// It is about an element that the device itself had made.
    case madeOnDevice
    /// The server integrated the transaction, though it never said so.
    case integrated
    /// What held the link is gone from the server as well.
    case linkHolderGone
    /// The server has the effect.
    case onServer(ServerMatch)
  }

  /// How a recovery carried a write out.
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

    /// By what a write is carried out.
    package enum Way: Codable, Hashable, Sendable, CaseIterable {
      /// By itself.
      case applied
      /// By a copy of its whole list.
      case copiedWhole
      /// By the deletion that it belongs to.
      case leftToDeletion
    }
  }

  /// By what the server has the effect of a write already.
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
    case sameValue
  }

  /// What the server has in place of a write's effect.
  package enum ServerSide: Codable, Hashable, Sendable {
    /// Objects of this class are nowhere unless they are uploaded.
    case uploadOnly
    /// It has deleted the object.
    case objectDeleted
    /// It never had the object.
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

  // MARK: What a recovery comes to

  /// Why a write lost its effect in a recovery.
  package enum Loss: Codable, Hashable, Sendable {
    // Dropped by a rule
    /// The server had the file deleted.
    case fileDeleted
    /// The server was restored from a backup that does not have the object.
    case restoredBackup
    /// The object went out of the device's view.
    case objectHidden
    /// The server does not have the object.
    case objectMissing
    /// The server has deleted the object.
    case objectDeleted
    /// The server no longer has the embedded object.
    case embeddedObjectGone
    /// The server no longer has the dictionary entry.
    case dictionaryEntryGone
    /// The server's value is no longer that kind of collection.
    case collectionGone
    /// The server's value is not an integer.
    case notAnInteger
    /// The element linked to an object that is gone.
    case elementTargetGone
    /// The list could not be found on both sides.
    case listNotFound
    /// By another rule; and what the server has instead.
    case dropped(ServerSide)

    // Dropped by a rule, or carried out in vain
    /// The target of its link is gone.
    case linkTargetGone

    // Carried out in vain
    /// The target of its link is gone, and null was written.
    case nullWrittenForLink
    /// It hit another element of its list than the one that it was made for.
    case hitAnotherElement
    /// A write that was made for another element hit the one that this write had made or changed.
    case hitByAnotherWrite
    /// The list was copied whole, without the effect.
    case notInCopy
    /// The effect is not in the final state.
    case notInFinalState
    /// It is not in what is uploaded.
    case notUploaded
  }

  /// A change of the server's to the thing that a write changed, and what became of it. Values are
  /// the server's; nil where it has something else than a value.
  package enum Conflict: Codable, Hashable, Sendable {
    /// Both sides had created the object.
    case createdOnBothSides
    /// The device's creation undid the server's deletion.
    case creationUndidDeletion
    /// The device replaced an object that the server had changed.
    case replacedChangedObject
    /// The device deleted an object that the server had changed.
    case deletedChangedObject
    /// The device's write undid the server's removal.
    case writeUndidRemoval
    /// Both sides had moved the element.
    case movedOnBothSides
    /// The device removed what the server had changed.
    case removedChanged(Value?)
    /// The device's value replaced the server's.
    case overwroteChanged(Value?)
    /// Both sides had changed the number, and both changes count.
    case addedOnBothSides(Value?)
    /// The device cleared what the server had changed.
    case clearedChanged(Value?)
    /// The server had put another object instead of the one that the write was made for.
    case onNewObject
    /// The write hit another element of its list than the one that it was made for.
    case hitAnotherElement
  }
}
