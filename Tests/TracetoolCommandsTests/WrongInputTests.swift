import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// What people type by mistake: each message says what was found, where, and what to type next.
@Suite struct WrongInputTests {
  /// Command lines in a folder of inputs; an underscore is a space within a word.
  static let mistakes = [
    "replay folder", "replay x.realm", "replay c.ndjson", "replay app.log",
    "replay damaged.synctrace", "replay report.json",
    "replya t.synctrace", "help replai", "replay t.synctrace --mode recovr",
    "replay t.synctrace --fault at_reset:_recovery-disable",
    "replay t.synctrace --fault at_upload_99:_client-reset",
    "replay t.synctrace --fault at_reset:_remove-class_class=Inspectoin",
    "replay t.synctrace --fault at_reset:_remove-property_class=Inspection_property=titel",
    "replay t.synctrace --session x", "replay t.synctrace --session 9",
    "replay t.synctrace --memory-limit 10", "replay t.synctrace -m all",
    "import x.realm -o y.synctrace", "import realm t.synctrace -o y.synctrace",
    "import scenario member.json -o y.synctrace", "import scenario type.json -o y.synctrace",
    "import scenario v.ndjson -o y.synctrace", "preflight --schema s.json t.synctrace",
    "rescue folder --target oracle:app -o case",
    "rescue folder --target export:t.synctrace -o case",
    "rescue folder --target sqlite:none.db -o case",
    "rescue folder --target postgresql://me:secret@host/app -o case",
    "rescue apply folder", "rescue empty --target export:out -o case",
    "export x.realm", "fleet x.realm",
    "explain ClientRest", "faults recovery-disable",
    "diff t.synctrace report.json", "state c.ndjson", "golden check empty",
    "golden check folder --no-pending", "golden check x.realm", "golden record app.log",
    "scrub t.synctrace --key-file key1 -o y.synctrace", "inspect notes.txt",
    "pending secret.realm", "pending secret.realm --key-file key64", "verify x.realm",
    "verify notes.txt", "compact c.ndjson -o y.synctrace", "salvage s.json -o y.synctrace",
  ]

  /// The whole of what each of them says, as it was reviewed.
  private static let page = "Tests/Messages/wrong-inputs.md"

  @Test func `each message is the reviewed one`() throws {
    var page = """
      # Wrong inputs

      What each of these command lines writes to standard error, and the first line of what it prints.

      """
    for mistake in Self.mistakes {
      let run = try Self.run(mistake)
      let printed = run.lines.first.map { "> \($0.prefix(100))" }
      let said = run.error.split(separator: "\n").map(String.init)
      page += """

        ## `tracetool \(mistake.replacing("_", with: " "))`

        Exit code \(run.status.rawValue).

        ```
        \(((printed.map { [$0] } ?? []) + said).joined(separator: "\n"))
        ```

        """
    }
    try GoldenFile.check(page, against: Self.page)
  }

  @Test(arguments: mistakes)
  func `a refusal has a next step, in plain words`(mistake: String) throws {
    let run = try Self.run(mistake)
    let isAnswered =
      run.status == .fine || ["golden", "What to do"].contains { run.output.contains($0) }
    #expect(isAnswered || run.error.contains("hint: ") || run.error.contains("`tracetool "))
    for phrase in ["is no ", "Optional(", "nil", " is none"] {
      #expect(!run.error.contains(phrase), "\(run.error)")
    }
  }

  /// Runs a command line in a folder of inputs; the paths in what it says are relative to that.
  private static func run(_ mistake: String) throws -> CommandRun {
    try TemporaryFolder.with { folder in
      try fill(folder)
      let words = mistake.split(separator: " ").map { String($0).replacing("_", with: " ") }
      return try CommandRun(built: words, in: folder)
    }
  }

  @Test(arguments: [
    ("fleet", "", "no traces in standard input"),
    ("verify", "traces/field-inspections.synctrace", "standard input: sound: 14 records"),
    ("explore", "traces/scenarios/fate-file-deleted.json", "What can go wrong with standard input"),
  ])
  func `standard input has that name`(verb: String, input: String, text: String) throws {
    let tool = try #require(BuiltProducts.path("tracetool"))
    let run = try RunningProcess.run(
      tool, [verb, "-"], input: input.isEmpty ? [] : ProjectFiles.bytes(input))
    #expect((run.text + run.errorText).contains(text), "\(run.text)\(run.errorText)")
  }

  @Test func `standard input with nothing is said to be empty`() throws {
    let tool = try #require(BuiltProducts.path("tracetool"))
    let run = try RunningProcess.run(tool, ["replay", "-"], input: [])
    #expect(run.status == TracetoolCommands.ExitStatus.badInput.rawValue)
    #expect(
      run.errorText == """
        error: standard input is empty
        hint: name a trace, a .realm file, a capture, a log or a scenario

        """)
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
