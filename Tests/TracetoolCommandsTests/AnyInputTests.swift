import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// Every verb that reads takes whatever a session can be imported from, told by its contents.
@Suite struct AnyInputTests {
  private static let files = [
    "trace": "traces/field-inspections.synctrace",
    "realm": "Tests/Vectors/realm-files/client-10.realm",
    "capture": "Tests/Vectors/wire/Sync_Replication.ndjson",
    "log": "Tests/Vectors/logs/field-notes.log",
    "scenario": "traces/scenarios/every-kind-of-property.json",
  ]
  private static let kinds = ["trace", "realm", "capture", "log", "scenario", "vector"]

  private static let verbs = [
    ["info"], ["cat"], ["replay", "--mode", "all"], ["view", "-o", "-"], ["pending"],
    ["export", "--format", "ndjson"],
    ["state"], ["merges"], ["explore", "--budget", "20"], ["preflight", "--schema", "schema.json"],
    ["diff", "t.synctrace"], ["verify"], ["salvage", "-o", "y.synctrace"],
    ["compact", "-o", "y.synctrace"], ["scrub", "--key-file", "key", "-o", "y.synctrace"],
    [
      "minimize", "--mode", "discard", "--keep", "lost >= 1", "--candidates", "50", "-o",
      "y.synctrace",
    ],
    ["golden", "check", "--no-pending"], ["golden", "record"],
  ]

  @Test func `blank lines in front of a log are passed over`() throws {
    try TemporaryFolder.with { folder in
      let blank = [UInt8](repeating: UInt8(ascii: "\n"), count: 500)
      let log = try ProjectFiles.bytes("Tests/Vectors/logs/field-notes.log")
      try folder.write(blank + log, to: "blank.log")
      let run = try CommandRun(["info", folder.path("blank.log")])
      #expect(run.status == .fine && run.output.contains("log"), "\(run.error)")
    }
  }

  @Test(arguments: ["rows", "error"])
  func `rows of a fleet are sent to the report on them`(_ kind: String) throws {
    try TemporaryFolder.with { folder in
      let failed = #"{"schema":1,"trace":"a","error":{"kind":"missing","message":"","exit":66}}"#
      try folder.write(
        kind == "error"
          ? Array(failed.utf8) : ProjectFiles.bytes("Tests/Vectors/fleet/rows.ndjson"),
        to: "rows.ndjson")
      for verb in [["import", "-o", "-"], ["replay"]] {
        let run = try CommandRun(verb + [folder.path("rows.ndjson")])
        #expect(run.status == .badInput)
        #expect(run.error.contains("hint: `tracetool fleet report` reads it"), "\(run.error)")
      }
    }
  }

  @Test(arguments: ["capture", "log", "scenario"])
  func `texts that are compressed are imported like others`(_ kind: String) throws {
    try TemporaryFolder.with { folder in
      let bytes = try ProjectFiles.bytes(try #require(Self.files[kind]))
      try folder.write(bytes, to: "plain")
      try folder.write(
        RunningProcess.run("/usr/bin/env", ["gzip"], input: bytes).output, to: "packed.gz")
      let runs = try ["plain", "packed.gz"].map {
        try CommandRun(["import", folder.path($0), "-o", "-"])
      }
      #expect(runs[0].status == .fine, "\(runs[0].error)")
      #expect(runs[1].status == .fine, "\(runs[1].error)")
      #expect(!runs[0].outputBytes.isEmpty && runs[0].outputBytes == runs[1].outputBytes)
    }
  }

  @Test(arguments: [
    ["info"], ["replay"], ["pending"], ["verify"], ["import", "-o", "x.synctrace"],
    ["salvage", "-o", "x.synctrace"],
  ])
  func `a trace that was compressed once more is called that`(verb: [String]) throws {
    try TemporaryFolder.with { folder in
      let bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      for (tool, opposite) in [("gzip", "gunzip"), ("zstd", "unzstd")] {
        try folder.write(
          RunningProcess.run("/usr/bin/env", [tool, "-c"], input: bytes).output, to: "packed")
        let run = try CommandRun(built: verb + ["packed"], in: folder)
        #expect(run.status == .badInput, "\(run.output)")
        let message = "`packed` is a trace in another compressed file"
        #expect(run.error.contains(message), "\(run.error)")
        #expect(run.error.contains("`\(opposite) -c < packed > OUT.synctrace`"), "\(run.error)")
        #expect(try folder.names() == ["packed"])
      }
    }
  }

  @Test(arguments: [
    ["import"], ["import", "capture"], ["import", "log"], ["import", "realm"],
    ["import", "scenario"], ["import", "vector"],
  ])
  func `standard output gets nothing of an input that is refused`(_ verb: [String]) throws {
    try TemporaryFolder.with { folder in
      for text in ["hello\n", ""] {
        try folder.write(Array(text.utf8), to: "notes.txt")
        let run = try CommandRun(verb + [folder.path("notes.txt"), "-o", "-"])
        #expect(run.status == .badInput, "\(run.error)")
        #expect(run.outputBytes == [], "\(run.outputBytes.count)")
      }
    }
  }

  @Test(arguments: [
    ["info"], ["pending"], ["verify"], ["import"], ["import", "capture"], ["import", "log"],
    ["import", "scenario"], ["import", "vector"],
  ])
  func `a compressed file that is cut before its first line is not called empty`(
    _ verb: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      let bytes = try ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson")
      let packed = try RunningProcess.run("/usr/bin/env", ["gzip"], input: bytes).output
      for count in [1, 2, 9, 10, 40] {
        try folder.write(Array(packed[..<count]), to: "c.gz")
        let output = verb[0] == "import" ? ["-o", folder.path("x.synctrace")] : []
        let run = try CommandRun(verb + [folder.path("c.gz")] + output)
        #expect(run.status == .badInput, "\(run.output)")
        let place = count < 10 ? "offset 0x0 in header of gzip: needs 10 bytes, \(count) left" : ""
        #expect(run.error.contains("c.gz` is truncated: \(place)"), "\(run.error)")
        #expect(run.error.contains("hint: ") && !run.error.contains("empty"), "\(run.error)")
        #expect(try folder.names() == ["c.gz"])
      }
    }
  }

  @Test(arguments: [["info"], ["replay"], ["pending"], ["cat"], ["import", "-o", "x.synctrace"]])
  func `a capture without a message is refused by its first line`(_ verb: [String]) throws {
    try TemporaryFolder.with { folder in
      let lines = ["zz", "0"].map {
        #"{"us":1,"connection":"c1","direction":"out","hex":"\#($0)"}"# + "\n"
      }
      try folder.write(Array(lines.joined().utf8), to: "c.ndjson")
      let run = try CommandRun(built: [verb[0], "c.ndjson"] + verb.dropFirst(), in: folder)
      #expect(run.status == .badInput, "\(run.output)")
      #expect(run.error.contains("no message of a capture was found: line 1: "), "\(run.error)")
      #expect(run.error.contains("hint: a line looks like {"), "\(run.error)")
      #expect(!run.error.contains("salvage"), "\(run.error)")
      #expect(try folder.names() == ["c.ndjson"])
    }
  }

  @Test(arguments: [("a b.ndjson", "'a b.ndjson'"), ("-a.ndjson", "./-a.ndjson")])
  func `a command line of a hint can be pasted whatever the file is called`(
    name: String, word: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson"), to: name)
      for (verb, next) in [
        (["verify"], "import \(word) -o OUT.synctrace"),
        (["merges", "--session", "99"], "info \(word)"),
        (["state", "--at", "9999"], "cat \(word)"), (["cat", "--session", "99"], "info \(word)"),
      ] {
        let run = try CommandRun(built: verb + ["--", name], in: folder)
        #expect(run.error.contains("`tracetool \(next)`"), "\(run.error)")
      }
    }
  }

  @Test func `a file of a folder whose name is not UTF-8 is not left out in silence`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "a.synctrace")
      // Not every system has such names.
      let copied = try RunningProcess.run(
        "/bin/bash", ["-c", "cp a.synctrace $'b\\xff.synctrace'"], in: folder.root)
      guard copied.status == 0 else { return }
      for verb in ["info", "verify", "pending"] {
        let run = try CommandRun([verb, folder.root])
        #expect(run.status == .noInput, "\(run.output)")
        #expect(run.output.contains("== \(folder.path("a.synctrace"))"), "\(run.output)")
        #expect(run.error.contains("hint: rename it if its name is not UTF-8"), "\(run.error)")
      }
      let state = ["state", "--of", "server", "--schema", folder.path("a.synctrace")]
      try folder.write(CommandRun(state).outputBytes, to: "schema.json")
      for verb in [["fleet"], ["golden", "check"], ["preflight", "--schema", "schema.json"]] {
        let run = try CommandRun(built: verb + ["."], in: folder)
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("; rename it"), "\(run.output)")
      }
    }
  }

  /// Inputs, and a name in each.
  private static let names = [
    ("scenario", "\"about"), ("scenario", "\"every-kind"), ("scenario", "Everything"),
    ("log", "flx_sync"), ("log", "Bad client file"), ("capture", "\"c1"),
  ]

  @Test(arguments: names, [["info"], ["replay"], ["state"], ["pending"], ["diff"]])
  func `names of a size that no name has are shortened in messages and tables`(
    _ name: (kind: String, text: String), verb: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      let bytes = try ProjectFiles.bytes(try #require(Self.files[name.kind]))
      let text = String(decoding: bytes, as: UTF8.self)
      let long = text.replacing(name.text, with: name.text + String(repeating: "x", count: 20_000))
      #expect(long.utf8.count > text.utf8.count)
      try folder.write(Array(long.utf8), to: "long")
      let other = ProjectFiles.path("traces/field-inspections.synctrace")
      let run = try CommandRun(verb + [folder.path("long")] + (verb == ["diff"] ? [other] : []))
      #expect(!(run.output + run.error).isEmpty)
      for line in run.lines { #expect(line.utf8.count < 10_000, "\(line.prefix(300))") }
      for line in run.error.split(separator: "\n") {
        #expect(line.utf8.count <= 2_100, "\(line.prefix(300))")
      }
    }
  }

  @Test(.slow) func `a few kilobytes that inflate to gigabytes are not read to their end`() throws {
    try TemporaryFolder.with { folder in
      let line = String(repeating: "x", count: 1023) + "\n"
      let part = Array(repeatElement(Array(line.utf8), count: 1024).joined())
      let packed = try RunningProcess.run("/usr/bin/env", ["gzip", "-9"], input: part).output
      let bomb = Array(repeatElement(packed, count: 2048).joined())
      try folder.write(bomb, to: "app.log.gz")
      let run = try CommandRun(["info", folder.path("app.log.gz")])
      #expect(run.status == .badInput, "\(run.output)")
      #expect(run.error.contains("inflates to"), "\(run.error)")
      #expect(run.error.contains("decompress it yourself"), "\(run.error)")
    }
  }

  /// What each verb makes of each kind, as it was reviewed.
  private static let page = "Tests/Messages/any-input.md"

  @Test func `each verb answers for each kind, or refuses it by name`() throws {
    var page = """
      # Any input

      How each verb that reads ends for each kind of input, and the first line that it prints, or else its error.

      | verb | input | exit code | first line |
      |---|---|---|---|

      """
    for verb in Self.verbs {
      for kind in Self.kinds {
        let run = try Self.run(verb, kind)
        let error = run.error.split(separator: "\n").first { $0.hasPrefix("error: ") }
        let line = error.map(String.init) ?? run.lines.first { !$0.isEmpty } ?? "nothing printed"
        page +=
          "| `\(verb.joined(separator: " "))` | \(kind) | \(run.status.rawValue) | "
          + "\(line.prefix(160).replacing("|", with: "\\|")) |\n"
        let label: Comment = "\(verb) \(kind): \(run.error)"
        #expect(!run.error.contains("not a trace"), label)
        if run.status == .fine {
          #expect(!run.output.isEmpty, label)
        } else {
          #expect(error == nil || run.error.contains("hint: "), label)
          #expect(error == nil || run.error.contains("input"), label)
        }
        if kind == "trace" || ["info", "cat"].contains(verb[0]) {
          #expect(error == nil, label)
        }
      }
    }
    try GoldenFile.check(page, against: Self.page)
  }

  /// Runs a verb on an input whose name does not say what it is; goldens need one that does.
  private static func run(_ verb: [String], _ kind: String) throws -> CommandRun {
    let bytes =
      try kind == "vector"
      ? Vectors.lines(of: "demo/field-inspections.ndjson.zst")[0]
      : ProjectFiles.bytes(try #require(files[kind]))
    let demo = ProjectFiles.path("traces/field-inspections.synctrace")
    let schema = try CommandRun(["state", "--of", "server", "--schema", demo]).outputBytes
    return try TemporaryFolder.with { folder in
      let name = verb[0] == "golden" && kind == "trace" ? "input.synctrace" : "input"
      try folder.write(bytes, to: name)
      try folder.write(
        try ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "t.synctrace")
      try folder.write(schema, to: "schema.json")
      try folder.write([UInt8](0..<64), to: "key")
      return try CommandRun(built: verb + [name], in: folder)
    }
  }

  @Test(arguments: ["realm", "capture", "log", "scenario"])
  func `import recognizes the kind, and the trace has the same events`(kind: String) throws {
    let path = ProjectFiles.path(try #require(Self.files[kind]))
    try TemporaryFolder.with { folder in
      let (any, named) = (folder.path("any.synctrace"), folder.path("named.synctrace"))
      #expect(try CommandRun(["import", path, "-o", any]).status == .fine)
      #expect(try CommandRun(["import", kind, path, "-o", named]).status == .fine)
      let events = try CommandRun(["cat", "--format", "json", any]).output
      #expect(try CommandRun(["cat", "--format", "json", named]).output == events)
    }
  }

  @Test(arguments: [["replay"], ["pending"], ["info"], ["verify"]])
  func `of several inputs the worst comes first, and none stops the others`(
    verb: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "a.synctrace")
      try folder.write(Array("nothing".utf8), to: "b.synctrace")
      let run = try CommandRun(verb + [folder.root])
      #expect(run.status == .badInput)
      #expect(run.lines.first?.hasPrefix(folder.path("b.synctrace")) == true, "\(run.output)")
      #expect(run.lines.contains("== " + folder.path("a.synctrace")), "\(run.output)")
      #expect(run.error.contains("error: "))
    }
  }

  @Test(arguments: [
    (["pending"], "33 writes to 11 objects in 8 transactions (client versions 4 to 11)."),
    (["replay", "--mode", "discard"], "Client reset of session 1 (field-inspections-discard)"),
  ])
  func `of inputs that end alike the one that costs most comes first`(
    verb: [String], words: String
  ) throws {
    let synced = ProjectFiles.path("Tests/Vectors/realm-files/fixtures/B.realm")
    let demo = ProjectFiles.path("traces/field-inspections.synctrace")
    for inputs in [[synced, demo], [demo, synced]] {
      let run = try CommandRun(verb + inputs)
      #expect(run.status == .fine, "\(run.error)")
      let first = try #require(run.lines.first)
      #expect(first.hasPrefix(demo) && first.contains(words), "\(run.output)")
      #expect(run.lines.first { $0.hasPrefix("== ") } == "== \(demo)")
    }
  }

  @Test(arguments: ["info", "pending", "replay", "export --format json -o OUT"])
  func `each of several encrypted files has its key in a folder`(verb: String) throws {
    try TemporaryFolder.with { folder in
      for name in ["in", "keys"] {
        try FileManager.default.createDirectory(
          atPath: folder.path(name), withIntermediateDirectories: false)
      }
      let realms = "Tests/Vectors/realm-files"
      try folder.write(ProjectFiles.bytes("\(realms)/client-0.encrypted.realm"), to: "in/a.realm")
      try folder.write(ProjectFiles.bytes("\(realms)/client-10.realm"), to: "in/b.realm")
      try folder.write((0..<64).map { UInt8(truncatingIfNeeded: 3 * $0 + 1) }, to: "keys/a.realm")
      let run = try CommandRun(
        verb.split(separator: " ").map { $0 == "OUT" ? folder.path("out") : String($0) }
          + [folder.path("in"), "--key-file", folder.path("keys")])
      #expect(run.status == .fine, "\(run.error)")
    }
  }

  @Test func `the table of several inputs says of each what is in it, and names it once`() throws {
    try TemporaryFolder.with { folder in
      let names = ["a.synctrace", "b.synctrace"]
      for name in names {
        try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: name)
      }
      for (verb, words) in [
        ("info", "records 14 in 1 chunk, 5963 bytes"), ("verify", "sound: 14 records in 1 chunk"),
      ] {
        let run = try CommandRun([verb, folder.root])
        #expect(Array(run.lines.prefix(2)) == names.map { "\(folder.path($0))  \(words)" })
      }
    }
  }

  @Test func `exports of several inputs are files in a folder`() throws {
    let realm = ProjectFiles.path("Tests/Vectors/realm-files/client-10.realm")
    let demo = ProjectFiles.path("traces/field-inspections.synctrace")
    try TemporaryFolder.with { folder in
      let verb = ["export", "--format", "ndjson", realm, demo]
      #expect(try CommandRun(verb).status == .usage)
      #expect(try CommandRun(verb + ["-o", folder.path("out")]).status == .fine)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
      #expect(names == ["client-10.realm.ndjson", "field-inspections.synctrace.ndjson"])
    }
  }

  @Test func `old names of verbs still work`() async {
    for (old, new) in [
      (["recover", "--help"], ["salvage", "--help"]), (["inspect", "--help"], ["info", "--help"]),
      (["export", "unsynced", "--help"], ["export", "--help"]),
    ] {
      let (a, b) = (await CommandRun(line: old), await CommandRun(line: new))
      #expect(a.output == b.output && a.status == .fine)
    }
  }
}
