import TestSupport
import Testing
import TraceFormat

@testable import RealmModel

@Suite struct StateListingNumberTests {
  /// A class whose one object has two embedded ones, of which the second, with all that follow, stands in
  /// nothing once the property that held it is removed.
  private static func state() throws -> RealmState {
    var builder = ChangesetBuilder()
    builder.addTable("A", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
    builder.addEmbeddedTable("P")
    builder.addColumn("P", "n", type: .int, isNullable: false)
    builder.addLinkColumn("A", "kept", target: "P")
    builder.addLinkColumn("A", "left", target: "P")
    builder.createObject("A", .int(1))
    builder.update(LocationValue("A", .int(1), "kept"), to: .objectValue)
    builder.update(LocationValue("A", .int(1), "left"), to: .objectValue)
    builder.eraseColumn("A", "left")
    var state = RealmState()
    try state.apply(builder.changeset)
    return state
  }

  @Test
  func
    `embedded objects that stand in nothing are not listed, and their numbers are not given again`()
    throws
  {
    let state = try Self.state()
    let parts = try #require(state.table(named: "P"))
    #expect(parts.objectCount == 2)
    let next = parts.rows.key(at: parts.rows.count)
    let snapshot = StateListing.snapshot(of: state, role: .local)
    let keys = try #require(snapshot.keys)
    #expect(keys.tables.map(\.nextObject) == [nil, next.rawValue])
    let again = try RealmState(
      applying: snapshot.changesets.map { try Changeset(decoding: $0) }
    ).numbered(by: keys)
    let numbered = try #require(again.table(named: "P"))
    #expect(numbered.objectCount == 1)
    #expect(numbered.rows.key(at: numbered.rows.count) == next)
  }

  @Test func `numbers that are not of the state are refused`() throws {
    let snapshot = StateListing.snapshot(of: try Self.state(), role: .local)
    let built = try RealmState(applying: snapshot.changesets.map { try Changeset(decoding: $0) })
    let keys = try #require(snapshot.keys)
    func expectRefusal(of parts: String, _ change: (inout SnapshotKeys.Table) -> Void) {
      var changed = keys
      change(&changed.tables[1])
      let failure = #expect(throws: BuildingFailure.self) { try built.numbered(by: changed) }
      #expect(failure?.code == .numbersDiffer(parts))
    }
    expectRefusal(of: "types of properties") {
      $0.columns[0] |= Int64(ColumnType.string.rawValue) << 16
    }
    expectRefusal(of: "types of properties") {
      $0.columns[0] |= CollectionKind.dictionary.attribute
    }
    // Every object has a cell for each leaf.
    expectRefusal(of: "columns") { $0.columns[0] |= 0xFFFF }
    expectRefusal(of: "properties or objects") { $0.objects[0] = -5 }
  }
}
