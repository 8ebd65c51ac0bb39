import TestSupport
import Testing

@testable import TracetoolCommands

/// Modes that are worked out side by side, against the same one after the other.
@Suite struct ReplayJobsTests {
  @Test(
    .slow,
    arguments: ["field-inspections", "every-kind-of-property", "three-clients"],
    [
      ["--mode", "all"], ["--mode", "all", "--horizon", "--server-changes"],
      ["--mode", "all", "--engine", "ideal"], ["--mode", "recover-or-discard"],
    ])
  func `how many are in work at once changes nothing that is said`(
    name: String, options: [String]
  ) throws {
    let trace = ProjectFiles.path("traces/\(name).synctrace")
    let runs = try ["1", "2"].map { jobs in
      try CommandRun(["replay", trace, "--format", "json", "--jobs", jobs] + options)
    }
    #expect(runs[0].status == .fine && !runs[0].output.isEmpty)
    #expect(runs[0].status == runs[1].status)
    #expect(Array(runs[0].output.utf8) == Array(runs[1].output.utf8))
    #expect(runs[0].error == runs[1].error)
  }
}
