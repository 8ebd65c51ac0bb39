import ArgumentParser
import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct GoldenTests {
  static let demo = "traces/field-inspections.synctrace"

  /// A folder with the demo in it, and its goldens in the modes `discard` and `recover`.
  static func with(_ body: (TemporaryFolder) async throws -> Void) async throws {
    try await TemporaryFolder.during { folder in
      try folder.write(try ProjectFiles.bytes(demo), to: "demo.synctrace")
      let recorded = try await run("record", folder)
      #expect(recorded.status == .fine, "\(recorded.error)")
      try await body(folder)
    }
  }

  static func run(_ verb: String, _ folder: TemporaryFolder, _ options: [String] = []) async throws
    -> CommandRun
  {
    var arguments = ["golden", verb, folder.root] + options
    if ["record", "check"].contains(verb) {
      arguments += ["--mode", "discard", "--mode", "recover"]
    }
    return try await CommandRun(running: arguments)
  }

  /// Makes the demo's golden say that a write in conflict was recovered.
  @discardableResult static func edit(
    _ folder: TemporaryFolder, _ name: String = "demo.recover.golden"
  ) throws -> String {
    let golden = String(decoding: try folder.read(name), as: UTF8.self)
    let text =
      golden
      .replacing("28 recovered, 3 conflicted", with: "29 recovered, 2 conflicted")
      .replacing("conflicted  9.2", with: "recovered   9.2")
    #expect(text != golden)
    try folder.write(Array(text.utf8), to: name)
    return text
  }

  @Test func `goldens go through record, check, diff and accept`() async throws {
    try await Self.with { folder in
      let fine = try await Self.run("check", folder)
      #expect(fine.status == .fine)
      #expect(fine.output == "1 trace, 2 goldens: 2 the same\n")
      #expect(fine.error.isEmpty)
      try Self.edit(folder)
      let golden = try folder.read("demo.recover.golden")
      let changed = try await Self.run("check", folder)
      #expect(changed.status == .foundProblems)
      #expect(
        changed.lines.filter { !$0.contains(folder.root) } == [
          "  worse   1 write that was recovered is now in conflict",
          "      9.2 Inspection 00000000000000009e3779b8 status: set to \"checked\" [update]",
          "1 trace, 2 goldens: 1 the same, 1 changed",
        ])
      #expect(changed.error.hasPrefix("hint: `tracetool golden diff \(folder.root)` shows"))
      #expect(changed.error.contains(" `tracetool golden accept \(folder.root)` makes"))
      #expect(try folder.read("demo.recover.golden") == golden)
      let diff = try await Self.run("diff", folder)
      #expect(diff.status == .foundProblems)
      #expect(diff.output.contains("worse   1 write that was recovered is now in conflict"))
      let accepted = try await Self.run("accept", folder)
      #expect(accepted.status == .fine)
      #expect(accepted.lines.first == "replaced  \(folder.path("demo.recover.golden"))")
      #expect(try await Self.run("check", folder).status == .fine)
      let nothing = try await Self.run("accept", folder)
      #expect(nothing.status == .fine)
      #expect(nothing.error == "hint: nothing is pending\n")
      #expect(try await Self.run("diff", folder).status == .fine)
    }
  }

  @Test func `a missing golden and a stray file fail`() async throws {
    try await Self.with { folder in
      try FileManager.default.moveItem(
        atPath: folder.path("demo.recover.golden"), toPath: folder.path("memo.recover.golden"))
      let run = try await Self.run("check", folder, ["--no-pending"])
      #expect(run.status == .foundProblems)
      #expect(run.lines.contains("missing  \(folder.path("demo.recover.golden"))"))
      #expect(run.lines.contains("of no trace  \(folder.path("memo.recover.golden"))"))
      #expect(run.lines.last == "1 trace, 2 goldens: 1 the same, 1 missing, 1 of no trace")
      #expect(try !folder.names().contains { $0.hasSuffix(".pending") })
    }
  }

  @Test func `a budget makes policy of an outcome`() async throws {
    try await Self.with { folder in
      let run = try await Self.run("check", folder, ["--budget", "lost=0,conflicted=1"])
      #expect(run.status == .foundProblems)
      #expect(run.lines.contains("over budget  \(folder.path("demo.discard.golden"))"))
      #expect(run.lines.contains("  lost: 31, and the budget allows 0"))
      let recorded = try await Self.run("record", folder, ["--force", "--budget", "lost=31"])
      #expect(recorded.status == .fine)
      #expect(try await Self.run("check", folder, ["--budget", "lost=0"]).status == .fine)
    }
  }

  @Test func `GitHub gets an annotation for each finding`() async throws {
    try await Self.with { folder in
      let golden = try Self.edit(folder).split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(golden.firstIndex { $0.contains(" 9.2 ") }) + 1
      let run = try await Self.run("check", folder, ["--format", "github", "--no-pending"])
      let annotations = run.lines.filter { $0.hasPrefix("::") }
      #expect(
        annotations == [
          "::error file=\(folder.path("demo.recover.golden")),line=\(line),title=Golden changed::"
            + "worse: 1 write that was recovered is now in conflict"
        ])
    }
  }

  @Test func `Markdown has the counts, then what is wrong`() async throws {
    try await Self.with { folder in
      try Self.edit(folder)
      let run = try await Self.run("check", folder, ["--format", "markdown", "--no-pending"])
      #expect(
        run.output == """
          ### 1 trace, 2 goldens: 1 the same, 1 changed

          **changed** `\(folder.path("demo.recover.golden"))`

          - **worse** 1 write that was recovered is now in conflict
              - &#8203;9.2 Inspection 00000000000000009e3779b8 status: set to "checked" \\[update\\]

          """)
      #expect(run.error.isEmpty)
    }
  }

  @Test func `JSON has every golden and what changed`() async throws {
    try await Self.with { folder in
      try Self.edit(folder)
      let run = try await Self.run("check", folder, ["--format", "json"])
      let json = try JSONText(parsing: Array(run.output.utf8))
      #expect(json.member("version") == .integer(1))
      #expect(json.member("fine") == .bool(false))
      guard case .array(let verdicts)? = json.member("verdicts") else {
        Issue.record("no verdicts")
        return
      }
      #expect(
        verdicts.map { $0.member("status") } == [.string("same"), .string("failed")])
      #expect(verdicts[1].member("mode") == .string("Recover"))
      #expect(
        verdicts[1].member("pending") == .string(folder.path("demo.recover.golden.pending")))
      guard case .array(let changes)? = verdicts[1].member("changes") else {
        Issue.record("no changes")
        return
      }
      #expect(changes[0].member("direction") == .string("worse"))
    }
  }

  @Test func `one run writes reports for all kinds of servers`() async throws {
    try await Self.with { folder in
      let golden = try Self.edit(folder).split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(golden.firstIndex { $0.contains(" 9.2 ") }) + 1
      let run = try await Self.run(
        "check", folder,
        [
          "--report", "junit=\(folder.path("junit.xml"))",
          "--report", "sarif=\(folder.path("out.sarif"))", "--no-pending",
        ])
      #expect(run.status == .foundProblems)
      let junit = String(decoding: try folder.read("junit.xml"), as: UTF8.self)
      #expect(junit.contains("<testsuites tests=\"2\" failures=\"1\" errors=\"0\">"))
      #expect(junit.contains("<testsuite name=\"\(folder.path("demo.synctrace"))\" tests=\"2\""))
      #expect(
        junit.contains(
          "<failure type=\"changed\" message=\"1 write that was recovered is now in conflict\">"))
      let sarif = try JSONText(parsing: folder.read("out.sarif")).text()
      #expect(sarif.contains("\"ruleId\":\"golden/changed\""))
      #expect(sarif.contains("\"region\":{\"startLine\":\(line)}"))
      let uri = "file://\(folder.path("demo.recover.golden"))"
      #expect(sarif.contains("\"uri\":\"\(uri)\""))
    }
  }

  @Test func `a report is never written over a trace or a golden`() async throws {
    try await Self.with { folder in
      for name in ["demo.synctrace", "demo.recover.golden"] {
        let before = try folder.read(name)
        let run = try await Self.run("check", folder, ["--report", "junit=\(folder.path(name))"])
        #expect(run.status == .cannotCreate)
        #expect(run.error.contains("is the input, which tracetool never changes"))
        #expect(try folder.read(name) == before)
      }
    }
  }

  @Test func `a folder without traces is no success`() async throws {
    try await TemporaryFolder.during { folder in
      let run = try await Self.run("check", folder)
      #expect(run.status == .noInput)
      #expect(run.error.contains("hint: name a folder with .synctrace files"))
      let none = try await CommandRun(running: ["golden", "check", folder.path("none")])
      #expect(none.status == .noInput)
      try folder.write([], to: "notes.txt")
      let other = try await CommandRun(running: ["golden", "check", folder.path("notes.txt")])
      #expect(other.status == .usage)
    }
  }

  @Test(arguments: [
    (["--budget", "lost"], "`lost`: the limit of `lost` is not a number from 0; write"),
    (["--jobs", "0"], "`--jobs` takes a number from 1 to 64"), (["--mode", "some"], "--mode"),
  ])
  func `a wrong option is refused`(options: [String], message: String) throws {
    let error = try #require(throws: (any Error).self) {
      try Tracetool.parseAsRoot(["golden", "check", "traces"] + options)
    }
    #expect(Tracetool.fullMessage(for: error).contains(message))
  }

  @Test func `lines fit a terminal, but for paths`() async throws {
    try await Self.with { folder in
      try folder.write(
        try ProjectFiles.bytes("traces/three-clients.synctrace"), to: "demo.synctrace")
      let run = try await Self.run("check", folder, ["--verbose"])
      #expect(run.status == .foundProblems)
      #expect(run.lines.filter { !$0.contains(folder.root) }.allSatisfy { $0.count <= 80 })
    }
  }
}
