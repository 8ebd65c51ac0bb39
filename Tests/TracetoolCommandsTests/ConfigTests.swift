import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// What `tracetool.toml` does to command lines.
@Suite struct ConfigTests {
  private func with(_ config: String, _ body: (TemporaryFolder) async throws -> Void) async throws {
    try await GoldenTests.with { folder in
      try folder.write(Array(config.utf8), to: ConfigFile.name)
      try await body(folder)
    }
  }

  private func run(_ words: [String], in folder: TemporaryFolder) async -> CommandRun {
    await CommandRun(line: words, in: folder.root + "/")
  }

  @Test func `Paths, modes and budgets count where the command line has none`() async throws {
    let config = """
      paths = ["demo.synctrace"]
      mode = ["discard", "recover"]
      [golden]
      budget = "lost=0"
      """
    try await with(config) { folder in
      let check = await run(["golden", "check", "--no-pending"], in: folder)
      #expect(check.lines.contains("  lost: 31, and the budget allows 0"), "\(check.error)")
      #expect(check.lines.last == "1 trace, 2 goldens: 1 the same, 1 over budget")
      let typed = await run(
        ["golden", "check", "--no-pending", "--budget=lost=31", "--mode", "recover"], in: folder)
      #expect(typed.output == "1 trace, 1 golden: 1 the same\n")
      let other = await run(["golden", "check", folder.path("none")], in: folder)
      #expect(other.status == .noInput && other.error.contains("none"))
      // `replay` takes one mode, and none of several.
      let replay = await run(["replay", "--format", "json"], in: folder)
      #expect(replay.status == .fine && replay.output.contains("DiscardLocal"))
    }
  }

  @Test func `The table that names most of a verb wins`() async throws {
    let config = """
      mode = "manual"
      [golden]
      mode = "discard"
      [golden.check]
      mode = "recover"
      """
    try await with(config) { folder in
      let check = await run(["golden", "check", folder.root], in: folder)
      #expect(check.output == "1 trace, 1 golden: 1 the same\n")
      let file = try #require(try ConfigFile.found(from: folder.root + "/"))
      let lines = ConfigSettings(file).lines
      #expect(lines.contains { $0.hasPrefix("golden.check.mode") && $0.hasSuffix("golden check") })
      #expect(lines.contains { $0.hasPrefix("golden.mode") && $0.hasSuffix("golden record") })
      #expect(
        lines.contains {
          $0.wholeMatch(of: /mode +manual +line 1 +replay, fleet run, fleet report, preflight/)
            != nil
        }, "\(lines)")
      let json = ConfigSettings(file).json
      let setting = try #require(json["settings"]?.list.first { $0["key"] == .string("mode") })
      #expect(setting["line"] == .integer(1) && setting["source"] == .string("file"))
      #expect(setting["values"] == .array([.string("manual")]))
    }
  }

  @Test func `What is built in of a key is that of the verbs that have no other`() async throws {
    try await with("[replay]\nmode = \"recover\"") { folder in
      let lines = ConfigSettings(try ConfigFile.found(from: folder.root + "/")).lines
      #expect(lines.contains { $0.wholeMatch(of: /mode +all +built in +golden record.*/) != nil })
    }
  }

  @Test func `The file is looked for in the folders above`() async throws {
    try await with("paths = \"demo.synctrace\"\nmode = \"recover\"") { folder in
      let below = folder.path("a/b")
      try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
      let run = await CommandRun(line: ["golden", "check"], in: below + "/")
      #expect(run.output == "1 trace, 1 golden: 1 the same\n", "\(run.error)")
      #expect(try ConfigFile.found(from: below + "/")?.path == below + "/../../" + ConfigFile.name)
    }
  }

  @Test(arguments: [
    (
      "budgets = \"lost=0\"", "line 1, column 1: `budgets` is not a key here",
      "did you mean `budget`?"
    ),
    ("[goldn]\nmode = \"all\"", "`goldn` is not a verb with settings", "did you mean `golden`?"),
    (
      "[golden]\n[bogus.x]\n[preflight]", "line 2, column 1: `bogus.x` is not a verb with settings",
      "write one of replay, pending, golden, golden.record, "
    ),
    (
      "[replay]\nbudget = \"lost=0\"", "line 2, column 1: `budget` is not a key in `[replay]`",
      "one of"
    ),
    ("mode = \"recovr\"", "line 1, column 8: The value 'recovr' is invalid", ""),
    ("mode = 3", "`mode` takes a string, or an array of strings", ""),
    ("engine = [\"x\"]", "`engine` takes a string", ""), ("jobs = 0", "from 1 to 64", ""),
    ("jobs = \"2\"", "`jobs` takes a whole number", ""), ("paths = []", "`paths` takes", ""),
    ("budget = \"loss=0\"", "`loss=0` is not a limit of a budget", ""),
    ("docs-url = \"file:///x\"", "is not a web address", ""),
    ("output = \"/etc/passwd\"", "`output` is not a key", ""),
    ("pending = \"x\"", "`pending` is not a key", ""), ("report = [\"json=x\"]", "not a key", ""),
    ("paths = \"/etc\"", "`/etc` is not a path in the folder of `tracetool.toml`", "put"),
    ("paths = \"a/../../b\"", "not a path in the folder", ""), ("paths = \"-\"", "not a path", ""),
    ("paths = [\"demo.synctrace\", \"link\"]", "column 28: `link` is not a path in the folder", ""),
    ("paths = \"a\\u0000b\"", "is not a path in the folder", ""), ("mode", "expected `=`", ""),
    ("mode = \u{1B}[31m", #"found `\u{1b}[31m`"#, ""),
  ])
  func `A mistake has its place and the next step, and stops what would read it`(
    config: String, message: String, hint: String
  ) async throws {
    try await with(config) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("link"), withDestinationPath: "/etc")
      let run = await run(["golden", "check", folder.root], in: folder)
      #expect(run.status == .badInput)
      #expect(
        run.error.contains(message) && (hint.isEmpty || run.error.contains(hint)), "\(run.error)")
      #expect(run.error.contains("\(folder.path(ConfigFile.name))`, line "))
      // Help and other verbs do not need it.
      #expect(await self.run(["golden", "check", "--help"], in: folder).status == .fine)
      #expect(await self.run(["faults"], in: folder).status == .fine)
    }
  }

  @Test func `A value is never an option, and a path of the file neither`() async throws {
    try await with("paths = \"--force\"\nengine = \"--force\"") { folder in
      let run = await run(["golden", "record", folder.root], in: folder)
      #expect(run.status == .badInput && run.error.contains("'--force' is invalid"))
    }
  }

  @Test func `The sample of the guide is read`() async throws {
    let guide = String(decoding: try ProjectFiles.bytes("docs/usage.md"), as: UTF8.self)
    let sample = try #require(guide.firstMatch(of: /```toml\n(?<text>(?s:.*?))```/)?.text)
    try await with(String(sample)) { folder in
      let file = try #require(try ConfigFile.found(from: folder.root + "/"))
      #expect(
        file.settings.map(\.name) == [
          "paths", "mode", "docs-url", "golden.budget", "golden.record.engine", "preflight.schema",
        ])
    }
    for key in ConfigKey.allCases { #expect(guide.contains("| `\(key.rawValue)` |")) }
  }

  @Test func `What is not a file of its own is refused`() async throws {
    try await GoldenTests.with { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path(ConfigFile.name), withIntermediateDirectories: true)
      let run = await run(["golden", "check", folder.root], in: folder)
      #expect(run.status == .noInput && run.error.contains("not a regular file"))
    }
  }

  @Test func `All clients are compared without a mode`() async throws {
    try await with("mode = \"recover\"\npaths = \"demo.synctrace\"") { folder in
      let run = await run(["replay", "--all-clients"], in: folder)
      // The demo shows no messages, and nothing is wrong with the options.
      #expect(run.error.hasPrefix("error: no messages of clients in"), "\(run.error)")
    }
  }

  @Test func `Verbs whose reports link to no documentation are not offered its address`() {
    #expect(
      ConfigVerb.all.filter { $0.keys.contains(.docsURL) }.map(\.words) == [
        ["replay"], ["golden", "record"], ["golden", "check"], ["golden", "diff"],
        ["golden", "accept"],
      ])
  }

  @Test func `Without a file, what is built in is listed`() throws {
    let run = try CommandRun(["config"])
    #expect(run.lines.first == "no tracetool.toml here or above")
    #expect(
      run.lines.contains {
        $0.wholeMatch(of: /jobs +one for each.* built in  replay, golden.*/) != nil
      })
    let json = try JSONText(parsing: CommandRun(["config", "--format", "json"]).outputBytes)
    #expect(json["settings"]?.list.count == ConfigKey.allCases.count && json["file"] == nil)
  }
}
