import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// What every verb that reads JSON does with a member that stands twice, and with the mark that some editors
/// put before a text.
@Suite struct ReadJSONTests {
  /// A kind of file, and the command line that reads one in the place of `FILE`.
  struct Kind: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var words: [String]
    /// Makes a sound file.
    var make: @Sendable () throws -> [UInt8]
    /// A member of its outermost object.
    var member: String
  }

  private static let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  private static func printed(_ words: [String]) throws -> [UInt8] {
    try CommandRun(words).outputBytes
  }

  static let kinds = [
    Kind(
      testDescription: "scenario", words: ["import", "scenario", "FILE", "-o", "OUT"],
      make: { try ProjectFiles.bytes("traces/scenarios/every-kind-of-property.json") },
      member: "name"),
    Kind(
      testDescription: "vector", words: ["import", "vector", "FILE", "-o", "OUT"],
      make: { try Vectors.lines(of: "demo/field-inspections.ndjson.zst")[0] }, member: "mode"),
    Kind(
      testDescription: "capture", words: ["import", "capture", "FILE", "-o", "OUT"],
      make: {
        let whole = try ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson")
        return Array(whole.prefix { $0 != UInt8(ascii: "\n") })
      }, member: "us"),
    Kind(
      testDescription: "fault plan", words: ["replay", demo, "--fault-plan", "FILE"],
      make: {
        Array(
          #"{"faultPlan": 1, "faults": [{"event": "reset", "fault": "recovery-disabled"}]}"#.utf8)
      },
      member: "faultPlan"),
    Kind(
      testDescription: "schema", words: ["preflight", "--schema", "FILE", demo],
      make: { try printed(["state", "--of", "server", "--schema", demo]) }, member: "version"),
    Kind(
      testDescription: "state", words: ["diff", "FILE", "FILE"],
      make: { try printed(["state", "--format", "json", demo]) }, member: "classes"),
    Kind(
      testDescription: "report", words: ["diff", "FILE", "FILE"],
      make: { try printed(["replay", "--mode", "discard", "--format", "json", demo]) },
      member: "version"),
  ]

  private static func run(_ kind: Kind, on file: [UInt8]) async throws -> CommandRun {
    try await TemporaryFolder.during { folder in
      try folder.write(file, to: "file")
      return try await CommandRun(
        running: kind.words.map {
          $0 == "FILE" ? folder.path("file") : $0 == "OUT" ? folder.path("out") : $0
        })
    }
  }

  @Test(arguments: kinds)
  func `a member that stands twice is refused`(kind: Kind) async throws {
    let file = String(decoding: try kind.make(), as: UTF8.self)
    let brace = try #require(file.firstIndex(of: "{"))
    let twice = #"{"\#(kind.member)": null, "# + file[file.index(after: brace)...]
    let run = try await Self.run(kind, on: Array(twice.utf8))
    #expect(run.status == .badInput)
    let words = ["appears twice", "each member once", "expected", "null"]
    #expect(words.contains(where: run.error.contains), "\(run.error)")
    let again = file[...brace] + #""twice": 1, "twice": 2, "# + file[file.index(after: brace)...]
    let other = try await Self.run(kind, on: Array(again.utf8))
    #expect(other.status == .badInput)
    #expect(
      other.error.contains("appears twice") || other.error.contains("each member once"),
      "\(other.error)")
  }

  @Test(arguments: kinds)
  func `the mark of UTF-8 before it changes nothing`(kind: Kind) async throws {
    let file = try kind.make()
    let plain = try await Self.run(kind, on: file)
    let marked = try await Self.run(kind, on: Array("\u{FEFF}".utf8) + file)
    #expect(marked.status == plain.status && [.fine, .foundProblems].contains(marked.status))
    #expect(marked.error == plain.error)
  }

  @Test func `a golden with the mark is the golden`() async throws {
    try await GoldenTests.with { folder in
      let golden = try folder.read("demo.recover.golden")
      try folder.write(Array("\u{FEFF}".utf8) + golden, to: "demo.recover.golden")
      #expect(try await GoldenTests.run("check", folder).status == .fine)
      let path = folder.path("demo.recover.golden")
      #expect(try CommandRun(["diff", path, path]).status == .fine)
    }
  }
}
