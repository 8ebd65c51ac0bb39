import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// The objects in which two states differ, told by what the states do not share.
@Suite struct StateChangesTests {
  @Test(arguments: TestSeed.seeds(8))
  func `no object differs that is not named`(seed: UInt64) throws {
    let session = try RandomSession(seed: seed, .ordinary)
    for state in [session.local, session.fresh] {
      guard let changes = state.changes(since: session.base) else {
        #expect(state.classes != session.base.classes || state.hasOtherLayouts(session.base))
        continue
      }
      let names = state.names.union(session.base.names)
      for name in names {
        let values = [state, session.base].map { $0.object(name.key, of: name.className) }
        guard values[0] != values[1] else { continue }
        #expect(changes.objects.contains(name), "\(name); \(TestSeed.hint)")
        if values[0] == nil || values[1] == nil { #expect(changes.arrivals.contains(name)) }
      }
    }
  }

  @Test func `a change of an embedded object is one of the object that holds it`() throws {
    let base = try RealmState(applying: [
      Sample.build {
        $0.addEmbeddedTable("Part")
        $0.addColumn("Part", "n", type: .int)
        $0.addTable("Item", primaryKey: "_id", type: .int)
        $0.addLinkColumn("Item", "part", target: "Part")
        $0.createObject("Item", .int(1))
        $0.createObject("Item", .int(2))
        $0.update(LocationValue("Item", .int(1), "part"), to: .objectValue)
      }
    ])
    var state = base
    try state.apply(
      Sample.build {
        $0.update(LocationValue("Item", .int(1), "part", [.key("n")]), to: .int(5))
      })
    let changes = try #require(state.changes(since: base))
    #expect(changes.objects == [ObjectName(className: "Item", key: .int(1))])
    #expect(!changes.hasAdditions)
  }

  @Test func `states of other classes can't be compared`() throws {
    let base = try RealmState(applying: [Sample.schemaAndObject])
    var state = base
    try state.apply(Sample.build { $0.addColumn("Item", "other", type: .int) })
    #expect(state.changes(since: base) == nil)
    #expect(RealmState().changes(since: base) == nil)
    #expect(base.changes(since: base)?.objects == [])
  }
}

extension RealmState {
  fileprivate var names: Set<ObjectName> {
    Set(
      classes.filter { $0.kind != .embedded }.flatMap { schema in
        keys(of: schema.name).map { ObjectName(className: schema.name, key: $0) }
      })
  }

  /// Whether a class has hidden columns that it did not have.
  fileprivate func hasOtherLayouts(_ other: RealmState) -> Bool {
    zip(tables, other.tables).contains { !$0.sharesLayout(with: $1) }
  }
}
