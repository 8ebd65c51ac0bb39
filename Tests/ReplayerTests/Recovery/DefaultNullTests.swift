import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import FaultPlans
@testable import Replayer

/// A default of null for a property with a link: Realm's recorder tells nobody, so the device has null
/// afterwards and the server keeps the link. No client uploads such a default; a damaged changeset may
/// have one.
@Suite struct DefaultNullTests {
  private static let schema = Changeset.build {
    $0.addTable("Target", primaryKey: "_id", type: .int)
    $0.addTable("Holder", primaryKey: "_id", type: .int)
    $0.addLinkColumn("Holder", "link", target: "Target")
    $0.createObject("Target", .int(1))
    $0.createObject("Holder", .int(1))
  }

  private static let place = LocationValue("Holder", .int(1), "link")

  private func recover(isDefault: Bool, _ quirks: Quirks) throws -> (AttemptedReset, RealmState) {
    let linked = Changeset.build { $0.update(Self.place, to: .link("Target", .int(1))) }
    let state = try RealmState(applying: [Self.schema, linked])
    let unlinked = Changeset.build { $0.update(Self.place, to: .null, isDefault: isDefault) }
    let situation = ResetSituation(
      error: .badClientFile, base: state, local: try RealmState(applying: [Self.schema]),
      fresh: state, unsynced: unsynced([unlinked]))
    let attempted = ClientReset.perform(situation, mode: .recover, quirks: quirks)
    var server = state
    for changeset in attempted.result.reupload { try server.apply(changeset) }
    return (attempted, server)
  }

  @Test(arguments: [Quirks.realmCore, .ideal])
  func `it is carried out on the device alone`(quirks: Quirks) throws {
    let (attempted, server) = try recover(isDefault: true, quirks)
    #expect(attempted.attempt.ending == .recovered)
    #expect(attempted.result.reupload.map(\.instructions.count) == [0])
    let found = CanonicalDifference.first(
      of: attempted.result.after.canonicalJSON, against: server.canonicalJSON)
    #expect(found?.place == "/classes/Holder/objects/0/link")
  }

  @Test func `a null that is no default reaches the server`() throws {
    let (attempted, server) = try recover(isDefault: false, .realmCore)
    #expect(attempted.result.reupload.map(\.instructions.count) == [1])
    #expect(attempted.result.after.canonicalJSON == server.canonicalJSON)
  }
}
