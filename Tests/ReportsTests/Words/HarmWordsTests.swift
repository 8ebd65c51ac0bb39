import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// What is said of harm to the server's data, of traps and of the engine's defects, word by word.
@Suite struct HarmWordsTests {
  private static let change = Collateral.ServerEdit(
    before: .value(.int(10)), server: .value(.int(12)))
  private static let link = Value.Link(className: "Place", key: .int(7))

  @Test(arguments: [
    (
      ObservedValue.present, ObservedValue.absent,
      "deleted here, with what the server had changed in it"
    ),
    (.present, .present, "this device's object stays; the server's is overwritten"),
    (.value(.int(1)), .absent, "removed here, and the server's 1 with it"),
    (.value(.int(1)), .value(.int(2)), "2 stays; the server's 1 is overwritten"),
  ])
  func `What both sides edited, and the device's edit stands`(
    before: ObservedValue, after: ObservedValue, words: String
  ) throws {
    let report = Analysis.report(of: try ScenarioOutcome.session(#""local": []"#))
    let place = OverwrittenPlace(
      address: Address(className: "T", object: .int(1)), kind: .editedOnBothSides, before: before,
      after: after)
    #expect(report.words(for: place, columns: 80) == words)
  }

  private static let reasonWords: [(Collateral.Reason, String)] = [
    (
      Collateral.Reason.objectCreatedAgain,
      "the server had deleted the object; it was created again"
    ),
    (
      .newObjectDeleted,
      "the server had created the object; the device's deletion was carried out on it"
    ),
    (
      .changedObjectDeleted(["a", "b", "c", "d", "e"]),
      "the server had changed the object (`a`, `b`, `c` and 2 more); it was deleted anyway"
    ),
    (
      .objectMadeAnew(change),
      "the server had changed it from 10 to 12; the device had deleted the object and recreated it"
    ),
    (
      .hitAnotherObject,
      """
      the server had deleted the object and created another one with its key; the change was made \
      for the old one
      """
    ),
    (
      .nullWrittenOverLink(link),
      """
      the device had linked to an object that the server no longer has, so null was written over \
      the server's link to Place 7
      """
    ),
    (
      .nullEntryWritten,
      "the device had linked to an object that the server no longer has, so the dictionary got an "
        + "entry that is null"
    ),
    (.linkedToDeletedObject, "the server had linked to an object that the device deleted"),
    (
      .linkCutByDeletion(link),
      """
      the device had deleted the object that it linked to, which is recorded as setting the link \
      to null; the server had pointed it at Place 7
      """
    ),
    (.removalUndone, "the server had removed it; the device's value put it back"),
    (
      .embeddedObjectReplaced(.init(before: .absent, server: .value(.int(12)))),
      """
      the server had set it to 12; the device's new embedded object took its place, with nothing \
      of the server's
      """
    ),
    (
      .changeRemoved(change),
      "the server had changed it from 10 to 12; the device's removal was carried out on it"
    ),
    (
      .changeOverwritten(change: change, with: .value(.int(11)), isDefault: false),
      "the server had changed it from 10 to 12; the device's 11 was written over it"
    ),
    (
      .changeOverwritten(change: change, with: .value(.int(0)), isDefault: true),
      "the server had changed it from 10 to 12; the device's default value 0 was written over it"
    ),
    (
      .copiedOverUnknown(goneCount: 3, removedCountMax: 1),
      """
      the device's whole list was copied over the server's: 3 elements gone, of which the device \
      itself had removed 1 at most (the list as last synced is not in this trace)
      """
    ),
    (.addedTwice, "the server had the addition already, and it was added once more"),
    (.insertedTwice, "the server had the insertion already, and it was made once more"),
    (.insertedBesideCopy, "it was in the copy of the list already, and was inserted once more"),
    (
      .misplaced(meant: .int(1), hit: .int(2), isServers: true),
      "made for 1, it acted on 2, which is the server's"
    ),
    (
      .misplaced(meant: nil, hit: nil, isServers: false),
      "made for an element that is not there, it acted on no element"
    ),
  ]

  @Test(arguments: reasonWords)
  func `What happened to the server's data`(reason: Collateral.Reason, words: String) {
    #expect(reason.words == words)
  }

  private static let causes: [(Collateral.CollectionCause, String)] = [
    (.copiedWhole, "the device's whole list was copied over the server's"),
    (.cleared, "the device had emptied it, and the recovery emptied the server's too"),
    (.replaced, "the device had put another one there"),
    (.hitAnotherElement, "a change hit another element than was meant"),
    (.putAnew, "the device had put it there again"), (.removed, "the device had removed it"),
    (.linksCut, "the device had deleted what the server had linked to"),
  ]

  @Test func `By what a collection was harmed`() {
    #expect(Self.causes.map(\.0) == Collateral.CollectionCause.allCases)
    let harm = Collateral.CollectionHarm(
      gone: [.int(1)], back: [], surplusCount: 0, isReordered: false)
    for (cause, words) in Self.causes {
      #expect(
        Collateral.Reason.collectionHarmed(cause: cause, harm: harm).words == words + ": 1 gone")
    }
  }

  @Test func `What a collection lacks`() {
    let harm = Collateral.CollectionHarm(
      gone: (1...5).map { .int($0) }, back: [.string("a")], surplusCount: 1, isReordered: true)
    #expect(
      harm.words
        == #"1, 2, 3 and 2 more gone, "a" back, 1 element back that it had removed, "#
        + "the server's order is gone")
  }

  private static let effectWords: [(TrapOccurrence.Effect, String)] = [
    (
      TrapOccurrence.Effect.harm(.removalUndone),
      "the server had removed it; the device's value put it back"
    ),
    (
      .nullNotUploaded(link),
      """
      the device's default linked to an object that the server no longer has, so the device has \
      null, which is not uploaded: the server keeps its link to Place 7
      """
    ),
    (
      .linkNotInCopy,
      """
      the list was copied before the object that it links to was created, and is not copied again: \
      the object is there, the link is not
      """
    ),
    (
      .holderReplacedSinceCopy(writeCount: 1),
      "what holds the list was replaced after the list had been copied; 1 write to it is gone"
    ),
    (
      .clearedSinceCopy(writeCount: 2),
      """
      the list was emptied after it had been copied, and is not copied again; 2 writes to it are \
      gone
      """
    ),
    (
      .listNotCopied,
      """
      the list should have been copied; the object under its dictionary key has another internal \
      number in the fresh file, so nothing was done
      """
    ),
    (
      .linkLeftOutOfCopy(isRecovered: true),
      "one link was left out of the copy, and what follows it is in another order"
    ),
    (
      .linkLeftOutOfCopy(isRecovered: false),
      "one link was left out of the copy, and what follows it lost its place"
    ),
    (
      .linkCopiedByNumber,
      "the target of a link is gone; the link was copied by its internal number"
    ),
    (
      .ownElementsMissed,
      """
      elements that the device had inserted itself were taken for others', and their edits were \
      dropped
      """
    ),
    (.positionWrong, "the position of the element was wrong, and the reset failed on it"),
    (
      .recoveryFailed(writeCount: 3),
      "the recovery failed on one instruction, and with it all 3 writes"
    ),
    (
      .followsDroppedInsertion,
      """
      an insertion before it was dropped because its link's target is gone; the next one into the \
      same list no longer fits
      """
    ),
    (
      .discardedInstead(writeCount: 1),
      """
      a recovery is on record that failed, was cut short or was not acknowledged; recover-or-discard \
      therefore discards 1 write, and reports no failure
      """
    ),
    (
      .refused,
      """
      an earlier reset is on record, failed or not acknowledged; this one was refused before it \
      began
      """
    ),
    (
      .backupScheduled,
      #"the attempt that failed has scheduled "back up, then delete" for the file, and nothing takes "#
        + "that back: the next launch moves the file away, with what was written since"
    ),
    (
      .handlerFailed,
      """
      the new state was committed before your app's handler threw; the reset still counts as failed, \
      and the file is set aside with that state
      """
    ),
    (
      .handlerSkipped,
      """
      the process ended after the new state was committed and before your app's handler was done; \
      what the handler does for a reset is not done for this one
      """
    ),
    (.syncedObjectGone, "the object was synced; it is deleted here too"),
    (.syncedValueGone(value: .int(2), now: .absent), "2 was synced; it is nothing now"),
    (
      .onlyOnDevice,
      """
      the device has added it, the server does not have it, and so nothing was discarded; recovery \
      would have gone through
      """
    ),
    (
      .wrongLinkKept,
      "a link here has the internal number of the server's and leads to another object"
    ),
    (
      .numberFormKept(device: .value(.int(1)), server: .value(.double(bitPattern: 0))),
      """
      the server has an equal number of another type or form; the device keeps its own: 1 here, \
      0.0 there
      """
    ),
    (
      .linksHidden,
      """
      the server's value links to objects that the device does not get; the device shows null, or \
      nothing
      """
    ),
    (
      .linkClassDiffers(server: "B", device: "A", objectCount: 2),
      """
      on the server it links to `B`, here to `A`: 2 objects with a link lost it, or link to another \
      object with the same key
      """
    ),
  ]

  @Test(arguments: effectWords)
  func `What a trap did`(effect: TrapOccurrence.Effect, words: String) {
    #expect(effect.words == words)
  }

  private static let nextAttempts: [(TrapOccurrence.Effect.NextAttempt, String)] = [
    (.discarded, "the next attempt treated it as a failure and discarded"),
    (.refused, "the next attempt treated it as a failure and was refused"),
    (.wentOn, "the next attempt found it"),
    (.willDiscard, "the next attempt will treat it as a failure and discard"),
    (.willBeRefused, "the next attempt will treat it as a failure and be refused"),
    (.willGoOn, "the next attempt finds it"),
  ]

  @Test func `What comes after an attempt that was cut short`() {
    #expect(Self.nextAttempts.map(\.0) == TrapOccurrence.Effect.NextAttempt.allCases)
    for (next, words) in Self.nextAttempts {
      #expect(
        TrapOccurrence.Effect.interrupted(next).words
          == "the process ended with the attempt on record and the data untouched; " + words)
    }
  }

  @Test func `Every trap has a title of its own`() {
    let titles = TrapIdentifier.allCases.map(\.title)
    #expect(Set(titles).count == TrapIdentifier.allCases.count)
    for trap in TrapIdentifier.allCases {
      #expect(trap.title != trap.rawValue.replacing("-", with: " "))
    }
    #expect(TrapIdentifier("of-a-later-version").title == "of a later version")
  }

  @Test func `What helps against a trap is what the document says`() throws {
    let sections = try DocumentSection.all(in: "docs/traps.md")
    #expect(sections.count == TrapIdentifier.allCases.count)
    for (trap, section) in zip(TrapIdentifier.allCases, sections) {
      let help = try #require(trap.help)
      #expect(section.text.contains("*What helps:* \(help)\n"), "\(trap.rawValue)")
      #expect(trap.aliases.allSatisfy(section.text.contains), "\(trap.rawValue)")
    }
    #expect(TrapIdentifier("of-a-later-version").help == nil)
  }

  @Test func `Every trap is known by the names of the lifecycle and of the recovery`() {
    let names = Set(TrapIdentifier.allCases.flatMap(\.aliases))
    let recovery = (1...21).map { "R\($0)" }
    // The other three show in no trace, which the document says.
    let lifecycle = (1...16).filter { ![5, 10, 11].contains($0) }.map { "L\($0)" }
    #expect(names.isSuperset(of: recovery + lifecycle))
    #expect(names.isDisjoint(with: ["L5", "L10", "L11"]))
  }

  private static let defectWords: [(EngineDefect.Effect, String)] = [
    (
      EngineDefect.Effect.resetFailed(idealFate: .recovered),
      """
      the reset failed at a defect of the engine: R4, RS-70; a correct recovery goes through, and \
      keeps it
      """
    ),
    (
      .resetFailed(idealFate: .lost),
      """
      the reset failed at a defect of the engine: R4, RS-70; a correct recovery goes through, though \
      this write is lost there too
      """
    ),
    (
      .notKept(.lost), "lost to a defect of the engine: R4, RS-70; a correct recovery keeps it"
    ),
    (
      .notKept(.conflicted),
      "in conflict by a defect of the engine: R4, RS-70; a correct recovery keeps it"
    ),
    (
      .onlyKept(idealFate: .lost),
      "kept only by a defect of the engine: R4, RS-70; with a correct recovery it is lost"
    ),
    (
      .doneTwice,
      "done twice by a defect of the engine: R4, RS-70; a correct recovery leaves it alone"
    ),
    (
      .doneWrong(instead: .value(.int(1))),
      "done wrong by a defect of the engine: R4, RS-70; a correct recovery leaves 1"
    ),
    (
      .harmedServer,
      "done by a defect of the engine: R4, RS-70; a correct recovery leaves what the server had"
    ),
    (
      .harmedServerOtherwise(instead: nil),
      "done by a defect of the engine: R4, RS-70; a correct recovery leaves something else"
    ),
  ]

  @Test(arguments: defectWords)
  func `What a defect did`(effect: EngineDefect.Effect, words: String) {
    let defect = EngineDefect(identifiers: ["R4", "RS-70"], effect: effect)
    #expect(defect.words == words)
  }

  @Test func `Where a defect shows`() {
    var occurrence = DefectOccurrence(
      identifiers: [], result: .failed, idealResult: .recovered, writes: [])
    #expect(occurrence.names == "several that work together")
    #expect(
      occurrence.words == "the reset ended as failed; a correct recovery ends as recovered")
    occurrence.address = Address(className: "T", object: .int(1), property: "v")
    (occurrence.after, occurrence.idealAfter) = (.value(.int(1)), .absent)
    #expect(occurrence.words == "T 1 v is 1; a correct recovery leaves nothing")
  }
}
