import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// The same for what is imported, and for all that is refused.
@Suite struct PoisonedRefusalTests {
  private static let any = Set(TracetoolCommands.ExitStatus.allCases)

  @Test func `a capture with escapes wherever one can carry them`() async throws {
    try await PoisonedFolder.during { folder in
      let capture = ProjectFiles.path("Tests/Vectors/hostile/escapes.ndjson")
      let trace = folder.path("c\(Poison.name).synctrace")
      for form in ["text", "json"] {
        try await PoisonedRun(
          ["import", "capture", capture, "-o", trace, "--force", "--format", form], [.fine])
        try await PoisonedRun(["cat", trace, "--format", form], [.fine])
        try await PoisonedRun(["info", trace, "--format", form], [.fine])
      }
      try await PoisonedRun(["replay", trace, "--session", "3", "--mode", "recover"], [.badInput])
      // What is left to the app needs no download.
      try await PoisonedRun(["replay", trace, "--mode", "all"], [.foundProblems])
      try await PoisonedRun(["state", trace], Self.any)
    }
  }

  @Test func `each part of a line of a capture`() async throws {
    try await PoisonedFolder.during { folder in
      let line = try JSONText(
        parsing: Array(
          #"{"us":1,"connection":"c","direction":"out","hex":"70696e6720312032","sdk":"swift"}"#
            .utf8))
      let output = folder.path("c.synctrace")
      for line in line.poisonedInTurn + [.string(Poison.text)] {
        let path = try folder.write(Array(line.text().utf8), to: "c\(Poison.name).ndjson")
        try await PoisonedRun(["import", "capture", path, "-o", output, "--force"], Self.any)
        try await PoisonedRun(["conform", path], [.foundProblems])
        try await PoisonedRun(["import", "vector", path, "-o", output, "--force"], Self.any)
      }
      let raw = try folder.write(Array("\(Poison.text){\"a\":".utf8), to: "raw")
      for verb in [
        ["conform"], ["import", "capture", "-o", output], ["import", "vector", "-o", output],
      ] {
        try await PoisonedRun(verb + [raw, "--force"].prefix(verb.count > 1 ? 2 : 1), Self.any)
      }
    }
  }

  @Test(.slow) func `each part of a vector`() async throws {
    let vector = try Self.smallestVector()
    try await PoisonedFolder.during { folder in
      let variants = vector.poisonedInTurn
      // Some of many: they are thousands of instructions.
      for variant in variants.enumerated().filter({ $0.offset % max(1, variants.count / 60) == 0 })
      {
        let path = try folder.write(Array(variant.element.text().utf8), to: "v.ndjson")
        try await PoisonedRun(["conform", path], Self.any)
        try await PoisonedRun(["conform", path, "--format", "json"], Self.any)
        try await PoisonedRun(["conform", path, "--emit", "-"], Self.any)
        try await PoisonedRun(
          ["import", "vector", path, "--name", Poison.text, "-o", folder.path("v"), "--force"],
          Self.any)
      }
    }
  }

  private static func smallestVector() throws -> JSONText {
    let lines = try Vectors.lines(of: "reset-core.ndjson.zst")
    return try JSONText(parsing: try #require(lines.min { $0.count < $1.count }))
  }

  @Test func `each part of a scenario`() async throws {
    let scenario = try JSONText(
      parsing: ProjectFiles.bytes("traces/scenarios/fate-both-delete.json"))
    try await PoisonedFolder.during { folder in
      let trace = folder.path("s\(Poison.name).synctrace")
      var importedCount = 0
      for variant in scenario.poisonedInTurn + [scenario.poisoned] {
        let path = try folder.write(Array(variant.text().utf8), to: "s\(Poison.name).json")
        let run = try await PoisonedRun(
          ["import", "scenario", path, "-o", trace, "--force"], [.fine, .badInput]
        ).run
        guard run.status == .fine else { continue }
        importedCount += 1
        try await PoisonedRun(["info", trace], [.fine])
        try await PoisonedRun(["cat", trace, "-i"], [.fine])
        try await PoisonedRun(["replay", trace, "--mode", "recover", "--verbose"], Self.any)
      }
      #expect(importedCount >= 3)
    }
  }

  @Test(.slow) func `each part of a fault plan and of a schema`() async throws {
    try await PoisonedFolder.during { folder in
      let trace = ProjectFiles.path(PoisonedOutputTests.inside)
      let plan = try JSONText(parsing: Array(Self.plan.utf8))
      for variant in plan.poisonedInTurn + [plan.poisoned] {
        let path = try folder.write(Array(variant.text().utf8), to: "p\(Poison.name).json")
        for form in ["text", "markdown"] {
          try await PoisonedRun(
            ["replay", trace, "--mode", "recover", "--fault-plan", path, "--format", form], Self.any
          )
        }
      }
      let schema = await CommandRun(line: ["state", trace, "--schema", "--of", "server"])
        .outputBytes
      for variant in try JSONText(parsing: schema).poisonedInTurn {
        let path = try folder.write(Array(variant.text().utf8), to: "s\(Poison.name).json")
        try await PoisonedRun(["preflight", "--schema", path, trace, "--jobs", "1"], Self.any)
      }
    }
  }

  private static let plan = """
    {"faultPlan": 1, "seed": 3, "faults": [
      {"event": "reset", "fault": "sync-error", "code": 208, "message": "m"},
      {"event": "reset", "fault": "remove-property", "class": "Inspection", "property": "status"},
      {"event": "upload", "number": 1, "fault": "disconnect"}]}
    """

  @Test func `arguments that are refused`() async throws {
    let poison = Poison.text
    for arguments in [
      [poison], ["-\(poison)"], ["--\(poison)"], ["cat"], ["cat", poison, poison],
      ["cat", "--format", poison, "x"], ["cat", "--format=\(poison)", "x"],
      ["cat", "--at", "1", poison],
      ["replay", "--mode", poison, "x"], ["replay", "--docs-url", poison, "x"],
      ["replay", "--report", poison, "x"],
      ["replay", "x", "-o", poison, "--report", "json=\(poison)"],
      ["minimize", "--keep", poison, "x", "--mode", "recover", "-o", "y"],
      ["explore", "--faults", poison, "--budget", "1", "--jobs", "1"],
      ["golden", "check", poison, "--budget", poison],
      ["golden", "check", poison, "--plan", poison],
      ["golden", poison], ["help", poison], ["import", poison], ["faults", poison],
    ] {
      let run = try await PoisonedRun(arguments, Self.any).run
      #expect(!run.error.isEmpty || run.status == .fine, "\(arguments)")
    }
    let run = try await PoisonedRun(["cat", "--format", "a\nerror: forged", "x"], [.usage]).run
    #expect(run.error.contains(#"a\u{a}error: forged"#), "\(run.error)")
  }

  @Test(.slow) func `files that are not there, and others that are none of these`() async throws {
    try await PoisonedFolder.during { folder in
      let missing = folder.path("no\(Poison.text)")
      let wrong = try folder.write(Array(Poison.text.utf8), to: "w\(Poison.name)")
      let output = folder.path("out")
      for path in [missing, wrong, folder.root, "\(missing)@end"] {
        for arguments in [
          ["cat", path], ["info", path], ["verify", path], ["state", path], ["replay", path],
          ["recover", path, "-o", output], ["diff", path, wrong], ["explore", path],
          ["minimize", path, "--keep", "lost >= 1", "--mode", "recover", "-o", output],
          ["preflight", "--schema", path, path], ["conform", path],
          ["conform", wrong, "--emit", wrong],
          ["import", "capture", path, "-o", output], ["import", "vector", path, "-o", output],
          ["import", "scenario", path, "-o", output], ["golden", "check", path],
          ["golden", "record", path], ["golden", "diff", path], ["golden", "accept", path],
          ["rescue", path, "--target", "export:\(output)", "-o", "\(output).case"],
          ["rescue", "apply", path], ["rescue", "undo", path],
          ["rescue", wrong, "--target", path, "-o", output],
          ["rescue", wrong, "--target", "sqlite:\(path)", "-o", output],
          ["replay", path, "-o", "\(path)/x"], ["replay", wrong, "--fault-plan", path],
          ["replay", path, "--fault", "at reset: \(Poison.text)"],
        ] { try await PoisonedRun(arguments, Self.any) }
      }
    }
  }

  @Test(arguments: ["text", "json"])
  func `messages that are explained`(form: String) async throws {
    for message in [
      "208 \(Poison.text)", "Failed to apply class \(Poison.text)",
      "\(Poison.text) Client reset required: \(Poison.text)", Poison.text,
      "Cannot recover: class 'a\(Poison.name)' does not exist. SyncClientResetRequired \(Poison.text)",
    ] {
      try await PoisonedRun(["explain", message, "--format", form, "--color", "always"], Self.any)
    }
  }
}
