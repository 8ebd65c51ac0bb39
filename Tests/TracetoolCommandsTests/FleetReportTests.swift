import ArgumentParser
import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// `fleet report` on rows of the project's own traces.
@Suite(.slow) struct FleetReportTests {
  private static let rows = ProjectFiles.path("Tests/Vectors/fleet/rows.ndjson")
  /// Names in the rows are paths from the repository's root.
  private static let root = ProjectFiles.path("traces").dropLast("/traces".count)

  private static func lines() throws -> [[UInt8]] {
    try ProjectFiles.bytes("Tests/Vectors/fleet/rows.ndjson")
      .split(separator: UInt8(ascii: "\n")).map(Array.init).atLeast(12, "rows")
  }

  private static func json(_ arguments: [String]) async throws -> JSONText {
    let run = try await CommandRun(running: ["fleet", "report", "--format", "json"] + arguments)
    return try JSONText(parsing: Array(run.output.utf8))
  }

  @Test func `clusters come with command lines that replay what shows them`() async throws {
    let run = try await CommandRun(
      running: ["fleet", "report", Self.rows, "--traces", String(Self.root)])
    #expect(run.status == .fine, "\(run.error)")
    let commands = run.lines.filter { $0.hasPrefix("    tracetool replay ") }
    #expect(commands.count > 5)
    for command in Set(commands) {
      let words = DocumentedCommand.words(command.dropFirst("    tracetool ".count))
      #expect(words[3].hasPrefix("\(Self.root)/traces/"))
      let replay = try CommandRun(words)
      #expect(replay.status == .fine, "\(command): \(replay.error)")
    }
  }

  @Test func `synced values are gone or changed where a trace does not show which`() async throws {
    try await TemporaryFolder.during { folder in
      let rows = folder.path("rows.ndjson")
      let trace = ProjectFiles.path("traces/three-clients.synctrace")
      #expect(try await CommandRun(running: ["fleet", "run", trace, "-o", rows]).status == .fine)
      // The project's rows name no such gap.
      for (file, isOpen) in [(rows, true), (Self.rows, false)] {
        let run = try await CommandRun(running: ["fleet", "report", file])
        #expect(run.output.contains("synced, gone or changed ") == isOpen, "\(run.output)")
        #expect(run.output.contains("4 synced values gone or changed") == isOpen, "\(run.output)")
      }
    }
  }

  @Test func `one file and several come to the same, in any order`() async throws {
    try await TemporaryFolder.during { folder in
      var parts: [String] = []
      for (index, line) in try Self.lines().enumerated() {
        parts.append(folder.path("\(index).ndjson"))
        try folder.write(line, to: "\(index).ndjson")
      }
      let whole = try await Self.json([Self.rows])
      #expect(try await Self.json(parts.reversed()) == whole)
    }
  }

  @Test func `a trace that ended a scheduler's worker counts among what could not be replayed`()
    async throws
  {
    let crashed = ProjectFiles.path("Tests/Vectors/fleet/crashed.ndjson")
    let report = try await Self.json([Self.rows, crashed])
    #expect(report.member("traces") == .integer(4))
    guard case .array(let errors)? = report.member("errors") else {
      Issue.record("no errors in \(report.text())")
      return
    }
    #expect(errors.map { $0.member("kind") } == [.string("crashed")])
    #expect(errors.map { $0.member("traces") } == [.integer(1)])
    let gate = try await CommandRun(running: [
      "fleet", "report", Self.rows, crashed, "--fail-on", "errors",
    ])
    #expect(gate.status == .foundProblems, "\(gate.output)")
  }

  @Test func `a page is written beside the text`() async throws {
    try await TemporaryFolder.during { folder in
      let run = try await CommandRun(
        running: ["fleet", "report", Self.rows, "--report", "html=\(folder.path("page.html"))"])
      #expect(run.status == .fine && run.output.hasPrefix("A fleet of 3 traces"))
      #expect(String(decoding: try folder.read("page.html"), as: UTF8.self).hasPrefix("<!doctype"))
    }
  }

  @Test func `a run is as it was, and what is new closes the gate`() async throws {
    try await TemporaryFolder.during { folder in
      let gate = ["--fail-on", "new,grown,worse", "--against"]
      let same = try await CommandRun(running: ["fleet", "report", Self.rows] + gate + [Self.rows])
      #expect(same.status == .fine, "\(same.output)")
      // The rows of all but the last trace.
      let lines = try Self.lines().dropLast(4)
      try folder.write(Array(lines.joined(separator: [10])), to: "old.ndjson")
      let old = folder.path("old.ndjson")
      let grown = try await CommandRun(running: ["fleet", "report", Self.rows] + gate + [old])
      #expect(grown.status == .foundProblems)
      #expect(grown.output.contains("Limits exceeded\n  - new=0: "), "\(grown.output)")
      let back = try await CommandRun(running: [
        "fleet", "report", old, "--verbose", "--against", Self.rows,
      ])
      #expect(back.status == .fine)
      #expect(back.output.contains("  gone "), "\(back.output)")
    }
  }

  @Test func `limits that nothing was checked against do not pass`() async throws {
    try await TemporaryFolder.during { folder in
      let discards = try Self.lines().filter {
        String(decoding: $0, as: UTF8.self).contains(#""mode":"DiscardLocal","engine""#)
      }
      try folder.write(Array(discards.joined(separator: [10])), to: "old.ndjson")
      let old = folder.path("old.ndjson")
      let run = try await CommandRun(running: [
        "fleet", "report", Self.rows, "--mode", "recover", "--fail-on", "new", "--against", old,
      ])
      #expect(run.status == .foundProblems)
      #expect(run.error.contains("the runs have no mode in common"), "\(run.error)")
      let unreadable = try await CommandRun(running: [
        "fleet", "report", old, "--mode", "recover", "--fail-on", "lost=0",
      ])
      #expect(unreadable.status == .foundProblems, "\(unreadable.output)")
    }
  }

  @Test func `limits on the harm of a mode end with 2`() async throws {
    let mode = ["fleet", "report", Self.rows, "--mode", "discard", "--fail-on"]
    let lost = try await CommandRun(running: mode + ["lost=0"])
    #expect(lost.status == .foundProblems)
    #expect(lost.output.firstMatch(of: /lost=0: [1-9]\d* with discard/) != nil, "\(lost.output)")
    #expect(try await CommandRun(running: mode + ["lost=1000000,notKnown=9"]).status == .fine)
    // Who limits what is lost wants it proven.
    let hidden = try await CommandRun(running: mode + ["lost=1000000"])
    #expect(
      hidden.output.firstMatch(of: /notKnown=0: [1-9]\d* with discard/) != nil, "\(hidden.output)")
  }

  @Test func `lines that are no rows are told, and end with 65 where that is asked for`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      let bytes = Array(try Self.lines().joined(separator: [10]))
      try folder.write(bytes + Array("\n{\"schema\":1".utf8), to: "torn.ndjson")
      let torn = folder.path("torn.ndjson")
      let run = try await CommandRun(running: ["fleet", "report", torn])
      #expect(run.status == .dataLost)
      #expect(run.output.contains("Malformed lines"), "\(run.output)")
      let strict = try await CommandRun(running: ["fleet", "report", torn, "--strict"])
      #expect(strict.status == .badInput && strict.output.isEmpty)
      #expect(strict.error.contains("torn.ndjson`: line 13: "), "\(strict.error)")
      let older = try await CommandRun(
        running: ["fleet", "report", Self.rows, "--against", torn])
      #expect(older.status == .dataLost)
      #expect(older.error.contains("left out of the older run: 1 line that can't be read"))
    }
  }

  @Test(arguments: [
    ["--fail-on", "new"], ["--fail-on", "sense=1"], ["--format", "sarif"],
    ["--engine", "none"],
  ])
  func `what makes no sense is refused`(options: [String]) {
    #expect(throws: (any Error).self) {
      try Tracetool.parseAsRoot(["fleet", "report", "rows.ndjson"] + options)
    }
  }

  @Test func `no rows are nothing to be sure of`() async throws {
    let run = try await CommandRun(running: ["fleet", "report", "/dev/null"])
    #expect(run.status == .foundProblems)
    #expect(run.error.contains("no row was counted"))
  }

  @Test(arguments: ["text", "json", "markdown", "html"])
  func `nothing of a row reaches a terminal raw`(form: String) async throws {
    try await PoisonedFolder.during { folder in
      let poison = JSONText.string(Poison.text).text(escaping: .least).dropFirst().dropLast()
      let text = String(decoding: Array(try Self.lines().joined(separator: [10])), as: UTF8.self)
      let poisoned = text.replacing("field-inspections", with: poison)
        .replacing("\"class\":\"Inspection", with: "\"class\":\"\(poison)")
      let rows = try folder.write(Array(poisoned.utf8), to: "r\(Poison.name).ndjson")
      try await PoisonedRun(
        [
          "fleet", "report", rows, "--against", rows, "--format", form, "--color", "always",
          "--verbose", "--fail-on", "lost",
        ], [.foundProblems], isPage: form == "html")
    }
  }
}
