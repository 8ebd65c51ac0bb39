import Foundation
import Importers
import RealmFile
import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// `.realm` files on the command line.
@Suite struct RealmFileCommandTests {
  private static let folder = "Tests/Vectors/realm-files"
  private static let numbers = [1, 10, 17, 18, 2, 25, 26, 33, 34, 9]

  /// The path of a file that is not encrypted.
  private static func path(_ number: Int) -> String {
    let plain = ProjectFiles.path("\(folder)/client-\(number).realm")
    let compact = ProjectFiles.path("\(folder)/client-\(number).compact.realm")
    return FileManager.default.fileExists(atPath: plain) ? plain : compact
  }

  @Test(arguments: numbers)
  func `a trace of a file has its state and what was never uploaded`(number: Int) throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      let imported = try CommandRun(["import", "realm", Self.path(number), "-o", trace])
      #expect(imported.status == .fine, "\(imported.error)")
      let expected = try JSONText(
        parsing: ProjectFiles.bytes("\(Self.folder)/client-\(number).json"))
      let state = try JSONText(
        parsing: try CommandRun(["state", trace, "--format", "json"]).outputBytes)
      #expect(
        CanonicalDifference.first(of: state, against: try #require(expected.member("state"))) == nil
      )
      let events = try TraceFiles.read([UInt8](Data(contentsOf: URL(fileURLWithPath: trace))))
        .events
      let commits = events.compactMap { event -> JSONText? in
        guard case .localCommit(let commit) = event.content else { return nil }
        return .members([
          "version": .integer(Int(commit.clientVersion)),
          "changeset": .string(Hex.encode(commit.changeset)),
        ])
      }
      #expect(JSONText.array(commits) == expected.member("unsynced"))
    }
  }

  @Test func `a reset to the server's side is replayed, and its state has Realm's numbers`() throws
  {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      _ = try CommandRun(["import", "realm", Self.path(10), "-o", trace])
      let refused = try CommandRun(["replay", "--mode", "all", "--fresh", Self.path(10), trace])
      #expect(refused.status == .badInput && refused.output.isEmpty)
      #expect(refused.error.contains("5 transactions that its server has not confirmed"))
      var editor = RealmFileEditor(try ProjectFiles.bytes("\(Self.folder)/client-10.realm"))
      editor.set([], 7, to: 9 << 1 | 1)
      try folder.write(editor.bytes, to: "unknown.realm")
      let unknown = try CommandRun(["replay", "--fresh", folder.path("unknown.realm"), trace])
      #expect(unknown.status == .badInput && unknown.error.contains("(rule R50)"))
      for fresh in [try Self.uploaded(in: folder), try state(of: trace, in: folder)] {
        let run = try CommandRun(["replay", "--mode", "all", "--fresh", fresh, trace])
        let one = try CommandRun(["replay", "--mode", "recover", "--fresh", fresh, trace])
        #expect(
          one.output.contains("is assumed at the end of the") && !one.output.contains("sent error"))
        #expect(run.status == .fine, "\(run.error)")
        #expect(run.output.contains("error 208"))
      }
    }
  }

  @Test func `the reset of a file that never synced is refused`() throws {
    try TemporaryFolder.with { folder in
      let file = ProjectFiles.path("\(Self.folder)/fixtures/D.realm")
      let trace = folder.path("out.synctrace")
      #expect(try CommandRun(["import", "realm", file, "-o", trace]).status == .fine)
      for input in [file, trace] {
        let run = try CommandRun(["replay", "--fresh", Self.uploaded(in: folder), input])
        #expect(run.status == .badInput && run.error.contains("the file never synced"))
      }
    }
  }

  @Test func `a fault before the end of a file's session finds no state of the device`()
    throws
  {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      _ = try CommandRun(["import", "realm", Self.path(10), "-o", trace])
      for fault in ["terminate-sync", "restore-backup"] {
        let run = try CommandRun([
          "replay", "--mode", "recover", "--fault", "after commit 4: \(fault)", trace,
        ])
        #expect(run.status == .badInput)
        #expect(run.error.contains("the trace does not show the client's state"))
        #expect(!run.error.contains("--fresh"), "\(run.error)")
      }
    }
  }

  @Test(arguments: [
    (
      "G",
      [
        "never completed. If the server asks for ClientReset again before",
        "discard is refused as a cycle.", "Nothing: the file has no identifier from a server,",
      ]
    ),
    ("C", ["or from this trace with `tracetool export`, which needs"]),
  ])
  func `what a file without a server's data shows is said of it`(
    name: String, words: [String]
  ) throws {
    let file = ProjectFiles.path("\(Self.folder)/fixtures/\(name).realm")
    let text = try CommandRun(["replay", "--mode", "all", file]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in words { #expect(text.contains(part), "\(text)") }
  }

  @Test(arguments: ["discard", "recover", "recover-or-discard"])
  func `a file without classes that has tables of Realm's own was written to`(mode: String) throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("\(Self.folder)/fixtures/G.realm")
      try folder.write(bytes, to: "same.realm")
      // The record is of Realm Core 14.13.0, and so does not count.
      bytes[0x104] = UInt8(ascii: "3")
      try folder.write(bytes, to: "older.realm")
      // And here its table is another one of Realm's.
      bytes.replaceSubrange(0x20..<0x35, with: Array("sync_internal_schemas".utf8))
      try folder.write(bytes, to: "none.realm")
      let texts = try ["same", "older", "none"].map { name in
        try CommandRun([
          "replay", "--mode", mode, "--fresh", Self.uploaded(in: folder),
          folder.path("\(name).realm"),
        ]).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      #expect(texts.allSatisfy { !$0.contains("nothing to reset") }, "\(texts)")
      let refused = texts.map { $0.contains("so this one was refused") }
      #expect(refused == [true, false, false], "\(texts)")
    }
  }

  /// A file whose server has confirmed all that it has.
  static func uploaded(in folder: TemporaryFolder) throws -> String {
    var editor = RealmFileEditor(try ProjectFiles.bytes("\(Self.folder)/client-10.realm"))
    // The progress of uploads, of which the lowest bit marks a number: version 9 of 9.
    editor.set([8], 7, to: 9 << 1 | 1)
    try folder.write(editor.bytes, to: "fresh.realm")
    return folder.path("fresh.realm")
  }

  private func state(of trace: String, in folder: TemporaryFolder) throws -> String {
    let run = try CommandRun(["state", trace, "--format", "json"])
    try folder.write(run.outputBytes, to: "state.json")
    return folder.path("state.json")
  }

  @Test func `many files are inspected, and a bad one keeps nothing from being told`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("nonsense".utf8), to: "bad.realm")
      let fixture = ProjectFiles.path("\(Self.folder)/fixtures/C.realm")
      let run = try CommandRun([
        "inspect", "--format", "json", folder.path("bad.realm"), folder.path("gone.realm"), fixture,
        ProjectFiles.path("\(Self.folder)/client-8.encrypted.realm"),
        ProjectFiles.path("traces/field-inspections.synctrace"),
      ])
      #expect(run.status == .noInput)
      let json = try JSONText(parsing: run.outputBytes)
      guard case .array(let inputs)? = json.member("inputs") else {
        Issue.record("\(run.output)")
        return
      }
      // The worst first, and else in their order.
      #expect(inputs.map { $0.member("exitCode") } == [66, 2, 2, 0, 0].map { .integer($0) })
      let files = inputs.map { $0.member("result")?["files"]?.list.first }
      #expect(
        files.map { $0?.member("kind") }
          == [nil, "notARealmFile", "encrypted", "synced", nil].map { $0.map { .string($0) } })
      #expect(
        files[3]?.member("sha256")
          == .string("0e9f407304b848e16fe418f9909e17f61fb35863350538ab0b3dbcc47ea6a5f0"))
      #expect(files[3]?.member("unsynced")?.member("changeCount") == .integer(1))
      #expect(inputs[4].member("result")?.member("recordCount") == .string("14"))
      let text = try CommandRun(["inspect", "--objects", fixture])
      #expect(text.status == .fine)
      #expect(text.output.contains("table: 1 write to 1 object"), "\(text.output)")
    }
  }

  @Test func `a file that has an identifier and no client's history is said to have synced`() throws
  {
    try TemporaryFolder.with { folder in
      var editor = RealmFileEditor(try ProjectFiles.bytes("\(Self.folder)/fixtures/A.realm"))
      editor.set([], 7, to: 1)
      try folder.write(editor.bytes, to: "a.realm")
      let text = try CommandRun(["info", folder.path("a.realm")]).output
      #expect(text.contains("  a Realm file that has synced, without a client's history\n"))
      #expect(text.contains("(rule R50)"), "\(text)")
    }
  }

  @Test(arguments: [
    ("fixtures/F", "  never connected\n"),
    (
      "foreign/test_flx_metadata_tables_v1", "  no identifier, as in a copy made for distribution\n"
    ),
  ])
  func `a file without identifier that has a server's data may have connected`(
    name: String, words: String
  ) throws {
    let text = try CommandRun(["info", ProjectFiles.path("\(Self.folder)/\(name).realm")]).output
    #expect(text.contains(words), "\(text)")
  }

  @Test(arguments: ["info", "pending"])
  func `what is read is said to lack the newest state, where that cannot be opened`(verb: String)
    throws
  {
    try TemporaryFolder.with { folder in
      let whole = try ProjectFiles.bytes("\(Self.folder)/client-10.realm")
      try folder.write(Array(whole.prefix(9000)), to: "a.realm")
      let run = try CommandRun([verb, "--salvage", folder.path("a.realm")])
      #expect((run.output + run.error).contains("the newest state (the one before it is read, "))
      #expect(verb != "info" || run.output.contains("\nstate           the one before the newest"))
      #expect(verb != "info" || run.lines.count { $0.contains("(rule R10)") } == 1)
    }
  }

  @Test(arguments: [true, false])
  func `the digest is that of the state that is read, whenever the app commits`(inspects: Bool)
    throws
  {
    let new = try ProjectFiles.bytes("\(Self.folder)/client-10.realm")
    var old = new
    old[23] ^= 1
    let known = try [old, new].map { try Self.facts(of: MemorySource($0), inspects) }
    #expect(known.map { $0?.version } == [8, 9])
    var refusedCount = 0
    for readCount in 0... {
      let source = CommittedSource(old, new, after: readCount)
      let facts = try Self.facts(of: source, inspects)
      if facts == nil { refusedCount += 1 }
      #expect(facts == nil || known.contains(facts), "after \(readCount) reads")
      guard source.isCommitted else { break }
    }
    #expect(refusedCount > 0)
  }

  private struct Facts: Equatable {
    var version: UInt64
    var sha256: String
  }

  /// What is said of a file; nil where it is refused because it has changed.
  private static func facts(of source: any ByteSource, _ inspects: Bool) throws -> Facts? {
    if inspects {
      let report = InspectReport("a.realm", source, OpenRealmFile.Options())
      guard report.failure != "\(RealmFileFailure(.changedWhileReading))" else { return nil }
      return Facts(
        version: try #require(report.inspection).group.version,
        sha256: Hex.encode(try #require(report.sha256)))
    }
    do throws(RealmFileFailure) {
      let file = try RealmFileImporter.trace(of: OpenRealmFile(source), name: "a.realm")
      return Facts(version: file.version, sha256: file.sha256)
    } catch {
      guard error.code == .changedWhileReading else { throw error }
      return nil
    }
  }

  /// A file to which an app commits after so many reads.
  private final class CommittedSource: ByteSource {
    private let old: MemorySource
    private let new: MemorySource
    private var readsLeft: Int
    let name = "a.realm"

    init(_ old: [UInt8], _ new: [UInt8], after readCount: Int) {
      (self.old, self.new) = (MemorySource(old), MemorySource(new))
      readsLeft = readCount
    }

    var isCommitted: Bool { readsLeft < 0 }
    var size: UInt64? { old.size }

    func seek(to offset: UInt64) {
      old.seek(to: offset)
      new.seek(to: offset)
    }

    func read(upTo count: Int, into buffer: inout [UInt8]) -> Int {
      readsLeft -= 1
      return (isCommitted ? new : old).read(upTo: count, into: &buffer)
    }
  }

  @Test func `inspect says what the other verbs will not read`() throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("\(Self.folder)/fixtures/C.realm")
      bytes[696] ^= 1
      try folder.write(bytes, to: "damaged.realm")
      let pending = try CommandRun(["pending", folder.path("damaged.realm")])
      #expect(pending.status == .badInput)
      let run = try CommandRun(["inspect", folder.path("damaged.realm")])
      #expect(run.status == .foundProblems)
      #expect(run.output.contains("\nproblems\n  "), "\(run.output)")
    }
  }

  /// Flips that `pending` refuses or mends, and those that change nothing but values.
  @Test(.slow, arguments: ["A", "B", "C", "D", "E", "F", "G"])
  func `what inspect finds sound is read by pending`(fixture: String) throws {
    let sound = try ProjectFiles.bytes("\(Self.folder)/fixtures/\(fixture).realm")
    try TemporaryFolder.with { folder in
      var refused = 0
      for offset in stride(from: 8, to: sound.count, by: 31) {
        var bytes = sound
        bytes[offset] ^= 1 << UInt8(offset % 8)
        try folder.write(bytes, to: "damaged.realm")
        let pending = try CommandRun(["pending", folder.path("damaged.realm")])
        guard pending.status != .fine else { continue }
        refused += 1
        let run = try CommandRun(["inspect", folder.path("damaged.realm")])
        #expect(run.status != .fine, "byte \(offset): \(pending.error)")
      }
      #expect(refused > 0)
    }
  }
}
