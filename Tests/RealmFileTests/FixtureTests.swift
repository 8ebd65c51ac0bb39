import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RealmFile

/// Small files whose content is known to the byte.
/// Small files.
@Suite struct FixtureTests {
  static func bytes(_ name: String) throws -> [UInt8] {
    try ProjectFiles.bytes("Tests/Vectors/realm-files/fixtures/\(name).realm")
  }

  static func open(_ name: String) throws -> OpenRealmFile {
    try OpenRealmFile(MemorySource(bytes(name)))
  }

  private func objects(_ name: String, of className: String) throws -> String {
    let state = try Self.open(name).state().canonicalJSON
    return try #require(
      state.member("classes")?.member(className)?.member("objects")?.text())
  }

  @Test
  func `objectIds, decimals, and a change that was never uploaded`() throws {
    let file = try Self.open("A")
    #expect(file.header.format == 24)
    #expect(file.group.version == 3)
    let text = try objects("A", of: "foo")
    for part in [
      "{\"_id\":{\"$oid\":\"cafebabedeadbeef00000000\"},\"cost\":{\"$decimal\":\"10.50\"}}",
      "{\"$decimal\":\"+1375488932539311398584611E+0\"}",
      "{\"$decimal\":\"+6422018348623853211009174311926606E-32\"}",
    ] { #expect(text.contains(part), "\(text)") }
    let history = try #require(try file.history())
    #expect(history.clientFileIdent == 1)
    #expect(history.clientFileIdentSalt == 123)
    #expect(history.entries.map(\.version) == [2, 3])
    #expect(history.pendingEntries.map(\.version) == [3])
    #expect(history.progress.uploadableBytes == 222)
    #expect(history.engines.map(\.engineVersion) == ["14.14.0"])
    var inflater = ZlibInflater()
    let unsynced = history.unsyncedChanges(inflatedBy: &inflater)
    #expect(unsynced.changes.map(\.commit.clientVersion) == [2])
    #expect(unsynced.changes.map(\.commit.changeset.count) == [222])
  }

  @Test
  func `collections in collections`() throws {
    let text = try objects("B", of: "Table")
    let first =
      "{\"any\":{\"$list\":[\"Godbye\"]},\"any_list\":[{\"$list\":[{\"$int\":\"3\"},{\"$int\":\"4\"}]},"
      + "{\"$dictionary\":{\"four\":{\"$int\":\"4\"},\"three\":{\"$int\":\"3\"}}}],"
      + "\"id\":{\"$int\":\"123\"},\"ints\":[{\"$int\":\"1\"},{\"$int\":\"2\"},{\"$int\":\"3\"},{\"$int\":\"4\"}]}"
    #expect(text.contains(first), "\(text)")
    #expect(text.contains("\"any\":{\"$dictionary\":{\"weight\":{\"$int\":\"70\"}}}"), "\(text)")
    let history = try #require(try Self.open("B").history())
    #expect(history.pendingEntries.isEmpty)
    #expect(history.clientFileIdentSalt == 6_677_295_135_305_717_316)
    #expect(history.progress.latestServerVersionSalt == 5_127_279_004_062_108_409)
    #expect(history.progress.uploadClientVersion == 6)
  }

  @Test
  func `a primary key at column 0, and changes that merging has changed`() throws {
    let file = try Self.open("C")
    #expect(try objects("C", of: "table").contains("\"_id\":{\"$int\":\"42\"}"))
    let history = try #require(try file.history())
    #expect(history.clientFileIdentSalt == 1_311_768_465_173_141_112)
    #expect(history.pendingEntries.map(\.version) == [5, 6])
    var inflater = ZlibInflater()
    let unsynced = history.unsyncedChanges(inflatedBy: &inflater)
    #expect(unsynced.changes.map(\.commit.clientVersion) == [4])
    #expect(unsynced.changes.map(\.isMerged) == [true])
    #expect(unsynced.mergedAwayCount == 1)
  }

  @Test
  func `tombstones, and links to them`() throws {
    let state = try Self.open("D").state()
    let text = state.canonicalJSON.text()
    #expect(text.contains("{\"$link\":[\"foo\",{\"$int\":\"7000\"}]}"), "\(text)")
    #expect(text.contains("{\"$link\":[\"bar\",\"gary\"]}"))
    #expect(!text.contains("eric"))
    #expect(state.table(named: "foo")?.objectKeys.map(\.rawValue) == [0, 2, 3, 15, 100, 7000])
  }

  @Test
  func `a dictionary of format 22, and a set whose order has changed since`() throws {
    let text = try objects("E", of: "table")
    #expect(text.contains("\"eight\":{\"$timestamp\":[\"4\",5]}"), "\(text)")
    #expect(text.contains("\"three\":\"John\""))
    #expect(
      text.contains("\"Beatles\",\"John\",\"Ringo\",{\"$binary\":\"47656f72676500\"}"), "\(text)")
  }

  @Test
  func `subscriptions`() throws {
    let sets = try #require(try Self.open("F").subscriptionSets())
    #expect(sets.map(\.version) == [0, 1])
    #expect(sets.last?.subscriptions.map(\.name) == ["a sub", nil])
    #expect(
      sets.last?.subscriptions.map(\.query) == ["foo == \"JBR\" and bar > 0", "foo == \"bizz\""])
    #expect(sets.last?.state == .pending)
    #expect(sets.active?.version == 0)
  }

  @Test
  func `the record of an unfinished reset`() throws {
    let record = try #require(try Self.open("G").resetRecord())
    #expect(record.engineVersion == "14.14.0")
    #expect(record.time == Timestamp(seconds: 1_795_219_796, nanoseconds: 405_596_181))
    #expect(record.mode == .discardLocal)
    #expect(record.action == .clientReset)
    #expect(record.errorCode == 1032)
    #expect(record.errorMessage == "Bad client file ident")
    #expect(record.pendingReset?.mode == .discardLocal)
  }

  private func record(
    _ damage: (inout RealmFileEditor) -> Void
  ) throws -> ResetRecord {
    var editor = RealmFileEditor(try Self.bytes("G"))
    damage(&editor)
    let file = try OpenRealmFile(MemorySource(editor.bytes), options: .init(salvages: true))
    return try #require(try file.resetRecord())
  }

  @Test
  func `a record of a reset with another column or a second object is ignored, as Realm does`()
    throws
  {
    let other = try record { $0.bytes[$0.ref([1, 0, 0, 1]) + 8 + 4 * 16] = UInt8(ascii: "E") }
    #expect(other.isMalformed && other.mode == .discardLocal && other.pendingReset == nil)
    let two = try record { editor in
      editor.set([1, 0, 2], 0, to: 2 << 1 | 1)
      for leaf in [1, 6] {
        editor.replace([1, 0, 2, leaf], with: RealmFileEditor.node(0x08, count: 2, []))
      }
      for leaf in [3, 4, 5] {
        editor.replace([1, 0, 2, leaf], with: RealmFileEditor.wide([0, 1]))
      }
      let seconds = Int64(editor.append(RealmFileEditor.wide([1, 0, 0])))
      let nanoseconds = Int64(editor.append(RealmFileEditor.wide([0, 0])))
      editor.replace(
        [1, 0, 2, 2], with: RealmFileEditor.wide([seconds, nanoseconds], flags: 0x40))
    }
    #expect(two.isMalformed && two.pendingReset == nil)
  }

  @Test(arguments: [1, 3, 4])
  func `of a record of a reset what cannot be read is not known`(leaf: Int) throws {
    let damaged = try record {
      $0.replace(
        [1, 0, 2, leaf], with: RealmFileEditor.node(0x10, count: 8, [UInt8](repeating: 0, count: 8))
      )
    }
    #expect((damaged.engineVersion == nil) == (leaf == 1))
    #expect((damaged.modeNumber == nil) == (leaf == 3))
    #expect((damaged.actionNumber == nil) == (leaf == 4))
    #expect(!damaged.isMalformed && damaged.pendingReset == nil)
  }
}
