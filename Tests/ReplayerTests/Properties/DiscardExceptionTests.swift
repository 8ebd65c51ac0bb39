import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Replayer

/// What a discard keeps of the client, because Realm does not compare it.
@Suite struct DiscardExceptionTests {
  private func discarded(
    _ local: (inout ChangesetBuilder) -> Void, _ fresh: (inout ChangesetBuilder) -> Void
  ) throws -> (performed: AttemptedReset, differences: [String]) {
    let situation = ResetSituation(
      error: Sample.error,
      local: try RealmState(applying: [Sample.build(local)]),
      fresh: try RealmState(applying: [Sample.build(fresh)]), unsynced: [])
    let performed = ClientReset.perform(situation, mode: .discardLocal)
    #expect(performed.attempt.ending == .discarded)
    return (performed, difference(performed.result.after, situation.fresh, "differs"))
  }

  private func classes(_ builder: inout ChangesetBuilder, target: RealmString) {
    for name in ["A", "B", "C"] as [RealmString] {
      builder.addTable(name, primaryKey: "_id", type: .int)
    }
    builder.addLinkColumn("A", "link", target: target)
  }

  @Test func `a link keeps its target class`() throws {
    let (performed, differences) = try discarded(
      { classes(&$0, target: "B") }, { classes(&$0, target: "C") })
    #expect(differences.count == 1)
    #expect(performed.result.after.schema(of: "A")?.property("link")?.target == "B")
  }

  @Test func `a class stays asymmetric`() throws {
    let (performed, differences) = try discarded {
      $0.addTable("A", kind: .asymmetric, primaryKey: "_id", type: .int)
    } _: {
      $0.addTable("A", primaryKey: "_id", type: .int)
    }
    #expect(differences.count == 1)
    #expect(performed.result.after.schema(of: "A")?.kind == .asymmetric)
  }

  @Test func `a Mixed keeps the form of an equal number`() throws {
    func build(_ builder: inout ChangesetBuilder, _ value: Value) {
      builder.addTable("A", primaryKey: "_id", type: .int)
      builder.addColumn("A", "mixed", type: .null, isNullable: true)
      builder.createObject("A", .int(1))
      builder.update(LocationValue("A", .int(1), "mixed"), to: value)
    }
    let (performed, differences) = try discarded(
      { build(&$0, .int(1)) }, { build(&$0, .double(1)) })
    #expect(differences.count == 1)
    #expect(performed.result.after.value(at: LocationValue("A", .int(1), "mixed")) == .int(1))
  }
}
