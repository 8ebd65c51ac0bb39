import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct SimulateTests {
  private static let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  private static func run(
    _ folder: TemporaryFolder, _ name: String, _ words: [String]
  ) throws -> CommandRun {
    try CommandRun(
      ["simulate", "--devices", "3", "--days", "3", "-o", folder.path(name)] + words)
  }

  @Test func `A world is repeated from its folder, byte for byte`() async throws {
    try await TemporaryFolder.during { folder in
      let fault = ["--fault", "day 2: terminate-sync", "--seed", "7"]
      let first = try Self.run(folder, "first", ["--like", Self.demo] + fault)
      #expect(first.status == .fine, "\(first.error)")
      #expect(first.lines.first?.hasSuffix("first: 3 traces, 3 days, seed 7") == true)
      let again = try Self.run(
        folder, "again",
        [
          "--schema", folder.path("first/schema.json"), "--workload",
          folder.path("first/workload.json"),
        ] + fault)
      #expect(again.status == .fine, "\(again.error)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("first"))
      #expect(names.count == 5)
      for name in names {
        let paths = ["first", "again"].map { folder.path("\($0)/\(name)") }
        #expect(
          FileManager.default.contents(atPath: paths[0])
            == FileManager.default.contents(atPath: paths[1]), "\(name)")
      }
      let fleet = await CommandRun(line: [
        "fleet", "run", folder.path("first"), "-o", folder.path("rows.ndjson"),
      ])
      #expect(fleet.status == .fine, "\(fleet.error)")
    }
  }

  @Test(.slow) func `The commands of the guide print what it shows`() async throws {
    try await TemporaryFolder.during { folder in
      for command in try DocumentedCommand.all(in: "docs/simulate.md") {
        let words = command.arguments.map { word in
          word.hasPrefix("traces/")
            ? ProjectFiles.path(word)
            : ["world", "rows.ndjson"].contains(word) ? folder.path(word) : word
        }
        let run = try await CommandRun(running: words)
        let missing = DocumentedExcerpt(command.output)
          .missingPart(in: run.output.replacing(folder.root + "/", with: ""))
        #expect(missing == nil, "\(words)\n\(run.output)\(run.error)")
      }
    }
  }

  @Test(arguments: [(Int64.min, Int64.max), (0, 1_000_000_000_000_000)])
  func `What is learned of times far from each other can be read again`(
    first: Int64, last: Int64
  ) throws {
    try TemporaryFolder.with { folder in
      let capture = try ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson")
      let lines = String(decoding: capture, as: UTF8.self).split(separator: "\n")
      let moved = lines.enumerated().map { index, line in
        "{\"us\":\(index < lines.count / 2 ? first : last)\(line.drop { $0 != "," })"
      }
      try folder.write(Array(moved.joined(separator: "\n").utf8), to: "like.ndjson")
      let seed = ["--seed", "1"]
      let learned = try Self.run(folder, "one", ["--like", folder.path("like.ndjson")] + seed)
      #expect(learned.status == .fine, "\(learned.error)")
      let files = ["--schema", folder.path("one/schema.json")]
      let again = try Self.run(
        folder, "two", files + ["--workload", folder.path("one/workload.json")] + seed)
      #expect(again.status == .fine, "\(again.error)")
    }
  }

  @Test func `A proxy records messages alone`() async throws {
    try await TemporaryFolder.during { folder in
      let run = try Self.run(
        folder, "world",
        [
          "--schema", Self.demo, "--seed", "7", "--fault", "day 2: terminate-sync", "--record",
          "wire",
        ])
      #expect(run.status == .fine, "\(run.error)")
      let replay = await CommandRun(line: ["replay", folder.path("world/device-1.synctrace")])
      #expect(replay.output.contains("Client reset of session "), "\(replay.error)")
      #expect(replay.output.contains("only what crossed the wire is known"))
    }
  }

  @Test func `The workload and the counts have the form that is documented`() throws {
    try TemporaryFolder.with { folder in
      let run = try Self.run(
        folder, "world", ["--schema", Self.demo, "--seed", "1", "--format", "json"])
      let json = try JSONText(parsing: Array(run.output.utf8))
      #expect(json.member("seed") == .string("1"))
      #expect(json.member("counts")?.member("devices") == .integer(3))
      let schema = JSONSchema(
        try JSONText(parsing: ProjectFiles.bytes("docs/workload.schema.json")))
      let written = try #require(
        FileManager.default.contents(atPath: folder.path("world/workload.json")))
      #expect(schema.findings(in: try JSONText(parsing: Array(written))) == [])
      // The guide shows what is meant where a file says nothing.
      let guide = String(decoding: try ProjectFiles.bytes("docs/simulate.md"), as: UTF8.self)
      let shown = guide.components(separatedBy: "```json\n")[1].components(separatedBy: "```")[0]
      #expect(try JSONText(parsing: Array(shown.utf8)) == JSONText(parsing: Array(written)))
    }
  }

  @Test(arguments: [
    (
      ["--schema", "SCHEMA", "--fault", "day 2: remove-property Site.nothing"], 2, "did not happen"
    ),
    (
      ["--schema", "SCHEMA", "--fault", "day 4: terminate-sync"], 2,
      "did not happen: the simulation has 3 days"
    ),
    (["--schema", "SCHEMA", "--fault", "at end: terminate-sync"], 64, "`day`"),
    (["--schema", "SCHEMA", "--fault", "after day 2: terminate-sync"], 64, "a day is a moment"),
    (["--schema", "SCHEMA", "--fault", "day 2: crash"], 64, "is for a replay"),
    (["--schema", "SCHEMA", "--devices", "0"], 65, "devices"),
    (["--schema", "SCHEMA", "--workload", "SCHEMA"], 65, "workload"),
    (["--schema", "/no/such/file"], 66, "/no/such/file"),
  ])
  func `What cannot be simulated is said`(words: [String], status: Int32, text: String) throws {
    try TemporaryFolder.with { folder in
      let run = try Self.run(
        folder, "world", words.map { $0 == "SCHEMA" ? Self.demo : $0 } + ["--seed", "1"])
      #expect(run.status.rawValue == status, "\(run.error)")
      #expect(run.error.contains(text), "\(run.error)")
    }
  }

  @Test func `A folder with something in it is left as it is`() throws {
    try TemporaryFolder.with { folder in
      try folder.write([1], to: "here")
      let run = try CommandRun(["simulate", "--schema", Self.demo, "-o", folder.root])
      #expect(run.status == .cannotCreate)
      #expect(try folder.names() == ["here"])
    }
  }

  @Test func `A schema or a trace to learn from is needed`() async {
    let run = await CommandRun(line: ["simulate", "-o", "x"])
    #expect(run.status == .usage)
    #expect(run.error.contains("--like TRACE"))
  }
}
