import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// What people type by mistake: each message says what was found, where, and what to type next.
@Suite struct WrongInputTests {
  /// A command line in a folder of inputs.
  struct Mistake: CustomTestStringConvertible {
    var words: String
    var status: TracetoolCommands.ExitStatus
    /// What standard error has, and standard output where something is printed all the same.
    var parts: [String]

    init(_ words: String, _ status: TracetoolCommands.ExitStatus, _ parts: String...) {
      (self.words, self.status, self.parts) = (words, status, parts)
    }

    var testDescription: String { words }
    /// The words; an underscore is a space within one.
    var arguments: [String] {
      words.split(separator: " ").map { String($0).replacing("_", with: " ") }
    }
  }

  static let mistakes = [
    Mistake("replay folder", .fine, "a.realm", "t.synctrace", "Client reset of session 1 ("),
    Mistake("replay x.realm", .fine, "`x.realm` is read as a .realm file", "`replay --fresh`"),
    Mistake("replay c.ndjson", .fine, "`c.ndjson` is read as a capture", "never uploaded"),
    Mistake("replay app.log", .fine, "`app.log` is read as a client log", "level trace"),
    Mistake(
      "replay damaged.synctrace", .badInput, "`damaged.synctrace` is damaged: offset 0x",
      "`tracetool salvage damaged.synctrace -o OUT.synctrace`"),
    Mistake("replya t.synctrace", .usage, "no verb `replya`", "did you mean `replay`?"),
    Mistake("help replai", .usage, "no verb `replai`", "did you mean `replay`?"),
    Mistake("replay t.synctrace --mode recovr", .usage, "'recovr'", "did you mean `recover`?"),
    Mistake(
      "replay t.synctrace --fault at_reset:_recovery-disable", .usage,
      "found \"recovery-disable\"; did you mean `recovery-disabled`?", "`tracetool faults`"),
    Mistake(
      "replay t.synctrace --fault at_upload_99:_client-reset", .foundProblems,
      "did not happen: the trace shows no upload", "`tracetool cat t.synctrace`"),
    Mistake(
      "replay t.synctrace --session x", .usage, "'x' is invalid for '--session",
      "`tracetool info TRACE` lists the sessions"),
    Mistake(
      "replay t.synctrace --memory-limit 10", .usage, "'10' is invalid for '--memory-limit",
      "from 1MiB on"),
    Mistake("replay t.synctrace -m all", .usage, "Unknown option '-m'", "did you mean `--mode`?"),
    Mistake("import x.realm -o y.synctrace", .fine, "`x.realm` is a .realm file", "7 events"),
    Mistake(
      "import realm t.synctrace -o y.synctrace", .badInput,
      "`t.synctrace` is a trace, not a .realm file", "`tracetool info t.synctrace`"),
    Mistake(
      "preflight --schema s.json t.synctrace", .badInput, "`s.json` is a scenario, not a schema",
      "`tracetool state --of server --schema TRACE`"),
    Mistake(
      "import scenario member.json -o y.synctrace", .badInput, "line ", "`serverChange`",
      "did you mean `serverChanges`?"),
    Mistake(
      "import scenario type.json -o y.synctrace", .badInput, "schema.rating: expected a type",
      "found `boolean`; did you mean `bool`?"),
    Mistake("export x.realm", .usage, "needs a form: `--format json`", "`tracetool pending`"),
    Mistake("fleet x.realm", .fine, "\"trace\":\"x.realm\""),
    Mistake("explain ClientRest", .foundProblems, "did you mean `ClientReset`?"),
    Mistake(
      "diff t.synctrace report.json", .usage,
      "`t.synctrace` is a trace and `report.json` is a report",
      "`TRACE@SEQUENCE`"),
    Mistake(
      "golden check empty", .noInput, "no traces in `empty`", "end in .synctrace"),
    Mistake(
      "golden check x.realm", .usage, "`x.realm` is a .realm file", "`tracetool import x.realm -o"),
    Mistake(
      "scrub t.synctrace --key-file key1 -o y.synctrace", .badInput, "a key of 1 byte",
      "`head -c 32 /dev/urandom > key1`"),
    Mistake(
      "inspect notes.txt", .badInput, "`notes.txt` is text", "no message of Realm's sync",
      "docs/log.md"),
    Mistake(
      "pending secret.realm --key-file key64", .badInput, "`secret.realm`: ", "the key",
      "`--key-file`"),
    Mistake(
      "import scenario v.ndjson -o y.synctrace", .badInput,
      "`v.ndjson` is a conformance vector, not a scenario", "docs/scenario.md"),
    Mistake(
      "replay report.json", .badInput, "`report.json` is a report in JSON, not a recorded session",
      "`tracetool diff` reads it"),
    Mistake(
      "verify x.realm", .badInput, "`x.realm` is a .realm file, not a trace",
      "`tracetool import x.realm -o OUT.synctrace`"),
  ]

  @Test(arguments: mistakes)
  func `a wrong input is told from what it should be, with the next step`(
    mistake: Mistake
  ) async throws {
    try await TemporaryFolder.during { folder in
      try Self.fill(folder)
      let words = mistake.arguments.map { word in
        FileManager.default.fileExists(atPath: folder.path(word)) || word == "y.synctrace"
          ? folder.path(word) : word
      }
      let run = await CommandRun(line: words)
      #expect(run.status == mistake.status, "\(run.error)")
      let text = (run.output + run.error).replacing(folder.root + "/", with: "")
      for part in mistake.parts { #expect(text.contains(part), "\(text)") }
    }
  }

  @Test func `standard input with nothing is said to be empty`() throws {
    let tool = try #require(BuiltProducts.path("tracetool"))
    let run = try RunningProcess.run(tool, ["replay", "-"], input: [])
    #expect(run.status == TracetoolCommands.ExitStatus.badInput.rawValue)
    #expect(run.errorText.contains("standard input is empty"), "\(run.errorText)")
  }

  private static let report = Result {
    try CommandRun([
      "replay", "--format", "json", ProjectFiles.path("traces/field-inspections.synctrace"),
    ]).outputBytes
  }

  private static func fill(_ folder: TemporaryFolder) throws {
    let demo = try ProjectFiles.bytes("traces/field-inspections.synctrace")
    let realm = try ProjectFiles.bytes("Tests/Vectors/realm-files/client-10.realm")
    let scenario = String(
      decoding: try ProjectFiles.bytes("traces/scenarios/every-kind-of-property.json"),
      as: UTF8.self)
    var damaged = demo
    for index in demo.count / 2..<demo.count / 2 + 20 { damaged[index] ^= 0xFF }
    for name in ["folder", "empty"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    let files: [String: [UInt8]] = [
      "t.synctrace": demo, "folder/t.synctrace": demo, "x.realm": realm, "folder/a.realm": realm,
      "damaged.synctrace": damaged, "s.json": Array(scenario.utf8),
      "member.json": Array(scenario.replacing("\"serverChanges\"", with: "\"serverChange\"").utf8),
      "type.json": Array(scenario.replacing("\"double?\"", with: "\"boolean\"").utf8),
      "c.ndjson": try ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson"),
      "app.log": try ProjectFiles.bytes("Tests/Vectors/logs/field-notes.log"),
      "v.ndjson": try Vectors.lines(of: "demo/field-inspections.ndjson.zst")[0],
      "secret.realm": try ProjectFiles.bytes("Tests/Vectors/realm-files/client-8.encrypted.realm"),
      "report.json": try report.get(), "notes.txt": Array("hello\n".utf8),
      "key1": [1], "key64": [UInt8](repeating: 7, count: 64),
    ]
    for (name, bytes) in files { try folder.write(bytes, to: name) }
  }
}
