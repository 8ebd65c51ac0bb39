import Foundation
import Importers
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// Nothing of an input reaches a terminal or a log raw, whichever verb prints it.
@Suite struct PoisonedOutputTests {
  static let inside = "traces/field-inspections.synctrace"
  static let capture = "traces/local-changes-when-offline.synctrace"

  private static let readable: Set<TracetoolCommands.ExitStatus> = [
    .fine, .foundProblems, .dataLost,
  ]

  @Test(arguments: [["--format", "text"], ["--format", "json"], ["-i"]])
  func `cat prints every event and message that there is`(form: [String]) async throws {
    try await PoisonedFolder.during { folder in
      for trace in [try folder.completeTrace(), try folder.trace(Self.capture)] {
        let run = try await PoisonedRun(["cat", trace] + form, [.fine]).run
        #expect(run.lines.count > 20)
      }
    }
  }

  @Test(arguments: ["text", "json"]) func `verbs that sum a trace up`(form: String) async throws {
    try await PoisonedFolder.during { folder in
      let trace = try folder.trace(Self.capture)
      let options = ["--format", form]
      try await PoisonedRun(["info", trace, "--verbose"] + options, [.fine])
      // The capture holds tokens; whether they are found among the poison is not asked here.
      try await PoisonedRun(["verify", trace] + options, [.fine, .foundProblems])
      try await PoisonedRun(
        ["recover", trace, "-o", folder.path("r.synctrace")] + options, [.fine])
      try await PoisonedRun(["state", trace, "--session", "3"] + options, [.fine])
      try await PoisonedRun(["state", trace, "--session", "3", "--schema"] + options, [.fine])
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: trace)))
      bytes[bytes.count / 2] ^= 0x10
      let damaged = try folder.write(bytes, to: "damaged.synctrace")
      try await PoisonedRun(["verify", damaged] + options, [.foundProblems])
      try await PoisonedRun(["info", damaged] + options, Self.readable)
      try await PoisonedRun(["cat", damaged] + options, [.dataLost])
      try await PoisonedRun(
        ["recover", damaged, "-o", folder.path("s.synctrace")] + options, [.dataLost])
    }
  }

  @Test(arguments: [inside, capture], ["text", "json", "markdown", "html", "junit", "sarif"])
  func `replay reports in every form`(original: String, form: String) async throws {
    try await PoisonedFolder.during { folder in
      let trace = try folder.trace(original)
      try await PoisonedRun(
        [
          "replay", trace, "--format", form, "--mode", "all", "--horizon", "--server-changes",
          "--verbose", "--color", "always",
        ], Self.readable, isPage: form == "html")
    }
  }

  @Test(arguments: ["text", "json", "html"]) func `explore`(form: String) async throws {
    try await PoisonedFolder.during { folder in
      let trace = try folder.trace(Self.inside)
      try await PoisonedRun(
        [
          "explore", trace, "--budget", "60", "--jobs", "1", "--format", form, "--color", "always",
          "--verbose",
        ], [.fine], isPage: form == "html")
    }
  }

  @Test(arguments: ["text", "json"]) func `rescue`(form: String) async throws {
    try await PoisonedFolder.during { folder in
      let trace = try folder.trace(Self.inside)
      let (target, output) = ("export:\(folder.path("f\(Poison.name)"))", folder.path("case"))
      try await PoisonedRun(
        [
          "rescue", trace, "--target", target, "-o", output, "--format", form, "--verbose",
          "--color", "always",
        ], Self.readable)
      try await PoisonedRun(["rescue", "apply", output], Self.readable)
      try await PoisonedRun(["rescue", "undo", output], Self.readable)
      let page = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(output)/index.html")))
      #expect(Poison.fault(in: page, isPage: true) == nil)
    }
  }

  @Test func `minimize writes what can be replayed`() async throws {
    try await PoisonedFolder.during { folder in
      let trace = try folder.trace(Self.inside)
      let output = folder.path("m\(Poison.name).synctrace")
      for form in ["text", "json"] {
        let run = try await PoisonedRun(
          [
            "minimize", trace, "--keep", "lost >= 1", "--mode", "discard", "--candidates", "30",
            "-o", output, "--force", "--scenario", folder.path("m.json"), "--format", form,
          ], [.fine]
        ).run
        guard form == "text" else { continue }
        // The command line that it prints is a command line, also with such a path.
        let words = try #require(run.lines.last)
        let echo = try RunningProcess.run(
          "/bin/bash", ["-c", "tracetool() { printf %s \"${@: -1}\"; }; \(words)"], environment: [:]
        )
        #expect(echo.text.utf8.elementsEqual(output.utf8), "\(words)")
      }
    }
  }
}
