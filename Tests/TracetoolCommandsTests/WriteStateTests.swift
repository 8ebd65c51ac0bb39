import Foundation
import Importers
import ReplaySupport
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Replayer
@testable import TracetoolCommands

/// `replay --write-state`: the device's data after the reset.
@Suite struct WriteStateTests {
  private let demo = ProjectFiles.path("traces/field-inspections.synctrace")
  private let capture = ProjectFiles.path("traces/local-changes-when-offline.synctrace")

  private func state(_ arguments: [String]) throws -> JSONText {
    let run = try CommandRun(["replay", "--write-state", "-"] + arguments)
    #expect(run.status == .fine, "\(run.error)")
    return try JSONText(parsing: run.outputBytes)
  }

  @Test func `The data after the device's own mode is what the device recorded`() throws {
    let recorded = try CommandRun(["state", "--format", "json", demo])
    let run = try CommandRun(["replay", "--write-state", "-", demo])
    #expect(run.output == recorded.output, "the form is that of `state`, and there is no report")
    let manual = try state(["--mode", "manual", demo])
    let before = try CommandRun(["state", "--format", "json", "--at", "9", demo])
    #expect(manual == (try JSONText(parsing: before.outputBytes)), "nothing is reset")
  }

  @Test func `Files of two modes are compared by diff, beside their reports`() throws {
    try TemporaryFolder.with { folder in
      for mode in ["recover", "discard"] {
        let run = try CommandRun([
          "replay", "--mode", mode, "--write-state", folder.path("\(mode).json"), demo,
        ])
        #expect(run.output.hasPrefix("Client reset of "))
        #expect(run.status == .fine)
      }
      let run = try CommandRun(["diff", folder.path("discard.json"), folder.path("recover.json")])
      #expect(run.status == .foundProblems)
      #expect(run.lines.last?.hasPrefix("states: 3 only in the second, ") == true, "\(run.output)")
    }
  }

  @Test func `On standard output the report goes where it is sent, or nowhere`() throws {
    try TemporaryFolder.with { folder in
      let report = folder.path("report.json")
      _ = try state(["--mode", "recover", "--format", "json", "-o", report, demo])
      #expect(try JSONText(parsing: folder.read("report.json")).member("reports") != nil)
      let twice = try CommandRun([
        "replay", "--mode", "recover", "--write-state", "-", "-o", report, "--report", "text=-",
        demo,
      ])
      #expect(twice.status == .usage)
      #expect(twice.error.contains("two outputs can't both be written to standard output"))
    }
  }

  /// What is refused leaves the file of that name as it was.
  @Test(arguments: [
    ([], "sessions 1, 5 have client resets", "choose with `--session`"),
    (["--session", "5"], "does not name your app's mode", "choose with `--mode`"),
  ])
  func `What is not chosen is refused with how to choose`(
    arguments: [String], message: String, hint: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("before".utf8), to: "state.json")
      let file = folder.path("state.json")
      let run = try CommandRun(
        ["replay", "--write-state", file] + arguments + [capture])
      #expect(run.status == .usage)
      #expect(run.error.contains(message) && run.error.contains(hint), "\(run.error)")
      #expect(run.output.isEmpty)
      #expect(String(decoding: try folder.read("state.json"), as: UTF8.self) == "before")
    }
  }

  @Test func `One session of several is written where it is chosen`() throws {
    let states = try ["1", "5"].map {
      try state(["--mode", "recover", "--session", $0, capture])
    }
    #expect(states.allSatisfy { $0.member("classes") != nil })
  }

  @Test func `What the device had is written only where it is known`() throws {
    let lines = try Vectors.lines(of: "demo/field-inspections.ndjson.zst")
    let vector = try #require(
      try lines.map { try ResetVector(parsing: $0) }.first {
        $0.expectation.result == .recovered && $0.base?.isEmpty == false && !$0.unsynced.isEmpty
      })
    try TemporaryFolder.with { folder in
      for shownCount in [0, vector.unsynced.count] {
        var plan = LivedReset.Plan()
        plan.shownCount = shownCount
        let reset = LivedReset(vector, plan)
        let trace = folder.path("t\(shownCount).synctrace")
        let writer = try TraceWriter(to: FileSink(path: trace), codec: StoredFrames())
        for event in reset.events { try writer.append(event) }
        try writer.finish()
        let replay = { mode in
          try CommandRun(["replay", "--mode", mode, "--write-state", "-", trace])
        }
        let manual = try replay("manual")
        #expect(manual.status == (shownCount == 0 ? .badInput : .fine), "\(manual.error)")
        #expect(manual.output.isEmpty == (shownCount == 0))
        if shownCount == 0 {
          #expect(
            manual.error.contains("does not show what the device had, and mode manual leaves it so")
          )
          #expect(manual.error.contains("with `--client-file`, or choose `--mode recover`"))
        }
        let recover = try replay("recover")
        #expect(recover.status == .fine && recover.output.hasPrefix("{"), "\(recover.error)")
      }
    }
  }

  @Test func `What a reset left is written only where it is known how it ended`() throws {
    let reader = try TraceReader(FileSource(path: demo), codec: ZstdCodec())
    var found = try Replay(reading: reader).resetsAndEnds().all
    let console = Console(surroundings: Console.Surroundings(), output: { _ in }, error: { _ in })
    var option = StateAfter()
    option.writeState = "-"
    func write(_ mode: ResetMode) throws {
      try option.write(
        after: found, in: [[mode]], .realmCore, trace: "t", to: try option.file(), on: console)
    }
    try write(.recover)
    found[0].gaps.append(Gap(.earlierReset))
    try write(.manual)
    let failure = try #require(throws: CommandFailure.self) { try write(.recover) }
    #expect(failure.status == .badInput)
    #expect(failure.message.contains("whether the file still tracks an earlier reset"))
  }

  @Test(arguments: [["--mode", "all"], ["--all-clients"]])
  func `What is about no single mode takes no such file`(arguments: [String]) async throws {
    let run = await CommandRun(
      line: ["replay", "--write-state", "state.json"] + arguments + [demo])
    #expect(run.status == .usage)
    #expect(!run.error.isEmpty)
  }

  @Test(arguments: ["recover", "discard"])
  func `Data that may lack changes is written with a warning`(mode: String) throws {
    try TemporaryFolder.with { folder in
      let lossy = folder.path("lossy.synctrace")
      try TraceFiles.write(TraceFiles.lossyDemo(), to: lossy)
      let arguments = ["replay", "--mode", mode, "--write-state", "-"]
      let run = try CommandRun(arguments + [lossy])
      let warning = "warning: the state may lack changes: record 5: 1 record is missing here"
      #expect(run.status == .fine && run.error.contains(warning), "\(run.error)")
      #expect(run.output.hasPrefix("{"))
      #expect(try !CommandRun(arguments + [demo]).error.contains("may lack"))
    }
  }

  @Test func `Without a reset there is no data after one`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("trace.synctrace")
      let scenario = ProjectFiles.path("traces/scenarios/rs-65-service-gone.json")
      _ = try CommandRun(["import", "scenario", scenario, "-o", trace])
      let run = try CommandRun(["replay", "--write-state", "-", trace])
      #expect(run.status == .badInput)
      #expect(run.error.contains("no client reset takes place"))
      #expect(run.error.contains("hint: `tracetool state --format json`"))
      let own = try CommandRun(["replay", "--mode", "recover", "--write-state", trace, trace])
      #expect(own.status == .cannotCreate, "the input is never written to")
    }
  }
}
