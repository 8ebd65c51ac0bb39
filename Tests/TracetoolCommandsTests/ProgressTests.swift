import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// What is shown on a terminal while work goes on, in every verb that can work for long.
@Suite struct ProgressTests {
  private static let trace = ProjectFiles.path("traces/field-inspections.synctrace")
  private static let vectors = ProjectFiles.path("Tests/Vectors/demo/field-inspections.ndjson.zst")

  private static let fleetRows = ProjectFiles.path("Tests/Vectors/fleet/rows.ndjson")

  /// A terminal on which every step is shown, however short the work.
  private static let terminal: Console.Surroundings = {
    var surroundings = Console.Surroundings()
    (surroundings.errorIsTerminal, surroundings.progressPace) = (true, .byStep)
    return surroundings
  }()

  /// The command lines, and the steps that each is to show. OUT is a file in a folder that goes.
  private static let verbs: [(arguments: [String], steps: [String])] = [
    (
      ["replay", trace, "--mode", "all", "--horizon", "--report", "html=OUT"],
      [
        "reading: 100 % of \(trace)", "working through the sessions",
        "replaying in mode recover, 2 of 4",
        "judging in mode manual, 4 of 4",
        "looking back in mode discard, 1 of 4: ",
        "writing the report as text", "writing the report as html",
      ]
    ),
    (["replay", trace, "--format", "merge-plan"], ["writing the report as merge-plan"]),
    (
      [
        "explore", trace, "--budget", "40", "--jobs", "1", "--minimize", "OUT", "--minimize-count",
        "1",
      ],
      [
        "reading: 100 % of \(trace)", "working through the sessions", "exploring: 40 of 40 replays",
        "minimizing: 1 of 1 problems", "writing the report as text",
      ]
    ),
    (
      [
        "minimize", trace, "--keep", "lost >= 1", "--mode", "discard", "--candidates", "20", "-o",
        "OUT",
      ],
      [
        "reading: 100 % of \(trace)", "looking for a reset that shows it", "making it smaller: ",
        "writing the result",
      ]
    ),
    (
      ["state", trace], ["reading: 100 % of \(trace)", "building the state"]
    ),
    (
      ["diff", "\(trace)@3", "\(trace)@end"],
      ["reading: 100 % of \(trace)", "building the state of \(trace)", "comparing"]
    ),
    (["cat", trace], ["reading: 100 % of \(trace)"]), (["info", trace], ["reading: "]),
    (["verify", trace], ["reading: 100 % of \(trace)"]),
    (
      ["recover", trace, "-o", "OUT"],
      ["reading: 100 % of \(trace)", "checking the new trace"]
    ),
    (["conform", vectors], ["1 vector"]),
    (
      ["import", "vector", vectors, "--name", "field-inspections-recover", "-o", "OUT"],
      ["reading: 100 % of \(vectors)", "making a trace of "]
    ),
    (
      [
        "import", "capture",
        ProjectFiles.path("Tests/Vectors/wire/ClientReset_ThreeClients.ndjson"),
        "-o", "OUT",
      ], ["reading: 100 % of "]
    ),
    (
      [
        "import", "scenario", ProjectFiles.path("traces/scenarios/every-kind-of-property.json"),
        "-o", "OUT",
      ], ["reading: 100 % of ", "making a trace of "]
    ),
    (
      ["golden", "check", trace, "--jobs", "1"],
      ["looking for traces and goldens", "checking: 1 of 1 traces"]
    ),
    (["golden", "record", trace, "--jobs", "1"], ["recording: 1 of 1 traces"]),
    (["golden", "diff", trace], ["comparing goldens"]),
    (["golden", "accept", trace], ["accepting goldens"]),
    (["fleet", "run", trace, "-o", "OUT", "--jobs", "1"], ["replaying: 1 of 1 traces"]),
    (
      [
        "fleet", "report", fleetRows, "--traces", ProjectFiles.path("."), "--mode", "manual",
        "--minimize", "OUT", "--minimize-count", "1", "--jobs", "1",
      ],
      [
        "reading: 100 % of \(fleetRows)", "minimizing: 1 of 1 clusters",
        "writing the report as text",
      ]
    ),
  ]

  @Test(arguments: verbs.indices) func `a verb says what it is at`(index: Int) async throws {
    let (arguments, steps) = Self.verbs[index]
    try await TemporaryFolder.during { folder in
      func run(_ more: [String], _ surroundings: Console.Surroundings) async -> CommandRun {
        let words = arguments.map { $0.replacing("OUT", with: folder.path("out")) }
        try? FileManager.default.removeItem(atPath: folder.path("out"))
        return await CommandRun(line: words + more, surroundings: surroundings)
      }
      let shown = await run([], Self.terminal)
      for step in steps {
        // A path is longer than the line.
        let seen = String(step.prefix(70))
        #expect(shown.error.contains(seen), "\(arguments[0]): \(step)\n\(shown.error)")
      }
      let left = Self.screen(shown.error)
      let quiet = await run(["--quiet"], Self.terminal)
      let piped = await run([], Console.Surroundings())
      #expect(!quiet.error.contains("\r") && !piped.error.contains("\r"))
      #expect(left == piped.error)
      #expect(shown.output == piped.output && shown.status == piped.status)
    }
  }

  @Test func `preflight says how many traces it has tried`() async throws {
    try await TemporaryFolder.during { folder in
      let schema = await CommandRun(line: ["state", Self.trace, "--schema", "--of", "server"])
      try folder.write(schema.outputBytes, to: "schema.json")
      let run = await CommandRun(
        line: ["preflight", "--schema", folder.path("schema.json"), Self.trace, "--jobs", "1"],
        surroundings: Self.terminal)
      #expect(run.error.contains("trying the schema: 1 of 1 traces"))
      #expect(Self.screen(run.error).isEmpty)
    }
  }

  @Test func `a failure stands on a line of its own`() async throws {
    let run = await CommandRun(
      line: ["cat", ProjectFiles.path("README.md")], surroundings: Self.terminal)
    #expect(Self.screen(run.error).hasPrefix("error: `"))
  }

  /// What a terminal shows in the end, without the blanks at the ends of lines.
  private static func screen(_ written: String) -> String {
    var lines: [[Unicode.Scalar]] = [[]]
    var column = 0
    for scalar in written.unicodeScalars {
      switch scalar {
      case "\r": column = 0
      case "\n":
        lines.append([])
        column = 0
      default:
        if column < lines[lines.count - 1].count {
          lines[lines.count - 1][column] = scalar
        } else {
          lines[lines.count - 1].append(scalar)
        }
        column += 1
      }
    }
    return lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(String.UnicodeScalarView(line))
    }.joined(separator: "\n")
  }
}

/// The same on a real terminal, with the clock.
@Suite(.slow) struct ProgressProcessTests {
  /// Runs a shell command whose standard error is a terminal, and gives all that appears on that.
  private func terminal(_ command: String) throws -> String {
    try RunningProcess.run(
      "/usr/bin/script", ["-qec", command, "/dev/null"],
      environment: [
        "T": ProcessTests.binary.path(percentEncoded: false), "PATH": "/usr/bin:/bin",
        "SHELL": "/bin/bash",
      ],
      in: ProjectFiles.path(".")
    ).text
  }

  private static let slowInput =
    "(head -c 2000 traces/three-clients.synctrace; sleep 1.5; tail -c +2001 traces/three-clients.synctrace)"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `after a second a line says what goes on, and goes with the work`() throws {
    let shown = try terminal("\(Self.slowInput) | $T verify - >/dev/null")
    #expect(shown.contains("\rreading: 0 MB of standard input, 1 s"))
    #expect(shown.hasSuffix(" \r"))
    #expect(try terminal("\(Self.slowInput) | $T verify --quiet - >/dev/null").isEmpty)
    #expect(try terminal("$T verify traces/three-clients.synctrace >/dev/null").isEmpty)
  }
}
