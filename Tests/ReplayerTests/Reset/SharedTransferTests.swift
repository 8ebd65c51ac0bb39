import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import RealmModel
@testable import Replayer

/// What two states share in memory is passed over by a transfer; that must not show.
@Suite struct SharedTransferTests {
  @Test(arguments: TestSeed.seeds(8))
  func `a transfer does the same whether the states share memory or not`(seed: UInt64) throws {
    for kind in RandomSession.Kind.allCases {
      let session = try RandomSession(seed: seed, kind)
      for quirks in [Quirks.realmCore, .ideal] {
        let shared = Self.transfer(session.fresh, session.local, quirks)
        let apart = Self.transfer(session.fresh.unshared, session.local, quirks)
        #expect(shared == apart, "\(kind) session of seed \(seed); \(TestSeed.hint)")
      }
    }
  }

  /// The state that results with its internal keys, and what could not be carried over; or why the
  /// transfer failed.
  private static func transfer(
    _ fresh: RealmState, _ local: RealmState, _ quirks: Quirks
  ) -> [String] {
    do {
      let (state, deviations) = try StateTransfer.transfer(
        from: fresh, to: local, quirks: quirks)
      return [state.canonicalJSON.text(), "\(deviations)"] + state.internalKeys
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `most of a large state is not looked at`() throws {
    let base = try RealmState(applying: [
      Sample.build {
        $0.addTable("Item", primaryKey: "_id", type: .int)
        $0.addColumn("Item", "count", type: .int)
        for key in 1...5_000 { $0.createObject("Item", .int(Int64(key))) }
      }
    ])
    var fresh = base
    try fresh.apply(
      Sample.build { $0.update(LocationValue("Item", .int(2_500), "count"), to: .int(7)) })
    let changes = try #require(fresh.changes(since: base))
    #expect(changes.objects == [ObjectName(className: "Item", key: .int(2_500))])
    #expect(changes.arrivals.isEmpty && !changes.hasAdditions)
    let after = try StateTransfer.transfer(from: fresh, to: base).state
    #expect(after.changes(since: base)?.objects == changes.objects)
    #expect(after.canonicalJSON == fresh.canonicalJSON)
  }
}

extension RealmState {
  /// The same state with objects of its own in memory.
  fileprivate var unshared: RealmState {
    var state = self
    for slot in state.tables.indices {
      for key in tables[slot].objectKeys {
        guard let cells = tables[slot].rows[key]?.cells else { continue }
        state.tables[slot].rows[key]?.cells = cells + []
      }
    }
    return state
  }

  /// The internal keys of all objects, with what tells which object each is.
  fileprivate var internalKeys: [String] {
    tables.filter(\.isPresent).map { table in
      "\(table.name) \(table.key) "
        + table.objectKeys.map {
          "\($0.rawValue) \(table.identity(of: $0))"
        }.joined(separator: " ")
    }
  }
}
