import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// A command line of each verb, to try the same thing with all of them.
struct VerbSample: CustomTestStringConvertible {
  /// The verb's words and what it needs, with `IN` for its input, `OUT` for where its output goes,
  /// and `FOLDER` for a folder that is new.
  var arguments: [String]
  /// An input that the verb takes.
  var input: Input
  /// Words that send the output to `OUT`, where the verb writes files.
  var output: [String]?
  /// Words that make it read standard input a second time.
  var secondInput: [String]?

  enum Input {
    case trace
    /// A folder with a trace and its goldens.
    case goldens
    case capture
    case log
    case realm
    case vector
    case scenario
    /// The case of a rescue into files.
    case rescue
    /// Rows of a fleet of traces.
    case fleetRows
    /// The command line itself.
    case none
  }

  var testDescription: String { arguments.prefix(2).joined(separator: " ") }

  static let all = [
    VerbSample(
      ["replay", "--mode", "discard", "IN"], .trace, ["-o", "OUT"], ["--fault-plan", "-"]),
    VerbSample(["view", "IN"], .trace, ["-o", "OUT"]),
    VerbSample(["faults"], .none),
    VerbSample(["explain", "208"], .none, nil, nil),
    VerbSample(["golden", "record", "--mode", "discard", "IN"], .goldens, ["-o", "OUT"]),
    VerbSample(
      ["golden", "check", "--mode", "discard", "--no-pending", "IN"], .goldens, ["-o", "OUT"]),
    VerbSample(["golden", "diff", "IN"], .goldens, ["-o", "OUT"]),
    VerbSample(["golden", "accept", "IN"], .goldens, ["-o", "OUT"]),
    VerbSample(["config"], .none),
    VerbSample(["diff", "IN", "IN"], .trace, nil, []),
    VerbSample(
      ["minimize", "IN", "--keep", "writes >= 1", "--mode", "discard", "--candidates", "1"], .trace,
      ["-o", "OUT"], ["--fault-plan", "-", "-o", "/dev/null"]),
    VerbSample(
      ["explore", "--budget", "4", "--jobs", "1", "IN"], .trace, ["-o", "OUT"]),
    VerbSample(
      ["preflight", "--schema", "SCHEMA", "--mode", "discard", "IN"], .trace, ["-o", "OUT"],
      ["--schema", "-"]),
    VerbSample(
      ["fleet", "run", "--mode", "discard", "--jobs", "1", "IN"], .trace, ["-o", "OUT"], ["-"]),
    VerbSample(
      ["simulate", "--schema", "IN", "--devices", "1", "--days", "1", "-o", "FOLDER"], .trace, nil,
      ["--workload", "-"]),
    VerbSample(["import", "any", "IN"], .capture, ["-o", "OUT"]),
    VerbSample(["import", "capture", "IN"], .capture, ["-o", "OUT"]),
    VerbSample(["import", "log", "IN"], .log, ["-o", "OUT"], ["-", "-o", "/dev/null"]),
    VerbSample(
      ["import", "realm", "IN"], .realm, ["-o", "OUT"], ["--key-file", "-", "-o", "/dev/null"]),
    VerbSample(["inspect", "IN"], .realm, nil, ["-"]),
    VerbSample(["import", "vector", "IN"], .vector, ["-o", "OUT"]),
    VerbSample(["import", "scenario", "IN"], .scenario, ["-o", "OUT"]),
    VerbSample(["info", "IN"], .trace),
    VerbSample(["cat", "IN"], .trace),
    VerbSample(["state", "IN"], .trace),
    VerbSample(["merges", "IN"], .capture, ["-o", "OUT"]),
    VerbSample(["pending", "IN"], .trace, ["-o", "OUT"]),
    VerbSample(
      ["export", "unsynced", "--format", "json", "IN"], .trace, ["-o", "OUT"], ["--against", "-"]),
    VerbSample(
      ["rescue", "run", "IN", "--target", "export:NEXT.files", "-o", "NEXT.case"], .realm),
    VerbSample(["rescue", "apply", "IN"], .rescue),
    VerbSample(["rescue", "undo", "IN"], .rescue),
    VerbSample(["verify", "IN"], .trace),
    VerbSample(["salvage", "IN"], .trace, ["-o", "OUT"]),
    VerbSample(["compact", "IN"], .trace, ["-o", "OUT"]),
    VerbSample(["scrub", "IN", "--key-file", "KEY"], .trace, ["-o", "OUT"]),
    VerbSample(["fleet", "report", "IN"], .fleetRows, ["-o", "OUT"], ["--against", "-"]),
    VerbSample(["conform", "IN"], .vector, ["--emit", "OUT"], ["-"]),
  ]

  /// The verbs that write a trace, which they replace only with `--force`.
  static let traceWriters = ["import", "minimize", "salvage", "compact", "scrub"]
  /// The verbs that read what they have written again.
  static let rereading = ["salvage", "compact"]
  /// Those that read files.
  static let reading = all.filter { $0.input != .none }
  /// Those that write files.
  static let writing = all.filter { $0.output != nil }
  /// Those that could be told to read standard input twice.
  static let readingTwice = all.filter { $0.secondInput != nil }

  private init(
    _ arguments: [String], _ input: Input, _ output: [String]? = nil, _ secondInput: [String]? = nil
  ) {
    (self.arguments, self.input) = (arguments, input)
    (self.output, self.secondInput) = (output, secondInput)
  }

  /// The command line with an input and, where that is wanted, an output.
  ///
  /// - Parameter schema: the file of a schema, for the verb that needs one.
  func words(input: String, output: String? = nil, schema: String = "SCHEMA") -> [String] {
    let more = output == nil ? [] : self.output ?? []
    return (arguments + more).map { word in
      switch word {
      case "IN": input
      case "OUT": output ?? word
      case "SCHEMA": schema
      case "FOLDER": NSTemporaryDirectory() + "tracetool-simulated-\(UUID().uuidString)"
      // Any file of that size is a key.
      case "KEY": ProjectFiles.path("Tests/Vectors/README.md")
      default: word.replacing("NEXT", with: input)
      }
    }
  }

  /// Makes the input in a folder, and gives its path.
  func makeInput(in folder: TemporaryFolder) async throws -> String {
    let demo = "traces/field-inspections.synctrace"
    switch input {
    case .trace: try folder.write(ProjectFiles.bytes(demo), to: "in")
    case .capture:
      try folder.write(ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson"), to: "in")
    case .log:
      try folder.write(ProjectFiles.bytes("Tests/Vectors/logs/field-notes.log"), to: "in")
    case .realm:
      try folder.write(
        ProjectFiles.bytes("Tests/Vectors/realm-files/fixtures/C.realm"), to: "in")
    case .scenario:
      let name = "traces/scenarios/every-kind-of-property.json"
      try folder.write(ProjectFiles.bytes(name), to: "in")
    case .vector:
      let line = try Vectors.lines(of: "demo/field-inspections.ndjson.zst")[0]
      try folder.write(line, to: "in")
    case .goldens:
      try FileManager.default.createDirectory(
        atPath: folder.path("in"), withIntermediateDirectories: true)
      try folder.write(ProjectFiles.bytes(demo), to: "in/demo.synctrace")
      let golden = "traces/field-inspections.discard.golden"
      try folder.write(ProjectFiles.bytes(golden), to: "in/demo.discard.golden")
    case .fleetRows:
      try folder.write(ProjectFiles.bytes("Tests/Vectors/fleet/rows.ndjson"), to: "in")
    case .rescue:
      let device = ProjectFiles.path("Tests/Vectors/realm-files/fixtures/C.realm")
      _ = try await CommandRun(running: [
        "rescue", device, "--target", "export:\(folder.path("files"))", "-o", folder.path("in"),
      ])
    case .none: return ""
    }
    return folder.path("in")
  }

  /// Makes the schema in a folder, and gives its path.
  static func makeSchema(in folder: TemporaryFolder) throws -> String {
    let demo = ProjectFiles.path("traces/field-inspections.synctrace")
    let run = try CommandRun(["state", "--of", "server", "--schema", demo])
    try folder.write(run.outputBytes, to: "schema.json")
    return folder.path("schema.json")
  }

  /// The words of every verb that there is.
  static var verbs: [[String]] {
    func below(_ type: any ParsableCommand.Type, _ words: [String]) -> [[String]] {
      let subcommands = type.configuration.subcommands
      guard !subcommands.isEmpty else { return [words] }
      return subcommands.flatMap { below($0, words + [$0._commandName]) }
    }
    return below(Tracetool.self, [])
  }
}
