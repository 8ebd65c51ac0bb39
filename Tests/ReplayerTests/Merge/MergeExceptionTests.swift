import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// What is known not to come together: the defects, and what no rule is to blame for (`docs/merge.md`).
@Suite struct MergeExceptionTests {
  private enum Ending: Equatable {
    case state(String)
    case refused
  }

  /// What both sides end in: one changeset each, ours at 10 and theirs at 20 unless said otherwise.
  private func endings(
    _ base: Changeset, _ ours: Changeset, _ theirs: Changeset, ourTime: UInt64 = 10,
    _ quirks: MergeQuirks
  ) throws -> (ours: Ending, theirs: Ending) {
    let state = try RealmState(applying: [Self.schema, base])
    let merged = try ConcurrentChanges(ours, theirs, ourTime: ourTime).merged(quirks: quirks)
    return (
      try ending(state, [ours, merged.theirs[0].changeset]),
      try ending(state, [theirs, merged.ours[0].changeset])
    )
  }

  private func ending(_ base: RealmState, _ changesets: [Changeset]) throws -> Ending {
    var state = base
    try state.apply(changesets[0])
    guard (try? state.apply(changesets[1])) != nil else { return .refused }
    return .state(state.canonicalJSON.text(escaping: .least))
  }

  private static let schema = Changeset.build {
    $0.addTable("C", primaryKey: "_id", type: .int)
    $0.addEmbeddedTable("E")
    for name in ["x", "y"] as [RealmString] { $0.addColumn("E", name, type: .int) }
    $0.addColumn("C", "any", type: .null, isNullable: true)
    $0.addColumn("C", "set", type: .string, collection: .set)
    $0.addColumn("C", "list", type: .int, collection: .list)
    $0.addLinkColumn("C", "parts", target: "E", collection: .list)
    $0.addLinkColumn("C", "byKey", target: "E", collection: .dictionary)
    $0.createObject("C", .int(1))
  }

  private func place(_ property: RealmString, _ path: PathStep...) -> LocationValue {
    LocationValue("C", .int(1), property, path)
  }

  private func expectDefect(
    _ base: Changeset, _ ours: Changeset, _ theirs: Changeset, ourTime: UInt64 = 10,
    isRefused: Bool
  ) throws {
    let found = try endings(base, ours, theirs, ourTime: ourTime, .realmCore)
    #expect(found.ours != found.theirs)
    #expect((found.ours == .refused || found.theirs == .refused) == isRefused)
    let ideal = try endings(base, ours, theirs, ourTime: ourTime, .ideal)
    #expect(ideal.ours == ideal.theirs)
    #expect(ideal.ours != .refused)
  }

  @Test func `a move meets a change inside an element`() throws {
    try expectDefect(
      .build { builder in
        for index in 0..<2 as Range<UInt32> {
          builder.arrayInsert(place("parts", .index(index)), .objectValue, priorSize: index)
          builder.update(place("parts", .index(index), "x"), to: .int(Int64(index)))
        }
      },
      .build { $0.update(place("parts", 0, "x"), to: .int(55)) },
      .build { $0.arrayMove(place("parts", 0), to: 1, priorSize: 2) }, isRefused: true)
  }

  @Test func `a collection inside a list is cleared while the list changes`() throws {
    try expectDefect(
      .build {
        $0.update(place("any"), to: .list)
        $0.arrayInsert(place("any", 0), .int(58), priorSize: 0)
        $0.arrayInsert(place("any", 1), .dictionary, priorSize: 1)
        $0.update(place("any", 1, "k"), to: .int(1))
        $0.arrayInsert(place("any", 2), .int(7), priorSize: 2)
      },
      .build { $0.clear(place("any", 1), .dictionary) },
      .build { $0.arrayErase(place("any", 0), priorSize: 3) }, isRefused: false)
  }

  @Test func `two removals from a set whose strings stand at one place`() throws {
    try expectDefect(
      .build {
        $0.setInsert(place("set"), .string("foo"))
        $0.setInsert(place("set"), .string("bar"))
      },
      .build { $0.setErase(place("set"), .string("foo")) },
      .build { $0.setErase(place("set"), .string("bar")) }, isRefused: false)
  }

  @Test func `a property is removed that the other side inserts into`() throws {
    try expectDefect(
      Changeset(), .build { $0.eraseColumn("C", "list") },
      .build { $0.arrayInsert(place("list", 0), .int(1), priorSize: 0) }, isRefused: true)
  }

  /// In every engine.
  private func expectException(
    _ base: Changeset, _ ours: Changeset, _ theirs: Changeset
  ) throws {
    for quirks in [MergeQuirks.realmCore, .ideal] {
      let found = try endings(base, ours, theirs, quirks)
      #expect(found.ours != found.theirs)
    }
  }

  @Test func `what is a dictionary already is made one, and set to null`() throws {
    try expectException(
      .build {
        $0.update(place("any"), to: .dictionary)
        $0.update(place("any", "b"), to: .int(1))
      },
      .build { $0.update(place("any"), to: .null) },
      .build { $0.update(place("any"), to: .dictionary) })
  }

  @Test func `an entry is removed, and cleared later`() throws {
    let base = Changeset.build {
      $0.update(place("any"), to: .dictionary)
      $0.update(place("any", "b"), to: .dictionary)
    }
    let found = try endings(
      base, .build { $0.update(place("any", "b"), to: .erased) },
      .build { $0.clear(place("any", "b"), .dictionary) }, .realmCore)
    #expect(found.ours == .refused)
    #expect(found.theirs != .refused)
  }

  @Test func `several kinds of collection in one changeset`() throws {
    try expectException(
      Changeset(),
      .build {
        $0.update(place("any"), to: .dictionary)
        $0.update(place("any", "a"), to: .int(63))
        $0.update(place("any"), to: .list)
      },
      .build { $0.update(place("any"), to: .dictionary) })
  }

  @Test func `an embedded object is made twice in a dictionary`() throws {
    try expectException(
      Changeset(),
      .build {
        $0.update(place("byKey", "k"), to: .objectValue)
        $0.update(place("byKey", "k", "x"), to: .int(5))
      },
      .build {
        $0.update(place("byKey", "k"), to: .objectValue)
        $0.update(place("byKey", "k", "y"), to: .int(6))
      })
  }
}
