import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// The same for verbs that compare: goldens, schemas, traces, states and reports.
@Suite struct PoisonedCampaignTests {
  private static let forms = ["text", "json", "markdown", "junit", "sarif", "github"]

  @Test(arguments: forms) func `goldens from record to accept`(form: String) async throws {
    try await PoisonedFolder.during { folder in
      let trace = try folder.trace(PoisonedOutputTests.inside, as: "t\(Poison.name).synctrace")
      let plan = try folder.write(
        Array(
          #"{"faultPlan": 1, "faults": [{"event": "reset", "fault": "recovery-disabled"}]}"#.utf8),
        to: "plan.json")
      let options = ["--format", form, "--verbose", "--color", "always"]
      func golden(
        _ verb: String, _ more: [String], _ statuses: Set<TracetoolCommands.ExitStatus>
      ) async throws {
        try await PoisonedRun(
          ["golden", verb, folder.root] + options + more, statuses)
      }
      let modes = ["--mode", "recover", "--mode", "discard", "--jobs", "1"]
      try await golden("record", modes, [.fine])
      try await golden("record", modes + ["--fault-plan", plan], [.fine])
      let path = trace.replacing(".synctrace", with: ".recover.golden")
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      let changed = text.replacing("recovered   ", with: "conflicted  ")
      #expect(changed != text)
      try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
      try await golden("check", modes, [.foundProblems])
      try await golden("diff", [], [.foundProblems])
      try await golden("accept", ["--confirm-fates"], [.fine])
      try Data((text + "lost \(Poison.text)\n").utf8).write(to: URL(fileURLWithPath: path))
      try await golden("check", modes, [.foundProblems])
    }
  }

  @Test(arguments: ["text", "json", "markdown", "junit"])
  func `preflight`(form: String) async throws {
    try await PoisonedFolder.during { folder in
      let trace = try folder.trace(PoisonedOutputTests.inside)
      let schema = await CommandRun(line: ["state", trace, "--schema", "--of", "server"])
        .outputBytes
      // As it is, or in the bytes of a name with signs that a type has.
      let other = try JSONText(parsing: schema).withoutTexts {
        $0.hasPrefix("Site") || $0.hasPrefix("$string:\(Hex.encode(Array("Site".utf8)))")
      }.text()
      let path = try folder.write(Array(other.utf8), to: "schema\(Poison.name).json")
      try await PoisonedRun(
        [
          "preflight", "--schema", path, folder.root, "--format", form, "--verbose", "--color",
          "always", "--jobs", "1",
        ], [.foundProblems])
    }
  }

  @Test(arguments: ["text", "json"]) func `diff of whatever it takes`(form: String) async throws {
    try await PoisonedFolder.during { folder in
      let trace = try folder.trace(PoisonedOutputTests.inside, as: "a\(Poison.name).synctrace")
      let other = try folder.write(
        ProjectFiles.bytes(PoisonedOutputTests.inside), to: "b\(Poison.name).synctrace")
      var files: [[String]] = [[trace, other], ["\(trace)@end", "\(other)@end"]]
      for (name, arguments) in [
        ("state", ["state", "--format", "json"]),
        ("report", ["replay", "--mode", "recover", "--format", "json"]),
      ] {
        files.append(
          try await [trace, other].enumerated().asyncMap { index, path in
            let run = await CommandRun(line: [arguments[0], path] + arguments.dropFirst())
            return try folder.write(run.outputBytes, to: "\(name)\(index)\(Poison.name).json")
          })
      }
      for pair in files {
        try await PoisonedRun(
          ["diff"] + pair + ["--format", form, "--verbose", "--color", "always"], [.foundProblems])
      }
      try await PoisonedRun(["diff", trace, files[2][0]], [.usage])
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
