import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// The table of exit codes, walked with every verb.
@Suite(.slow) struct ExitCodeTests {
  private static func run(_ words: [String]) async -> TracetoolCommands.ExitStatus {
    do {
      return try await CommandRun(running: words).status
    } catch {
      return TracetoolCommands.ExitStatus(rawValue: Tracetool.exitCode(for: error).rawValue)
        ?? .failed
    }
  }

  @Test func `every verb is tried`() {
    // A proxy runs until it is told to end, and a review needs a terminal; these have tests of their own
    // (`RecordCommandTests`, `GoldenReviewTests`).
    for verb in VerbSample.verbs where ![["record"], ["golden", "review"]].contains(verb) {
      #expect(VerbSample.all.contains { $0.arguments.starts(with: verb) }, "\(verb)")
    }
  }

  @Test(arguments: VerbSample.all)
  func `0 where nothing is wrong`(sample: VerbSample) async throws {
    try await TemporaryFolder.during { folder in
      let words = sample.words(
        input: try await sample.makeInput(in: folder), output: folder.path("out"),
        schema: try VerbSample.makeSchema(in: folder))
      let run = try await CommandRun(running: words)
      #expect(run.status == .fine, "\(run.error)")
      #expect(try folder.names().contains("out") == (sample.output != nil))
    }
  }

  @Test(arguments: VerbSample.all)
  func `64 for an option that there is not`(sample: VerbSample) async {
    #expect(await Self.run(sample.words(input: "x", output: "y") + ["--nonsense"]) == .usage)
  }

  @Test(arguments: VerbSample.readingTwice)
  func `64 where standard input is to be read twice`(sample: VerbSample) async throws {
    let words = sample.words(input: "-") + (sample.secondInput ?? [])
    let run = try await CommandRun(running: words)
    #expect(run.status == .usage)
    let message = "standard input can be read only once, but two inputs are `-`"
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test(arguments: VerbSample.reading)
  func `65 where the input is something else`(sample: VerbSample) async throws {
    try await TemporaryFolder.during { folder in
      try folder.write(Array("nonsense\n".utf8), to: "in.synctrace")
      let words = sample.words(
        input: folder.path("in.synctrace"), output: folder.path("out"),
        schema: try VerbSample.makeSchema(in: folder))
      // Of several files, one that can't be read is a finding and no end; and goldens stand beside a
      // trace that is not read for `diff` and `accept`.
      let findsProblems = ["conform", "preflight"].contains(words[0])
      let isReview = ["diff", "accept"].contains(words[1]) && words[0] == "golden"
      let isListed = words.starts(with: ["rescue", "run"])
      let expected: TracetoolCommands.ExitStatus =
        isReview ? .fine : findsProblems || words[0] == "golden" ? .foundProblems : .badInput
      #expect(await Self.run(words) == (isListed ? .dataLost : expected))
    }
  }

  @Test(arguments: VerbSample.reading)
  func `66 where the input is not there`(sample: VerbSample) async throws {
    try await TemporaryFolder.during { folder in
      let words = sample.words(
        input: "/no/such/input", output: folder.path("out"),
        schema: try VerbSample.makeSchema(in: folder))
      #expect(await Self.run(words) == .noInput)
      #expect(try folder.names() == ["schema.json"])
    }
  }

  @Test(arguments: VerbSample.writing)
  func `73 where the folder of the output is not there, which is named`(
    sample: VerbSample
  ) async throws {
    try await TemporaryFolder.during { folder in
      let words = sample.words(
        input: try await sample.makeInput(in: folder), output: folder.path("no/out"),
        schema: try VerbSample.makeSchema(in: folder))
      let run = try await CommandRun(running: words)
      #expect(run.status == .cannotCreate)
      #expect(run.error.contains("no such folder: `\(folder.path("no"))`"), "\(run.error)")
    }
  }

  @Test(arguments: VerbSample.writing)
  func `73 where the output is a folder`(sample: VerbSample) async throws {
    try await TemporaryFolder.during { folder in
      let words = sample.words(
        input: try await sample.makeInput(in: folder), output: folder.root,
        schema: try VerbSample.makeSchema(in: folder))
      #expect(await Self.run(words) == .cannotCreate)
    }
  }

  @Test(arguments: VerbSample.writing)
  func `74 where the disk is full`(sample: VerbSample) async throws {
    try await TemporaryFolder.during { folder in
      let words = sample.words(
        input: try await sample.makeInput(in: folder), output: "/dev/full",
        schema: try VerbSample.makeSchema(in: folder))
      // What is recovered is read again, which only a file can be.
      #expect(
        await Self.run(words)
          == (VerbSample.rereading.contains(words[0]) ? .cannotCreate : .inputOutput))
    }
  }

  @Test(arguments: VerbSample.writing)
  func `0 where the output is a device that takes everything`(sample: VerbSample) async throws {
    try await TemporaryFolder.during { folder in
      let words = sample.words(
        input: try await sample.makeInput(in: folder), output: "/dev/null",
        schema: try VerbSample.makeSchema(in: folder))
      #expect(
        await Self.run(words) == (VerbSample.rereading.contains(words[0]) ? .cannotCreate : .fine))
    }
  }

  @Test(arguments: [
    "--jobs 0", "--jobs=-1", "--jobs 65", "--jobs 99999999999999999999", "--jobs x",
  ])
  func `64 for a number of jobs that makes no sense`(option: String) async throws {
    let jobs = option.split(separator: " ").map(String.init)
    for verb in [
      ["golden", "check", "x"], ["golden", "record", "x"], ["explore", "x"],
      ["preflight", "--schema", "x", "y"],
    ] {
      #expect(await Self.run(verb + jobs) == .usage, "\(verb)")
    }
  }

  @Test func `64 for several traces to explore, with how faults are written`() async {
    let words = ["explore", "--faults", "remove-class", "remove-property", "trace"]
    let failure = await #expect(throws: (any Error).self) {
      try await CommandRun(running: words)
    }
    let message = failure.map { Tracetool.message(for: $0) } ?? ""
    #expect(message.contains("separate faults with commas"), "\(message)")
  }
}
