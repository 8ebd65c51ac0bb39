import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// Every verb that reads takes whatever a session can be imported from, told by its contents.
@Suite struct AnyInputTests {
  private static let files = [
    "realm": "Tests/Vectors/realm-files/client-10.realm",
    "capture": "Tests/Vectors/wire/Sync_Replication.ndjson",
    "log": "Tests/Vectors/logs/field-notes.log",
    "scenario": "traces/scenarios/every-kind-of-property.json",
  ]

  static let verbs = [
    ["info"], ["cat"], ["replay", "--mode", "all"], ["pending"],
    ["export", "--format", "ndjson"], ["state"],
  ]

  /// A verb that a log without changesets, or a capture of several sessions, can't answer says so.
  @Test(arguments: verbs, ["realm", "capture", "log", "scenario"])
  func `a verb takes every kind, whatever its name`(verb: [String], kind: String) throws {
    let bytes = try ProjectFiles.bytes(try #require(Self.files[kind]))
    try TemporaryFolder.with { folder in
      try folder.write(bytes, to: "input")
      let run = try CommandRun(verb + [folder.path("input")])
      #expect(
        [.fine, .foundProblems, .badInput, .usage].contains(run.status), "\(run.error)")
      #expect(!run.error.contains("not a trace"), "\(run.error)")
      if run.status == .fine { #expect(!run.output.isEmpty || !run.error.isEmpty) }
      if kind == "scenario" || ["info", "cat"].contains(verb[0]) { #expect(run.status == .fine) }
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
