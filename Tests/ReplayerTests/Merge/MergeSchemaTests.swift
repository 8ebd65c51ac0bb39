import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// Schema changes that contradict each other, and the one instruction that a merge makes.
@Suite struct MergeSchemaTests {
  private func message(_ ours: Changeset, _ theirs: Changeset) -> String? {
    #expect(throws: MergeFailure.self) { try MergedPair(ours, theirs) }?.message
  }

  private func table(
    _ key: RealmString = "_id", _ type: PayloadType = .int, isNullable: Bool = false,
    kind: TableKind = .topLevel
  ) -> Changeset {
    .build { $0.addTable("C", kind: kind, primaryKey: key, type: type, isNullable: isNullable) }
  }

  private func column(
    _ type: PayloadType, isNullable: Bool = false, _ collection: CollectionKind = .single
  ) -> Changeset {
    .build { $0.addColumn("C", "p", type: type, isNullable: isNullable, collection: collection) }
  }

  @Test func `classes that differ are named, with what differs`() {
    #expect(
      message(table(), table("_id", .string))
        == "Schema mismatch: 'C' has primary key '_id', which is of type Int on one side and type String on the other."
    )
    let embedded = Changeset.build { $0.addEmbeddedTable("C") }
    let others: [(Changeset, SchemaMismatch)] = [
      (table("key"), .primaryKeyNames(className: "C", ours: "_id", theirs: "key")),
      (table(isNullable: true), .primaryKeyNullability(className: "C", key: "_id")),
      (table(kind: .asymmetric), .asymmetry(className: "C")),
      (embedded, .embedding(className: "C", isOurs: false)),
    ]
    for (theirs, mismatch) in others {
      let failure = #expect(throws: MergeFailure.self) { try MergedPair(table(), theirs) }
      #expect(failure?.reason == .schemaMismatch(mismatch))
      #expect(failure?.description.contains("our changeset 0, instruction 0") == true)
    }
    let mirrored = #expect(throws: MergeFailure.self) { try MergedPair(embedded, table()) }
    #expect(mirrored?.reason == .schemaMismatch(.embedding(className: "C", isOurs: true)))
  }

  @Test func `properties that differ are named, ours first`() {
    let start = "Schema mismatch: Property 'p' in class 'C' is"
    #expect(
      message(column(.null), column(.objectID))
        == "\(start) of type Null on one side and type ObjectId on the other.")
    #expect(
      message(column(.int), column(.int, isNullable: true))
        == "\(start) nullable on one side and not on the other.")
    #expect(
      message(column(.int, .dictionary), column(.int))
        == "\(start) a dictionary on one side, and a single value on the other.")
    let links = ["D", "E"].map { target in
      Changeset.build { $0.addLinkColumn("C", "p", target: RealmString(target)) }
    }
    let failure = #expect(throws: MergeFailure.self) { try MergedPair(links[0], links[1]) }
    #expect(
      failure?.reason
        == .schemaMismatch(
          .linkTargets(className: "C", property: "p", ours: "D", theirs: "E")))
  }

  @Test func `a property that links to an erased class is erased first`() throws {
    let add = Changeset.build { $0.addLinkColumn("U", "link", target: "T") }
    let erase = Changeset.build { $0.eraseTable("T") }
    let expected = ["EraseColumn U.link", "EraseTable T"]
    #expect(try MergedPair(add, erase) == MergedPair(ours: [], theirs: expected))
    #expect(try MergedPair(erase, add) == MergedPair(ours: expected, theirs: []))
  }

  @Test func `several of them are erased in the order in which they were met`() throws {
    let add = Changeset.build {
      $0.addLinkColumn("U", "b", target: "T")
      $0.addLinkColumn("V", "a", target: "T")
      $0.addLinkColumn("T", "own", target: "T")
    }
    let erase = Changeset.build {
      $0.createObject("W", .int(1))
      $0.eraseTable("T")
    }
    let expected = ["CreateObject W[1]", "EraseColumn U.b", "EraseColumn V.a", "EraseTable T"]
    #expect(try MergedPair(add, erase) == MergedPair(ours: [], theirs: expected))
    #expect(try MergedPair(erase, add) == MergedPair(ours: expected, theirs: []))
  }

  @Test func `what was made meets what stands behind the reason for it`() throws {
    let erase = Changeset.build { $0.eraseTable("T") }
    let ours = Changeset.build {
      $0.update(LocationValue("U", .int(0), "link"), to: .null)
      $0.addLinkColumn("U", "link", target: "T")
      $0.update(LocationValue("U", .int(1), "link"), to: .link("T", .int(1)))
      $0.update(LocationValue("U", .int(1), "other"), to: .null)
    }
    let rest = ["Update U[0].link = null", "Update U[1].other = null"]
    let made = ["EraseColumn U.link", "EraseTable T"]
    #expect(try MergedPair(ours, erase) == MergedPair(ours: rest, theirs: made))
    #expect(try MergedPair(erase, ours) == MergedPair(ours: made, theirs: rest))
    let both = Changeset.build {
      $0.addLinkColumn("U", "link", target: "T")
      $0.eraseColumn("U", "link")
    }
    #expect(try MergedPair(erase, both) == MergedPair(ours: ["EraseTable T"], theirs: []))
    #expect(try MergedPair(both, erase) == MergedPair(ours: [], theirs: ["EraseTable T"]))
  }

  @Test func `what Realm Core would abort at is refused`() {
    let abort = { (ours: Changeset, theirs: Changeset) in
      #expect(throws: MergeFailure.self) { try MergedPair(ours, theirs) }?.reason
    }
    let place = LocationValue("C", .int(1), "list")
    let key = Changeset.build { $0.update(LocationValue("C", .int(1), "list", ["k"]), to: .int(1)) }
    for change in [Edit.insert(0, 1), Edit.move(0, 1, 2), Edit.erase(0, 1)] {
      #expect(abort(change, key) == .abort(.dictionaryUpdateInList))
      #expect(abort(key, change) == .abort(.dictionaryUpdateInList))
      let inside = Changeset.build {
        $0.update(LocationValue("C", .int(1), "list", ["k", "x"]), to: .int(1))
      }
      #expect(abort(change, inside) == .inconsistentPaths)
      #expect(abort(inside, change) == .inconsistentPaths)
    }
    #expect(
      abort(.build { $0.clear(place, .single) }, .build { $0.update(place, to: .set) })
        == .abort(.clearedNestedSet))
  }
}
