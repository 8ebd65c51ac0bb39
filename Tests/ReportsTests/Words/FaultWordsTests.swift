import FaultPlans
import RealmModel
import Testing
import TraceFormat

@testable import Replayer
@testable import Reports

/// The words for what faults did, and why some never happened.
@Suite struct FaultWordsTests {
  private static func change(
    _ clientVersion: UInt64? = nil, isOnDevice: Bool = true
  ) -> FaultedChange {
    FaultedChange(
      serverVersion: nil, clientVersion: clientVersion, isOnDevice: isOnDevice,
      changeset: Changeset())
  }

  private static let object = ObjectName(className: "T", key: .int(1))
  private static let error = SyncError(
    code: 208, name: "BadClientFile", message: "bad", action: .clientReset, isFatal: true)
  private static let namedError = SyncError(
    code: nil, name: "LimitExceeded", message: "large", action: .clientReset, isFatal: false)
  private static let place = SchemaProperty("T", "v")

  private static let effects: [(FaultEffect, String)] = [
    (FaultEffect(.error(error)), "the client gets error 208 with action ClientReset"),
    (FaultEffect(.error(namedError)), "the client gets LimitExceeded with action ClientReset"),
    (
      FaultEffect(.backupRestored(version: 2), changes: [change(isOnDevice: false)]),
      "the server is back at its version 2, without 1 change, none of which the device had"
    ),
    (
      FaultEffect(.backupRestored(version: 2), changes: [change(), change()]),
      """
      the server is back at its version 2, without 2 changes, which the device had, acknowledged or \
      downloaded
      """
    ),
    (
      FaultEffect(.backupRestored(version: 2), changes: [change(), change(isOnDevice: false)]),
      """
      the server is back at its version 2, without 2 changes, 1 of which the device had, acknowledged or \
      downloaded
      """
    ),
    (
      FaultEffect(.unacknowledged, changes: [change(5)]),
      "the server has the transaction of client version 5, and the device does not know it"
    ),
    (
      FaultEffect(.unacknowledged, changes: [change(5), change(6)]),
      "the server has the transactions of client versions 5, 6, and the device does not know it"
    ),
    (
      FaultEffect(.objectsHidden(className: "T"), objects: [object]),
      "1 object of class T went out of view"
    ),
    (
      FaultEffect(.dataRemoved, objects: [object, object]),
      "the backend's data is gone: 2 objects"
    ),
    (
      FaultEffect(.objectsRemoved(className: "T"), objects: [object]),
      "its object is gone with class T"
    ),
    (
      FaultEffect(.objectsRemoved(className: "T"), objects: [object, object]),
      "its 2 objects are gone with class T"
    ),
    (
      FaultEffect(.transactionLost(clientVersion: 6, dependents: [])),
      "the transaction of client version 6 found no space and was never made"
    ),
    (
      FaultEffect(.transactionLost(clientVersion: 6, dependents: [7, 8])),
      """
      the transaction of client version 6 found no space and was never made; nor were those that build \
      on it (7, 8)
      """
    ),
    (
      FaultEffect(.partitionReplaced(query: nil)),
      "the query `TRUEPREDICATE` replaces the partition"
    ),
    (
      FaultEffect(.message(.repetitionRefused)),
      "the client took the second one for a violation of the protocol and stopped"
    ),
    (
      FaultEffect(.step(.downloadDelayed(.messageRepeated))),
      "a message of the bootstrap came twice, to no effect"
    ),
    (
      FaultEffect(.step(.downloadFailed(error))),
      "the download for the reset failed (BadClientFile: bad), which leaves no record"
    ),
    (
      FaultEffect(
        .step(.processEnded(end: ProcessEnd(.after, .beforeHandler), aftermath: .startsOver))),
      """
      the process ended after step 7: your app's handler before the reset runs; nothing is on record, \
      and the next attempt starts over
      """
    ),
    (
      FaultEffect(
        .step(.processEnded(end: ProcessEnd(.at, .changesReplayed), aftermath: .recordIsFound))),
      """
      the process ended at step 10: a mode that recovers replays the unsynced changes on the fresh state; the \
      attempt is on record and the data untouched, and the next attempt finds it
      """
    ),
    (
      FaultEffect(.step(.diskFull(isRecorded: true))),
      "the new state could not be committed; the attempt stays on record"
    ),
    (
      FaultEffect(.step(.resetAgain(isAcknowledged: false))),
      "another reset was ordered before the first one was acknowledged"
    ),
  ]

  @Test(arguments: effects.indices)
  func `What a fault did`(index: Int) {
    let (effect, words) = Self.effects[index]
    #expect(effect.words == words)
  }

  private static let schemaEffects: [(SchemaEffect, String)] = [
    (.classNeverThere("T"), "the server never had class T"),
    (.classRemoved("T"), "class T is gone"),
    (.classAdded("T"), "the server has a new class T"),
    (
      .classEmbedded("T"),
      "class T is embedded, and its objects are parts of those that link to them"
    ),
    (
      .classUnembedded(className: "T", primaryKey: "_id"),
      "class T is no longer embedded and has a primary key _id"
    ),
    (
      .primaryKeyType(className: "T", type: .string, before: .int),
      "the primary key of class T is of type string instead of int"
    ),
    (
      .primaryKeyName(className: "T", name: "id", before: "_id"),
      "the primary key of class T is called id instead of _id"
    ),
    (.propertyAdded(place: place, type: .string), "class T has a new property v of type string"),
    (.propertyRemoved(place), "property T.v is gone, with its values"),
    (.propertyDropped(place), "property T.v is gone with it"),
    (.type(place: place, type: .string, before: .int), "T.v is of type string instead of int"),
    (.optionality(place: place, isOptional: true), "T.v is optional"),
    (.optionality(place: place, isOptional: false), "T.v is required, and its nulls are defaults"),
    (
      .collection(place: place, collection: .list, before: .single),
      "T.v is a list instead of a single value"
    ),
    (.linkTarget(place: place, target: "A", before: "B"), "T.v links to A, and no longer to B"),
  ]

  @Test(arguments: schemaEffects)
  func `What became of the schema`(effect: SchemaEffect, words: String) {
    #expect(FaultEffect(.schema(effect)).words == words)
  }

  private static let schemaChanges: [(String, String, String)] = [
    (
      #"{}"#, #"{"A": {"properties": {}}}"#,
      "class A is new"
    ),
    (
      #"{"A": {"properties": {}}}"#, #"{}"#,
      "class A is gone"
    ),
    (
      #"{"A": {"properties": {}}}"#, #"{"A": {"embedded": true, "properties": {}}}"#,
      "class A is embedded"
    ),
    (
      #"{"A": {"embedded": true, "properties": {}}}"#, #"{"A": {"properties": {}}}"#,
      "class A is no longer embedded"
    ),
    (
      #"{"A": {"primaryKey": "a", "properties": {"a": "int"}}}"#,
      #"{"A": {"asymmetric": true, "primaryKey": "a", "properties": {"a": "int"}}}"#,
      "class A is asymmetric"
    ),
    (
      #"{"A": {"properties": {"a": "int"}}}"#,
      #"{"A": {"primaryKey": "a", "properties": {"a": "int"}}}"#,
      "class A has a primary key, a"
    ),
    (
      #"{"A": {"primaryKey": "a", "properties": {"a": "int"}}}"#,
      #"{"A": {"properties": {"a": "int"}}}"#,
      "class A has no primary key, which was a"
    ),
    (
      #"{"A": {"primaryKey": "a", "properties": {"a": "int"}}}"#,
      #"{"A": {"primaryKey": "b", "properties": {"b": "int"}}}"#,
      "the primary key of class A is called b instead of a"
    ),
    (
      #"{"A": {"primaryKey": "a", "properties": {"a": "int"}}}"#,
      #"{"A": {"primaryKey": "a", "properties": {"a": "string"}}}"#,
      "the primary key of class A is of type string instead of int"
    ),
    (
      #"{"A": {"primaryKey": "a", "properties": {"a": "int"}}}"#,
      #"{"A": {"primaryKey": "a", "properties": {"a": "int?"}}}"#,
      "the primary key of class A is optional, and no longer required"
    ),
    (
      #"{"A": {"properties": {}}}"#, #"{"A": {"properties": {"a": "int[]"}}}"#,
      "A.a is new, of type int[]"
    ),
    (
      #"{"A": {"properties": {"a": "int"}}}"#, #"{"A": {"properties": {}}}"#,
      "A.a is gone"
    ),
    (
      #"{"A": {"properties": {"a": "int"}}}"#, #"{"A": {"properties": {"a": "string"}}}"#,
      "A.a is of type string instead of int"
    ),
    (
      #"{"A": {"properties": {"a": "int"}}}"#, #"{"A": {"properties": {"a": "int{}"}}}"#,
      "A.a is a dictionary instead of a single value"
    ),
    (
      #"{"A": {"properties": {"a": "int?"}}}"#, #"{"A": {"properties": {"a": "int"}}}"#,
      "A.a is required, and no longer optional"
    ),
    (
      #"{"A": {"properties": {"a": "A"}}, "B": {"properties": {}}}"#,
      #"{"A": {"properties": {"a": "B"}}, "B": {"properties": {}}}"#,
      "A.a links to B, and no longer to A"
    ),
  ]

  @Test(arguments: schemaChanges)
  func `How one schema differs from another`(old: String, new: String, words: String) throws {
    let schemas = try [old, new].map {
      try RealmSchema(parsing: Array(#"{"schema": 1, "classes": \#($0)}"#.utf8))
    }
    #expect(schemas[0].changes(to: schemas[1]).map(\.words) == [words])
  }

  private static let reasons: [(FaultRefusal, String)] = [
    (.fewerEvents(count: 0, moment: FaultTrigger(.at, .upload, 3)), "the trace shows no upload"),
    (
      .fewerEvents(count: 1, moment: FaultTrigger(.at, .commit, 3)),
      "the trace shows only one transaction of the device"
    ),
    (
      .fewerEvents(
        count: 2,
        moment: FaultTrigger(
          .at, .download, 3, where: [FaultCondition(.session, .equal, .number("1"))])),
      "the trace shows only 2 downloads where the conditions hold"
    ),
    (.fewerResets(count: 1, moment: FaultTrigger(.at, .reset, 2)), "the replay has only one reset"),
    (.notInReplay, "it is for the wire, and a replay cannot do it"),
    (.noResetDue, "no reset was due that it could act on"),
    (.sessionEndsBefore, "the session ends before that, with a reset that a fault made due"),
    (.resetEndsBefore(.manual), "the reset ended before that, in mode manual"),
    (
      .notReplayable(.noLocalState(session: 1)),
      "session 1: the trace does not show the client's state"
    ),
    (
      .emptyVersions(count: 300_000, limit: 200_000),
      "the base state has 300000 empty changesets, more than the 200000 that a history takes"
    ),
    (
      .backupLacksNothing(version: 4, serverVersion: 3),
      "a backup of server version 4 lacks nothing: the server is at 3"
    ),
    (
      .historyMisfit(version: 4, failure: ApplyFailure(.badChangeset, "no", instructionIndex: 1)),
      "the server's history cannot be replayed to server version 4: instruction 1: no"
    ),
    (.noProperty(property: "x", className: "T"), "class T has no property x"),
    (
      .misspelled(refusal: .noClass("Persn"), meant: "Person"),
      "the server has no class Persn; did you mean `Person`?"
    ),
    (.noObjects(className: "T"), "no object of class T meets the comparison"),
    (.schema(.nothing(.otherTarget)), "the server has no other class that links could lead to"),
    (.schema(.isPrimaryKey(SchemaProperty("T", "_id"))), "T._id is the primary key"),
    (
      .schema(.unsuitableClass(className: "T", subject: .embeddedClass)),
      "class T is not an embedded class"
    ),
    (
      .schema(.unsuitableProperty(place: place, subject: .propertyForCollection)),
      "T.v is not a property that could be that collection"
    ),
    (
      .schema(.primaryKeyCannotBecome(className: "T", type: .bool)),
      "the primary key of class T cannot become bool"
    ),
    (.schema(.hasTypeAlready(property: "v", type: .int)), "property v is of type int already"),
  ]

  @Test(arguments: reasons)
  func `Why a fault never happened`(reason: FaultRefusal, words: String) {
    #expect(reason.words == words)
  }

  @Test func `A replay without a reset names the first fault that made none due`() {
    let fault = Fault(FaultTrigger(.at, .upload, 3), .transport(.disconnect))
    let unfired = UnfiredFault(
      fault: fault, index: 0, reason: .fewerEvents(count: 0, moment: fault.trigger))
    #expect(
      ReplayFailure.noResetUnderFaults([unfired]).words == """
        nothing in this trace asks for a client reset, and no fault made one due: `at upload 3: \
        disconnect` never happened, because the trace shows no upload
        """)
    #expect(ReplayFailure.noReset.words == "nothing in this trace asks for a client reset")
  }
}
