import RealmModel
import Replayer
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// What is said of a write's fate, word by word.
@Suite struct FateWordsTests {
  private static let value = Value.string("blue")

  private static let untouched: [(FateReason.Untouched, String)] = [
    (.notReset, "nothing was reset, so the write stays on the device and is to be uploaded"),
    (
      .syncStopped,
      "the error ended the sync of the file, so the write stays in it and no session uploads it"
    ),
    (
      .serverSilent,
      "the trace shows no server that takes it, so only the device's file has the write"
    ),
    (.notAttempted, "no reset is attempted; the write stays in the device's file"),
    (
      .failedHere,
      "the reset failed at this write, so it stays in the device's file and is not synced"
    ),
    (
      .processEnded,
      "Realm Core would have ended the process, so it stays in the device's file and is not synced"
    ),
    (
      .resetFailed, "the reset failed, so the write stays in the device's file and is not synced"
    ),
    (
      .handlerFailed,
      "your app's handler failed the reset; the write is in the file, which is set aside"
    ),
  ]

  @Test func `Where a write is that no reset touched`() {
    #expect(Self.untouched.map(\.0) == FateReason.Untouched.allCases)
    for (reason, words) in Self.untouched { #expect(FateReason.untouched(reason).words == words) }
  }

  @Test func `What a server says that refuses a write`() {
    func words(_ refusal: FateReason.Refusal, _ words: String) -> String {
      FateReason.refused(refusal: refusal, words: RealmString(words)).words
    }
    #expect(
      words(.undone, "no \u{7}access") == #"undone by the server, which says "no \u{7}access""#)
    #expect(words(.undone, "") == "undone by the server")
    #expect(words(.notTaken, "no") == #"the upload is refused by the server, which says "no""#)
    #expect(
      FateReason.Refusal.allCases.map { FateReason.refused(refusal: $0, words: .empty).fate } == [
        .lost, .stranded,
      ])
  }

  private static let unknown: [(FateReason.Unknown, String)] = [
    (.noRuling, "the replay made no ruling on it"),
    (.recordsMissing, "records are missing that could have replaced or synced it"),
    (.seemsOnServer, "the server seems to have it, but its state at the reset is not fully known"),
    (
      .seemsChangedOnServer,
      "the server seems to have changed it too, but its state is not fully known"
    ),
    (
      .sameNumber,
      "the server may have had this addition already, which the trace does not show"
    ),
    (
      .internalKeys,
      "it depends on Realm's internal object keys, which the trace does not show"
    ),
    (
      .downloadNotShown,
      "the trace does not show what the reset downloaded, where its object may be gone"
    ),
  ]

  @Test func `What the trace does not show`() {
    #expect(Self.unknown.map(\.0) == FateReason.Unknown.allCases)
    for (reason, words) in Self.unknown { #expect(FateReason.unknown(reason).words == words) }
  }

  @Test func `What replaced a write, and in which version`() {
    var replacement = FateReason.Replacement(
      write: 3, clientVersion: 5, address: nil,
      operation: .set(to: .value(.int(2)), isDefault: false))
    #expect(FateReason.replaced(by: replacement).words == "replaced in client version 5: set to 2")
    replacement.clientVersion = nil
    replacement.address = Address(className: "T", object: .int(1))
    replacement.operation = .delete
    #expect(
      FateReason.replaced(by: replacement).words
        == "replaced in the same transaction: T 1 deleted")
  }

  @Test(arguments: [
    (
      FateReason.Needless.madeOnDevice,
      "the element was made by an unsynced write, so the server never had it"
    ),
    (.integrated, "the server took this transaction, but never acknowledged it"),
    (.linkHolderGone, "what held the link is gone from the server as well"),
    (.onServer(.sameList), "the server has the same list"),
  ])
  func `Why nothing is left to do`(reason: FateReason.Needless, words: String) {
    #expect(FateReason.needless(reason).words == words)
  }

  @Test(arguments: [
    (Cause.discardedByMode, "unsynced changes are discarded; the server has 1111"),
    (
      .recoveryForbidden,
      "the server does not permit recovery, so unsynced changes are discarded; the server has 1111"
    ),
    (
      .recoveryGivenUp,
      "the attempt before did not complete its recovery, so unsynced changes are discarded; the server has 1111"
    ),
  ])
  func `Why everything is discarded, and what the server has`(cause: Cause, words: String) {
    #expect(FateReason.discarded(cause: cause, server: .value(.int(1111))).words == words)
  }

  @Test(arguments: [
    (
      FateReason.Recovery.carriedOut(way: .applied, isEarlierValueUnknown: false),
      "applied to the server's state"
    ),
    (
      .carriedOut(way: .applied, isEarlierValueUnknown: true),
      "applied to the server's state; the server's earlier value is not in this trace"
    ),
    (
      .carriedOut(way: .copiedWhole, isEarlierValueUnknown: false),
      "the list was copied whole from the device"
    ),
    (
      .carriedOut(way: .leftToDeletion, isEarlierValueUnknown: false),
      "left to the deletion, which removes the links that the server has"
    ),
    (.broughtBackByCopy, "dropped at first, but the list was copied whole from the device"),
    (.toBeUploaded, "to be uploaded; no device keeps objects of this class"),
    (
      .countsTwice,
      "it counts twice: the server had taken this transaction, but never acknowledged it"
    ),
    (
      .isThereTwice,
      "it is there twice: the server had taken this transaction, but never acknowledged it"
    ),
  ])
  func `How a write was carried out`(recovery: FateReason.Recovery, words: String) {
    #expect(FateReason.recovered(recovery).words == words)
  }

  @Test(arguments: [
    (FateReason.Loss.fileDeleted, "the server ordered the file's deletion, without a backup"),
    (.restoredBackup, "the server was restored from a backup that does not have the object"),
    (.objectHidden, "the object went out of the device's view"),
    (.objectMissing, "the server does not have the object"),
    (.objectDeleted, "the server has deleted the object"),
    (.embeddedObjectGone, "the server no longer has the embedded object"),
    (.dictionaryEntryGone, "the server no longer has the dictionary entry"),
    (.collectionGone, "the server's value is no longer that kind of collection"),
    (.notAnInteger, "the server's value is not an integer"),
    (.elementTargetGone, "the element linked to an object that is gone from the server"),
    (.listNotFound, "the list could not be found on both sides, so it was not copied"),
    (.dropped(.value(value)), #"the server has "blue""#),
    (.linkTargetGone, "the target of the link is gone from the server"),
    (
      .nullWrittenForLink,
      "the target of the link is gone from the server; null was written instead"
    ),
    (.hitAnotherElement, "it hit another element of the list than the one that it was made for"),
    (.hitByAnotherWrite, "a write that was made for another element of the list hit this one"),
    (.notInCopy, "the list was copied whole, and what this write did is not in the copy"),
    (.notInFinalState, "what it did is not in the final state"),
    (.notUploaded, "it is not in what is uploaded"),
  ])
  func `By what an effect is gone`(loss: FateReason.Loss, words: String) {
    #expect(FateReason.lost(loss).words == words)
  }

  @Test(arguments: [
    (
      FateReason.Conflict.createdOnBothSides,
      "the server had created an object with this key too; the two are one object now"
    ),
    (
      .creationUndidDeletion,
      "the server had deleted the object; the device's creation won and it is back"
    ),
    (
      .replacedChangedObject,
      "the server had changed the object that the device replaced; the device's won"
    ),
    (.deletedChangedObject, "the server had changed the object; the device's deletion won"),
    (
      .writeUndidRemoval,
      "the server had removed it; the device's write won and it is back"
    ),
    (.movedOnBothSides, "the server had moved it too; the device's position won"),
    (
      .removedChanged(value), #"the server had changed it ("blue"); the device's removal won"#
    ),
    (.removedChanged(nil), "the server had changed it; the device's removal won"),
    (
      .overwroteChanged(value),
      #"the server had changed it too ("blue"); the device's value won"#
    ),
    (
      .addedOnBothSides(.int(3)), "the server had changed the number too (3); both changes count"
    ),
    (
      .clearedChanged(.list([.int(1)])),
      "the server had changed it ([1]); the device's clearing won"
    ),
    (
      .onNewObject,
      "the server had deleted the object and created another one with this key; the write is on that"
    ),
    (.hitAnotherElement, "it hit another element of the list than the one that it was made for"),
  ])
  func `What both sides did`(conflict: FateReason.Conflict, words: String) {
    #expect(FateReason.conflict(conflict).words == words)
  }

  private static let matches: [(FateReason.ServerMatch, String)] = [
    (.hasClass, "the server has the class"), (.hasProperty, "the server has the property"),
    (.hasObject, "the server has an object with this key"),
    (.lacksClass, "the server no longer has the class"),
    (.lacksProperty, "the server no longer has the property"),
    (.lacksObject, "the server no longer has the object"),
    (.setHasElement, "the server's set has the element"),
    (.setLacksElement, "the server's set does not have the element"),
    (.lacksElement, "the server no longer has the element"),
    (.sameList, "the server has the same list"),
    (.emptyCollection, "the server's collection is empty"),
    (.lacksEntry, "the server no longer has the entry"),
    (.hasEmbeddedObject, "the server has an embedded object there"),
    (.hasCollection, "the server has a collection of the same kind there"),
    (.sameValue, "the server has the same value"),
  ]

  @Test func `By what the server has the effect`() {
    #expect(Self.matches.map(\.0) == FateReason.ServerMatch.allCases)
    for (match, words) in Self.matches { #expect(match.words == words) }
  }

  @Test(arguments: [
    (
      FateReason.ServerSide.uploadOnly, "an object of this class is gone unless it is uploaded"
    ),
    (.objectDeleted, "the server has deleted the object"),
    (.restoredBackup, "the server was restored from a backup that does not have the object"),
    (.objectNeverThere, "the server never had the object"),
    (.hasObject, "the server still has the object"),
    (.lacksClass, "the server does not have the class"),
    (.lacksProperty, "the server does not have the property"),
    (.hasClass, "the server still has the class"),
    (.hasProperty, "the server still has the property"),
    (.setHasElement, "the server's set has the element"),
    (.setLacksElement, "the server's set does not have the element"),
    (.sameNumber, "the server has the same number by its own changes"),
    (.value(value), #"the server has "blue""#),
    (.nothing, "the server does not have what it changed"),
  ])
  func `What the server has instead`(side: FateReason.ServerSide, words: String) {
    #expect(side.words == words)
  }

  @Test(arguments: [
    (WriteOperation.addClass, "class added"), (.removeClass, "class removed"),
    (.addProperty, "property added"), (.removeProperty, "property removed"),
    (.create, "created"), (.delete, "deleted"),
    (.set(to: .value(.string("blue")), isDefault: false), #"set to "blue""#),
    (.set(to: .value(.int(0)), isDefault: true), "set to 0 (default)"),
    (.set(to: .objectValue, isDefault: false), "set to a new embedded object"),
    (.set(to: .list, isDefault: false), "set to an empty list"),
    (.set(to: .dictionary, isDefault: false), "set to an empty dictionary"),
    (.add(5), "increased by 5"), (.add(-5), "decreased by 5"),
    (.add(.min), "decreased by 9223372036854775808"), (.removeEntry, "removed"),
    (.insert(.value(.int(1))), "inserted 1"), (.move(to: 2), "moved to index 2"),
    (.removeElement, "removed"), (.addMember(.value(.int(1))), "added 1"),
    (.removeMember(.value(.int(1))), "removed 1"), (.clear, "cleared"),
  ])
  func `What a write did`(operation: WriteOperation, words: String) {
    #expect(operation.words == words)
  }

  @Test func `Every cause has a meaning of its own`() {
    #expect(Cause.allCases.allSatisfy { $0.meaning != $0.rawValue })
    #expect(Set(Cause.allCases.map(\.meaning)).count == Cause.allCases.count)
  }

  @Test func `Who has changed a thing, and whose change stands`() {
    #expect(
      ThreeWayChange.allCases.map(\.meaning) == [
        "changed by the device alone", "changed by the server alone", "changed by both sides",
        "changed by both sides in the same way", "changed by neither side", nil,
      ])
    #expect(Winner.device.meaning == "the device's change stands")
    #expect(Winner.both.meaning == "both changes stand")
  }

  @Test func `Why writes were lost together`() {
    var loss = LossTimeline.Loss(
      fate: .lost, writes: [0], point: nil, rule: nil, reason: .discarded)
    #expect(loss.reasonWords == "unsynced changes are discarded")
    loss.reason = .resetFails(.unrecoverable)
    #expect(
      loss.reasonWords
        == "the reset fails: an unsynced write can't be carried out on the server's state")
    loss.reason = .resetFails(nil)
    #expect(loss.reasonWords == "Realm Core would not survive the reset")
    loss.reason = .each([.lost(.objectDeleted)])
    #expect(loss.reasonWords == "the server has deleted the object")
    loss.reason = .each([.lost(.objectDeleted), .lost(.objectHidden)])
    #expect(loss.reasonWords == "for several reasons")
    loss.rule = .objectGone
    #expect(loss.reasonWords == "by rule object-gone")
  }
}
