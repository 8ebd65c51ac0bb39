import RealmModel
import TestSupport
import Testing
import TraceFormat

/// How deep collections nest (Realm Core: `collection_parent.hpp`).
@Suite struct NestingTests {
  enum Way: CaseIterable { case insertedLists, updatedLists, dictionaries, clearedLists }

  /// One changeset with collections inside each other, the property's own being the first.
  private func nested(_ depth: Int, _ way: Way) -> Changeset {
    Changeset.build { builder in
      builder.addTable("Item", primaryKey: "_id", type: .int)
      builder.addColumn("Item", "any", type: .null, isNullable: true)
      builder.createObject("Item", .int(1))
      builder.update(place([]), to: way == .dictionaries ? PayloadValue.dictionary : .list)
      var path: [PathStep] = []
      for _ in 1..<depth {
        path.append(way == .dictionaries ? .key("k") : .index(0))
        switch way {
        case .insertedLists: builder.arrayInsert(place(path), PayloadValue.list, priorSize: 0)
        case .updatedLists:
          builder.arrayInsert(place(path), Value.int(1), priorSize: 0)
          builder.update(place(path), to: PayloadValue.list, priorSize: 1)
        case .dictionaries: builder.update(place(path), to: PayloadValue.dictionary)
        case .clearedLists:
          builder.arrayInsert(place(path), Value.int(1), priorSize: 0)
          builder.clear(place(path), .list)
        }
      }
    }
  }

  private func place(_ path: [PathStep]) -> LocationValue {
    LocationValue("Item", .int(1), "any", path)
  }

  @Test(arguments: Way.allCases)
  func `a hundred levels are stored, and a hundred and one are refused`(way: Way) throws {
    let state = try RealmState(applying: [nested(100, way)])
    #expect(state.value(at: place([])) != nil)
    let failure = #expect(throws: ApplyFailure.self) {
      try RealmState(applying: [nested(101, way)])
    }
    #expect(failure?.failureClass == .storage)
    #expect(failure?.message == "Max nesting level reached")
  }
}
