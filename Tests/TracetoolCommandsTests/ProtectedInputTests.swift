import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// What is read is never written to, under whatever name, and nothing is written twice.
@Suite(.slow) struct ProtectedInputTests {
  /// Names of the file `p` in a folder that has links to it.
  private static let names = ["p", "./p", "hard", "soft", "soft-to-hard"]

  private static func link(_ folder: TemporaryFolder, to file: String = "p") throws {
    try FileManager.default.linkItem(atPath: folder.path(file), toPath: folder.path("hard"))
    for (name, target) in [("soft", file), ("soft-to-hard", "hard")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: target)
    }
  }

  /// Runs a command that must not touch a file.
  private static func expectKept(
    _ folder: TemporaryFolder, _ file: String, _ words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.read(file)
    let run = try await CommandRun(running: words)
    #expect(run.status == .cannotCreate, "\(words): \(run.error)", sourceLocation: sourceLocation)
    #expect(
      run.error.contains("which tracetool never changes"), "\(words): \(run.error)",
      sourceLocation: sourceLocation)
    #expect(try folder.read(file) == before, "\(words)", sourceLocation: sourceLocation)
  }

  @Test(arguments: VerbSample.writing.filter { $0.input != .goldens }, names)
  func `an input is no output`(sample: VerbSample, name: String) async throws {
    try await TemporaryFolder.during { folder in
      let input = try await sample.makeInput(in: folder)
      try FileManager.default.moveItem(atPath: input, toPath: folder.path("p"))
      try Self.link(folder)
      var words = sample.words(
        input: folder.path("p"), output: folder.path(name),
        schema: try VerbSample.makeSchema(in: folder))
      if VerbSample.traceWriters.contains(words[0]) { words.append("--force") }
      try await Self.expectKept(folder, "p", words)
    }
  }

  private static let plan =
    #"{"faultPlan": 1, "faults": [{"event": "reset", "fault": "recovery-disabled"}]}"#

  @Test(arguments: names)
  func `a fault plan is an input`(name: String) async throws {
    try await TemporaryFolder.during { folder in
      let demo = ProjectFiles.path("traces/field-inspections.synctrace")
      try folder.write(Array(Self.plan.utf8), to: "p")
      try Self.link(folder)
      let (plan, output) = (folder.path("p"), folder.path(name))
      let replay = ["replay", demo, "--mode", "discard", "--fault-plan", plan]
      try await Self.expectKept(folder, "p", replay + ["-o", output])
      try await Self.expectKept(folder, "p", replay + ["--report", "json=\(output)"])
      let minimize = [
        "minimize", demo, "--mode", "discard", "--keep", "lost >= 1", "--fault-plan", plan,
        "--force",
      ]
      try await Self.expectKept(folder, "p", minimize + ["-o", output])
      let other = ["-o", folder.path("o")]
      try await Self.expectKept(folder, "p", minimize + other + ["--plan", output])
      try await Self.expectKept(folder, "p", minimize + other + ["--scenario", output])
      #expect(try !folder.names().contains("o"))
    }
  }

  @Test(arguments: names)
  func `a schema is an input`(name: String) async throws {
    try await TemporaryFolder.during { folder in
      let schema = try VerbSample.makeSchema(in: folder)
      try Self.link(folder, to: "schema.json")
      let demo = ProjectFiles.path("traces/field-inspections.synctrace")
      let output = folder.path(
        name == "p" ? "schema.json" : name.replacing("./p", with: "./schema.json"))
      try await Self.expectKept(
        folder, "schema.json",
        ["preflight", "--schema", schema, demo, "--report", "junit=\(output)"])
    }
  }

  @Test(arguments: [
    "demo.synctrace", "demo.recover.golden", "demo.discard.golden", "note.txt",
    "demo.crashed.faults.json", "deep/other.synctrace",
  ])
  func `everything in a folder is an input`(name: String) async throws {
    try await TemporaryFolder.during { folder in
      let demo = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      try FileManager.default.createDirectory(
        atPath: folder.path("deep"), withIntermediateDirectories: true)
      for trace in ["demo.synctrace", "deep/other.synctrace"] { try folder.write(demo, to: trace) }
      try folder.write(Array("a note".utf8), to: "note.txt")
      try folder.write(Array(Self.plan.utf8), to: "demo.crashed.faults.json")
      _ = try await CommandRun(running: ["golden", "record", folder.root])
      for verb in ["check", "diff", "accept", "record"] {
        try await Self.expectKept(
          folder, name, ["golden", verb, folder.root, "-o", folder.path(name)])
      }
      try await Self.expectKept(
        folder, name,
        [
          "golden", "check", "--mode", "manual", folder.root, "--report",
          "json=\(folder.path(name))",
        ])
      guard name.hasSuffix(".synctrace") else { return }
      let schema = try VerbSample.makeSchema(in: folder)
      try await Self.expectKept(
        folder, name, ["preflight", "--schema", schema, folder.root, "-o", folder.path(name)])
    }
  }

  @Test func `a pending outcome goes into no file that is read`() async throws {
    try await GoldenTests.with { folder in
      try GoldenTests.edit(folder)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("demo.recover.golden.pending"),
        withDestinationPath: "demo.recover.golden")
      let before = try folder.read("demo.recover.golden")
      let run = try await GoldenTests.run("check", folder)
      #expect(run.status == .foundProblems)
      #expect(run.output.contains("leads to a file that is read"), "\(run.output)")
      #expect(try folder.read("demo.recover.golden") == before)
    }
  }

  @Test func `a fault plan beside its trace stays as it was written`() async throws {
    try await TemporaryFolder.during { folder in
      let demo = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      try folder.write(demo, to: "demo.synctrace")
      try folder.write(Array(Self.plan.utf8), to: "demo.late.faults.json")
      let run = try await CommandRun(running: [
        "golden", "record", "--force", "--mode", "discard", folder.path("demo.synctrace"),
        "--fault-plan", folder.path("demo.late.faults.json"),
      ])
      #expect(run.status == .fine, "\(run.error)")
      #expect(try folder.read("demo.late.faults.json") == Array(Self.plan.utf8))
    }
  }

  @Test func `two outputs are two files`() async throws {
    try await TemporaryFolder.during { folder in
      let demo = ProjectFiles.path("traces/field-inspections.synctrace")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("soft"), withDestinationPath: "out")
      let replay = ["replay", demo, "--mode", "discard", "-o", folder.path("out")]
      let minimize = [
        "minimize", demo, "--mode", "discard", "--keep", "lost >= 1", "-o", folder.path("out"),
        "--fault", "after commit 1: client-reset", "--force",
      ]
      for name in ["./out", "soft"] {
        let path = folder.path(name)
        for words in [
          replay + ["--report", "json=\(path)"], minimize + ["--plan", path],
          minimize + ["--scenario", path],
        ] {
          let run = try await CommandRun(running: words)
          #expect(run.status == .usage, "\(words)")
          #expect(run.error.contains("two outputs can't be the same file"), "\(run.error)")
        }
      }
      #expect(try folder.names() == ["soft"])
    }
  }
}
