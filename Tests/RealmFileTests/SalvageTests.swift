import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RealmFile

/// What is read of a damaged file where as much as possible is wanted.
@Suite struct SalvageTests {
  private func salvage(
    _ name: String, _ damage: (inout RealmFileEditor) -> Void
  ) throws -> OpenRealmFile {
    var editor = RealmFileEditor(try FixtureTests.bytes(name))
    damage(&editor)
    #expect(throws: RealmFileFailure.self) {
      let file = try OpenRealmFile(MemorySource(editor.bytes))
      _ = try file.state()
      _ = try file.history()
    }
    return try OpenRealmFile(MemorySource(editor.bytes), options: .init(salvages: true))
  }

  private func objects(_ file: OpenRealmFile, of name: String) throws -> String? {
    try file.state().canonicalJSON.member("classes")?.member(name)?.member("objects")?.text()
  }

  /// A second state of a file that stands in the other slot of the header, and is the newer one.
  private func addNewerState(_ editor: inout RealmFileEditor) {
    editor.bytes.replaceSubrange(8..<16, with: editor.bytes[0..<8])
    editor.widenRoot()
    editor.set([], 6, to: 4 << 1 | 1)
  }

  @Test
  func `the state before the last is read where the last cannot be`() throws {
    var sound = RealmFileEditor(try FixtureTests.bytes("A"))
    addNewerState(&sound)
    #expect(try OpenRealmFile(MemorySource(sound.bytes)).group.version == 4)

    let file = try salvage("A") { editor in
      addNewerState(&editor)
      editor.bytes[editor.root] = 0x42
    }
    #expect(file.readsOlderState)
    #expect(file.group.version == 3)
    #expect(try file.state().table(named: "foo")?.objectCount == 4)
    #expect(try file.history()?.pendingEntries.map(\.version) == [3])
    #expect(
      file.damage.failures.map(\.description) == [
        "offset 0x1000 in the newest state (the one before it is read, without later changes): "
          + "damaged (rule R9): expected a node, which begins with 41 41 41 41, found 42 41 41 41"
      ])
    #expect(throws: Never.self) { try file.checkIsUnchanged() }
  }

  @Test
  func `the first error is said where no state can be read`() throws {
    var editor = RealmFileEditor(try FixtureTests.bytes("A"))
    editor.bytes[editor.root] = 0x42
    editor.bytes[8] += 4
    #expect(
      throws: RealmFileFailure.damaged(
        9, expected: "a node, which begins with 41 41 41 41", found: "42 41 41 41", at: 0x5D0)
    ) {
      try OpenRealmFile(MemorySource(editor.bytes), options: .init(salvages: true))
    }
  }

  @Test
  func `a column whose values cannot be read has those of new objects, and all others stay`() throws
  {
    let file = try salvage("A") { $0.setKind([1, 0, 2, 2], to: 0x0A) }
    #expect(
      try objects(file, of: "foo")
        == "["
        + [
          "6b00e1fdf42488c2779759d9", "6b00e1fdf42488c2779759da", "6b00e1fdf42488c2779759db",
          "cafebabedeadbeef00000000",
        ].map { "{\"_id\":{\"$oid\":\"\($0)\"},\"cost\":{\"$decimal\":\"0\"}}" }.joined(
          separator: ",") + "]")
    #expect(
      file.damage.failures.map(\.path) == [["table class_foo", "property cost", "objects 0 to 3"]])
  }

  @Test
  func `objects whose primary keys cannot be read are left out, and counted`() throws {
    let file = try salvage("A") { $0.setSize([1, 0, 2, 1], to: 48) }
    #expect(try objects(file, of: "foo") == "[]")
    #expect(
      file.damage.failures.map(\.path) == [
        ["table class_foo", "property _id", "objects 0 to 3 (4 left out)"]
      ])
  }

  @Test
  func `a subtree of objects is left out, and the one beside it is read`() throws {
    let file = try salvage("A") { editor in
      let leaf = Int64(editor.ref([1, 0, 2]))
      let lost = Int64(editor.append(RealmFileEditor.wide([5, 0, 0], flags: 0x40)))
      editor.bytes[Int(lost)] = 0x42
      editor.replace([1, 0, 2], with: RealmFileEditor.wide([0, 3, 13, leaf, lost], flags: 0xC0))
    }
    #expect(try file.state().table(named: "foo")?.objectKeys.map(\.rawValue) == [0, 1, 2, 3])
    #expect(
      file.damage.failures.map(\.description) == [
        "offset 0x1000 in table class_foo: damaged (rule R9): expected a node, which begins with "
          + "41 41 41 41, found 42 41 41 41"
      ])
  }

  @Test
  func `a table whose columns make no sense is left out, and the others are read`() throws {
    let file = try salvage("D") { $0.set([1, 1, 0, 5], 0, to: 0x0C00_0000) }
    let state = try file.state()
    #expect(state.table(named: "bar") == nil)
    #expect(state.table(named: "foo")?.objectCount == 6)
    let origin = try #require(state.table(named: "origin"))
    #expect(origin.objectCount == 14)
    // Its links to the lost class are lost with it.
    #expect(origin.columnNames == ["link1"])
    #expect(
      file.damage.failures.map(\.path) == [["table bar"], ["table origin", "property link2"]])
  }

  @Test
  func `a class that does not fit is left out, with its links, and the others are read`() throws {
    // link2 is called link1 too.
    let file = try salvage("D") { $0.bytes[$0.ref([1, 2, 0, 1]) + 8 + 12] = 0x31 }
    let state = try file.state()
    #expect(state.table(named: "origin") == nil)
    #expect(state.table(named: "foo")?.objectCount == 6)
    #expect(state.table(named: "bar") != nil)
    #expect(file.damage.failures.map(\.path) == [["class origin"]])
  }

  @Test
  func `a list of Realm's versions that cannot be read costs nothing, and is remarked on`() throws {
    var editor = RealmFileEditor(try FixtureTests.bytes("A"))
    editor.setSize([8, 20], to: 3)
    let file = try OpenRealmFile(MemorySource(editor.bytes))
    #expect(try file.history()?.pendingEntries.map(\.version) == [3])
    #expect(file.damage.failures.isEmpty)
    #expect(file.damage.remarks.map(\.path) == [["schema versions"]])
  }

  @Test
  func `a history that cannot be read leaves the tables`() throws {
    let file = try salvage("A") { $0.setSize([8], to: 20) }
    #expect(try file.history() == nil)
    #expect(try file.state().table(named: "foo")?.objectCount == 4)
    #expect(
      file.damage.failures.map(\.description) == [
        "offset 0x568 in history: damaged (rule R50): expected 21 elements, found 20"
      ])
    // Without its entries, what was not synced is not known, and is not nothing.
    #expect(try salvage("A") { $0.setSize([8, 17], to: 1) }.history() == nil)
  }

  @Test
  func `a link to nothing becomes null, and is said`() throws {
    var editor = RealmFileEditor(try FixtureTests.bytes("D"))
    editor.set([1, 2, 2, 1], 0, to: 600)
    let file = try OpenRealmFile(MemorySource(editor.bytes), options: .init(salvages: true))
    let state = try file.state()
    let first = try #require(state.table(named: "origin")).cells(ObjectKey(0))
    #expect(first[0].isNull)
    #expect(
      file.damage.failures.map(\.description).last
        == "table origin > object 0 > property link1: damaged (rule R42): expected a link to an object "
        + "that is there, found one to object 599 of table 0")
  }

  /// A list of links, and a set that begins with null.
  private func collections(linksTo keys: [Int64]) throws -> RealmState {
    func task(_ field: RealmString, _ path: [PathStep] = []) -> LocationValue {
      LocationValue("Task", .int(0), field, path)
    }
    let changeset = Changeset.build { builder in
      builder.addTable("Task", primaryKey: "_id", type: .int)
      builder.addLinkColumn("Task", "others", target: "Task", collection: .list)
      builder.addColumn("Task", "tags", type: .string, isNullable: true, collection: .set)
      for key in 0..<5 { builder.createObject("Task", .int(Int64(key))) }
      for (index, key) in keys.enumerated() {
        builder.arrayInsert(
          task("others", [.index(UInt32(index))]), .value(.link("Task", .int(key))),
          priorSize: UInt32(index))
      }
      for tag: Value in [.string("a"), .null] { builder.setInsert(task("tags"), .value(tag)) }
    }
    return try RealmState(applying: [changeset])
  }

  @Test
  func `a link to nothing is left out of a list, and no set is reordered`() throws {
    var editor = RealmFileEditor(try StateFile.bytes(of: collections(linksTo: [4, 0])))
    editor.set([1, 0, 2, 2, 0], 0, to: 7)
    let file = try OpenRealmFile(MemorySource(editor.bytes))
    #expect(try file.state().canonicalJSON == collections(linksTo: [0]).canonicalJSON)
    #expect(
      file.damage.failures.map(\.path).last
        == ["table class_Task", "object 0", "property others"])
  }

  @Test
  func `an incoming link that no object has costs nothing, and is remarked on`() throws {
    var editor = RealmFileEditor(try FixtureTests.bytes("D"))
    editor.set([1, 2, 2, 1], 0, to: 0)
    let file = try OpenRealmFile(MemorySource(editor.bytes))
    let state = try file.state()
    let first = try #require(state.table(named: "origin")).cells(ObjectKey(0))
    #expect(first[0].isNull)
    #expect(file.damage.failures.isEmpty)
    #expect(file.damage.remarks.count == 1, "\(file.damage.remarks)")
  }

  @Test
  func `changes that only Apple's systems can decompress are named and counted`() throws {
    var editor = RealmFileEditor(try FixtureTests.bytes("A"))
    // The container says how its body is compressed: 2 is LZFSE.
    editor.bytes[editor.ref([8, 13, 1]) + 8] = 0x21
    let file = try OpenRealmFile(MemorySource(editor.bytes))
    let history = try #require(try file.history())
    var inflater = ZlibInflater()
    let unsynced = history.unsyncedChanges(inflatedBy: &inflater)
    #expect(unsynced.lzfseCount == 1)
    #expect(unsynced.changes.isEmpty && unsynced.mergedAwayCount == 0)
    #expect(unsynced.unreadable.map(\.clientVersion) == [2])
    #expect(
      unsynced.unreadable.map(\.failure.description) == [
        "change 2: not supported: a changeset compressed by LZFSE, which only Apple's systems read"
      ])
    #expect(try file.state().table(named: "foo")?.objectCount == 4)
  }
}
