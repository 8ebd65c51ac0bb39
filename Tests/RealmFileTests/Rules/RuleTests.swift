import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import RealmFile

/// The rules of `docs/realm-file.md`.
@Suite struct RuleTests {
  @Test(arguments: RuleCase.all)
  func `a file that breaks one rule is told by that rule`(broken: RuleCase) throws {
    #expect(RuleCase.failures(of: try FixtureTests.bytes(broken.fixture)).isEmpty)
    let failures = RuleCase.failures(of: try broken.damagedBytes())
    #expect(failures.first?.description == broken.message)
    if case .damaged(let rule, _, _)? = failures.first?.code { #expect(rule == broken.rule) }
  }

  @Test
  func `collections stand at most a hundred deep in each other (R22)`() throws {
    #expect(RuleCase.failures(of: try NestedLists.file(depth: 100)).isEmpty)
    #expect(
      RuleCase.failures(of: try NestedLists.file(depth: 101)).map(\.reason) == [
        "damaged (rule R22): expected collections at most 100 deep, found more"
      ])
  }

  @Test(arguments: [100, 101])
  func `a dictionary of format 22 stands no deeper in another one (R22)`(depth: Int) throws {
    let failures = RuleCase.failures(of: try NestedLists.oldDictionaries(depth: depth))
    #expect(
      failures.map(\.reason)
        == (depth == 100
          ? [] : ["damaged (rule R22): expected collections at most 100 deep, found more"]))
  }

  @Test
  func `objects and tombstones share the texts of an enumerated property (R28)`() throws {
    var editor = RealmFileEditor(try FixtureTests.bytes("D"))
    let texts = Int64(editor.ref([1, 1, 2, 1]))
    editor.replace([1, 1, 0, 4], with: RealmFileEditor.wide([texts], flags: 0x40))
    editor.replace([1, 1, 2, 1], with: RealmFileEditor.wide([0, 1, 2, 3, 4, 5]))
    let file = try OpenRealmFile(MemorySource(editor.bytes))
    #expect(try file.state().canonicalJSON == FixtureTests.open("D").state().canonicalJSON)
  }

  @Test
  func `a column far from the others takes memory that is counted`() throws {
    var editor = RealmFileEditor(try FixtureTests.bytes("A"))
    editor.set([1, 0, 0, 5], 1, to: 0x000B_03E8)
    let failure = #expect(throws: RealmFileFailure.self) {
      try OpenRealmFile(
        MemorySource(editor.bytes), options: .init(memory: MemoryLimit(totalBytes: 1 << 16)))
    }
    guard case .memoryExceeded(let demand)? = failure?.code else {
      Issue.record("\(failure?.description ?? "")")
      return
    }
    #expect(demand.what == "1001 columns")
  }

  @Test
  func `a name need not be UTF-8 (R43)`() throws {
    var editor = RealmFileEditor(try FixtureTests.bytes("A"))
    editor.bytes[editor.ref([1, 0, 0, 1]) + 8 + 8] = 0xFF  // the c of cost
    let file = try OpenRealmFile(MemorySource(editor.bytes))
    let state = try file.state()
    let name = RealmString([0xFF] + Array("ost".utf8))
    #expect(state.table(named: "foo")?.columnNames.contains(name) == true)
    #expect(file.damage.failures.isEmpty)
  }

  @Test(arguments: [(UInt8(0x80), true), (0x08, false), (0x81, false)])
  func `a node of an old format may have a capacity for its mark (R9)`(
    capacity: UInt8, isSound: Bool
  ) throws {
    let original = try FixtureTests.bytes("A")
    var editor = RealmFileEditor(original)
    let node = editor.ref([1, 0, 0, 1])  // the names of foo's properties
    editor.bytes.replaceSubrange(node..<node + 4, with: [0, 0, capacity, 0])
    #expect(RuleCase.failures(of: editor.bytes).map(\.reason).isEmpty == isSound)
    guard isSound else { return }
    #expect(
      try OpenRealmFile(MemorySource(editor.bytes)).state().canonicalJSON
        == OpenRealmFile(MemorySource(original)).state().canonicalJSON)
  }

  @Test
  func `what nothing depends on is never looked at (R60)`() throws {
    let original = try FixtureTests.bytes("A")
    var editor = RealmFileEditor(original)
    for slot in 3...5 { editor.set([], slot, to: 8) }  // free space
    editor.set([1, 0], 4, to: 8)  // search indexes
    editor.set([8], 0, to: 8)  // the log of local notifications
    let file = try OpenRealmFile(MemorySource(editor.bytes))
    #expect(
      try file.state().canonicalJSON
        == OpenRealmFile(MemorySource(original)).state().canonicalJSON)
    #expect(try file.history()?.entries.count == 2)
    #expect(file.damage.failures.isEmpty)
  }
}

/// The rules about encrypted files.
@Suite struct EncryptionRuleTests {
  private let key: RealmFileKey

  init() throws { key = try RealmFileKey(RealmFileCipher.vectorKey) }

  private func reason(_ bytes: [UInt8]) -> String? {
    RuleCase.failures(of: bytes, key: key).first?.description
  }

  @Test(arguments: RobustnessTests.fixtures)
  func `a file that is encrypted is read as the plain one`(name: String) throws {
    let plain = try FixtureTests.bytes(name)
    guard plain.count.isMultiple(of: 4096) else { return }
    let encrypted = try RealmFileCipher.encrypt(plain)
    #expect(reason(encrypted) == nil)
    let file = try OpenRealmFile(MemorySource(encrypted), options: .init(key: key))
    #expect(file.isEncrypted)
    #expect(
      try file.state().canonicalJSON == OpenRealmFile(MemorySource(plain)).state().canonicalJSON)
  }

  @Test
  func `an encrypted file has whole pages, two at least (R54)`() throws {
    #expect(throws: RealmFileFailure.self) {
      try EncryptedFile(RawFile(MemorySource([UInt8](repeating: 0, count: 4096))), key: key)
    }
    let cut = try RealmFileCipher.encrypt(FixtureTests.bytes("F")).dropLast(8)
    #expect(reason(Array(cut))?.hasPrefix("not a Realm file: bytes 16 to 19 are") == true)
  }

  @Test
  func `a key has 64 bytes (R55)`() {
    #expect(throws: RealmFileFailure(.invalidKey("63 bytes, expected 64"))) {
      try RealmFileKey([UInt8](repeating: 0, count: 63))
    }
  }

  @Test
  func `a key that fits no page is another file's (R56)`() throws {
    let key = RealmFileCipher.vectorKey.map { $0 ^ 1 }
    let encrypted = try RealmFileCipher.encrypt(FixtureTests.bytes("F"), key: key)
    #expect(reason(encrypted) == "the key does not fit, or this is not an encrypted Realm file")
  }

  @Test
  func `a page that was changed is not believed (R57)`() throws {
    var encrypted = try RealmFileCipher.encrypt(FixtureTests.bytes("F"))
    encrypted[2 * 4096 + 77] ^= 4
    #expect(
      reason(encrypted)
        == "offset 0x1000: damaged (rule R57): expected an encrypted page whose authentication code fits, "
        + "found another code")
  }

  @Test
  func `the first page of a known file is encrypted as Realm does it`() throws {
    let encrypted = try RealmFileCipher.encrypt(
      FixtureTests.bytes("A"), key: (0..<64).map { UInt8($0) })
    #expect(
      Hex.encode(encrypted[4..<32]) == "54785808a73c8072cde78ac8fb794b24901bad68a5efd6a1a4d3bdb5")
    #expect(Hex.encode(encrypted[4096..<4112]) == "87b60360d992fd8354e045040178dbf8")
  }
}
