import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// `tracetool fleet`: rows, exit codes, and runs that are taken up again.
@Suite(.slow) struct FleetTests {
  /// A folder of traces, of which one is none, and the paths of two captures.
  private static func fleet(in folder: TemporaryFolder, hasNonsense: Bool = true) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder.path("f/sub"), withIntermediateDirectories: true)
    for (index, name) in ["field-inspections", "three-clients", "every-kind-of-property"]
      .enumerated()
    {
      let bytes = try ProjectFiles.bytes("traces/\(name).synctrace")
      try folder.write(bytes, to: index == 1 ? "f/sub/\(name).synctrace" : "f/\(name).synctrace")
    }
    if hasNonsense { try folder.write(Array("nonsense".utf8), to: "f/broken.synctrace") }
    return folder.path("f")
  }

  private static func run(_ words: [String]) async throws -> CommandRun {
    try await CommandRun(running: ["fleet", "run"] + words)
  }

  @Test func `each trace has a row a mode in the order of the paths, whatever the width`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      let fleet = try Self.fleet(in: folder)
      let one = try await Self.run([fleet, "--jobs", "1"])
      #expect(one.status == .dataLost)
      let rows = try one.output.split(separator: "\n").map { try JSONText(parsing: Array($0.utf8)) }
      #expect(rows.count == 13)
      #expect(rows[0].member("error")?.member("kind") == .string("invalid"))
      let modes = rows.dropFirst().compactMap { $0.member("mode") }
      #expect(
        modes.prefix(4)
          == [
            .string("DiscardLocal"), .string("Recover"), .string("RecoverOrDiscard"),
            .string("Manual"),
          ])
      #expect(try await Self.run([fleet, "--jobs", "3"]).output == one.output)
      let list = folder.path("list")
      try folder.write(Array("\(fleet)/broken.synctrace\n".utf8), to: "list")
      let none = try await Self.run([list])
      #expect(none.status == .badInput && none.output.hasPrefix("{\"schema\":1,"))
      let chosen = try await Self.run([fleet, "--mode", "manual", "--mode", "discard"])
      #expect(chosen.output.split(separator: "\n").count == 7)
    }
  }

  @Test func `a trace in another compressed file has the exit code of a replay`() async throws {
    try await TemporaryFolder.during { folder in
      let bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      try folder.write(
        RunningProcess.run("/usr/bin/env", ["gzip"], input: bytes).output, to: "a.synctrace")
      let run = try await Self.run([folder.path("a.synctrace")])
      #expect(run.output.contains(#""error":{"kind":"invalid","message":"`"#), "\(run.output)")
      #expect(run.output.contains(#"is a trace in another compressed file","exit":65}"#))
    }
  }

  @Test func `a run that was ended anywhere is taken up to the same bytes`() async throws {
    try await TemporaryFolder.during { folder in
      let fleet = try Self.fleet(in: folder)
      let (whole, part) = (folder.path("whole.ndjson"), folder.path("part.ndjson"))
      #expect(try await Self.run([fleet, "-o", whole]).status == .dataLost)
      let bytes = try folder.read("whole.ndjson")
      for length in stride(from: 0, through: bytes.count, by: max(bytes.count / 29, 1)) {
        try folder.write(Array(bytes.prefix(length)), to: "part.ndjson")
        let run = try await Self.run([fleet, "-o", part, "--resume"])
        #expect(run.status == .dataLost, "\(length): \(run.error)")
        #expect(try folder.read("part.ndjson") == bytes, "\(length)")
        #expect(length == 0 || run.error.contains("done before"), "\(run.error)")
      }
    }
  }

  @Test func `an output of something else is not taken up`() async throws {
    try await TemporaryFolder.during { folder in
      let fleet = try Self.fleet(in: folder, hasNonsense: false)
      let output = folder.path("out.ndjson")
      #expect(try await Self.run([fleet, "-o", output]).status == .fine)
      let before = try folder.read("out.ndjson")
      for (words, reason) in [
        ([fleet, "--mode", "manual"], "are of other modes"),
        ([fleet, "--engine", "ideal"], "another engine or version"),
        ([fleet + "/sub"], "where the input has"),
        ([fleet, "--fault", "at end: terminate-sync"], "with other faults or another schema"),
      ] {
        let run = try await Self.run(words + ["-o", output, "--resume"])
        #expect(run.status == .badInput && run.error.contains(reason), "\(run.error)")
      }
      try FileManager.default.removeItem(atPath: folder.path("f/sub/three-clients.synctrace"))
      let run = try await Self.run([fleet, "-o", output, "--resume"])
      #expect(run.status == .badInput && run.error.contains("the input ends before it"))
      #expect(try folder.read("out.ndjson") == before)
      let again = try await Self.run([fleet, "-o", output])
      #expect(again.status == .cannotCreate && again.error.contains("--force"))
    }
  }

  @Test func `a run with faults continues to the same bytes, and not with other faults`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      let fleet = try Self.fleet(in: folder)
      let words = [fleet, "--fault", "at end: terminate-sync", "-o"]
      let whole = folder.path("whole.ndjson")
      #expect(try await Self.run(words + [whole]).status == .dataLost)
      let bytes = try folder.read("whole.ndjson")
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "part.ndjson")
      let part = folder.path("part.ndjson")
      let other = try await Self.run([fleet, "-o", part, "--resume"])
      #expect(other.status == .badInput && other.error.contains("with other faults"))
      #expect(try await Self.run(words + [part, "--resume"]).status == .dataLost)
      #expect(try folder.read("part.ndjson") == bytes)
      let report = try await CommandRun(running: ["fleet", "report", whole])
      #expect(report.output.contains("With `at end: terminate-sync`:"), "\(report.output)")
    }
  }

  @Test func `keys of encrypted files are one for all, or a folder of them`() async throws {
    try await TemporaryFolder.during { folder in
      let vectors = "Tests/Vectors/realm-files"
      try FileManager.default.createDirectory(
        atPath: folder.path("f"), withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        atPath: folder.path("keys"), withIntermediateDirectories: true)
      try folder.write(
        ProjectFiles.bytes("\(vectors)/client-0.encrypted.realm"), to: "f/a.realm")
      try folder.write(ProjectFiles.bytes("\(vectors)/client-10.realm"), to: "f/b.realm")
      let key = (0..<64).map { UInt8(truncatingIfNeeded: 3 * $0 + 1) }
      try folder.write(key, to: "key")
      try folder.write(key, to: "keys/a.realm")
      let fleet = folder.path("f")
      let without = try await Self.run([fleet])
      #expect(without.status == .dataLost && without.output.contains("key"), "\(without.output)")
      for keys in ["key", "keys"] {
        let run = try await Self.run([fleet, "--key-file", folder.path(keys)])
        #expect(run.status == .fine, "\(keys): \(run.error) \(run.output.prefix(300))")
        #expect(run.output.split(separator: "\n").count == 8)
      }
    }
  }

  @Test func `an output that another process writes to is left alone`() async throws {
    try await TemporaryFolder.during { folder in
      let fleet = try Self.fleet(in: folder, hasNonsense: false)
      let output = folder.path("out.ndjson")
      #expect(try await Self.run([fleet, "-o", output]).status == .fine)
      let before = try folder.read("out.ndjson")
      try folder.write(Array(before.prefix(5_000)), to: "out.ndjson")
      var lock = try FileLock.taken(on: output)
      #expect(lock != nil)
      for flag in ["--resume", "--force"] {
        let run = try await Self.run([fleet, "-o", output, flag])
        #expect(run.status == .cannotCreate && run.output.isEmpty, "\(flag)")
        #expect(
          run.error.contains("cannot lock `\(output)`: another process is writing to it"),
          "\(run.error)")
        #expect(try folder.read("out.ndjson") == Array(before.prefix(5_000)), "\(flag)")
      }
      lock = nil
      for flag in ["--resume", "--force"] {
        #expect(try await Self.run([fleet, "-o", output, flag]).status == .fine)
        #expect(try folder.read("out.ndjson") == before, "\(flag)")
      }
      // What is no file has no lock.
      #expect(try FileLock.taken(on: "/dev/null") == nil)
      #expect(try await Self.run([fleet, "-o", "/dev/null", "--force"]).status == .fine)
    }
  }

  @Test(arguments: ["--force", "--resume"])
  func `what is not rows is no output, as a folder or a list may name it`(flag: String)
    async throws
  {
    try await TemporaryFolder.during { folder in
      let fleet = try Self.fleet(in: folder, hasNonsense: false)
      let realm = try ProjectFiles.bytes("Tests/Vectors/realm-files/client-10.realm")
      // A key has no line feed, as the last row of a run that was killed.
      for (name, bytes) in [("f/a.realm", realm), ("f/key", [UInt8](repeating: 7, count: 64))] {
        try folder.write(bytes, to: name)
        let run = try await Self.run([fleet, "-o", folder.path(name), flag])
        #expect(run.status == .cannotCreate, "\(name): \(run.error)")
        #expect(run.error.contains("which tracetool never changes"), "\(name): \(run.error)")
        #expect(try folder.read(name) == bytes, "\(name)")
      }
      try folder.write([], to: "new")
      #expect(try await Self.run([fleet, "-o", folder.path("new"), flag]).status == .fine)
    }
  }

  @Test func `a killed process is taken up to the same bytes`() async throws {
    let command = try #require(BuiltProducts.path("tracetool"))
    try await TemporaryFolder.during { folder in
      let fleet = try Self.fleet(in: folder)
      let list = (0..<400).flatMap { _ in
        ["broken", "field-inspections", "sub/three-clients"].map { "\(fleet)/\($0).synctrace\n" }
      }
      try folder.write(Array(list.joined().utf8), to: "list")
      let words = ["fleet", folder.path("list"), "--quiet", "-o"]
      let whole = try RunningProcess.run(command, words + [folder.path("whole")])
      #expect(whole.status == 3, "\(whole.errorText)")
      let killed = try RunningProcess.run(command, words + [folder.path("part")]) { process, _ in
        let written = (try? folder.read("part").count) ?? 0
        guard written > 0 else { return false }
        if process.isRunning {
          #expect(throws: FileFailure.self) { try FileLock.taken(on: folder.path("part")) }
        }
        kill(process.processIdentifier, SIGKILL)
        return true
      }
      #expect(killed.wasSignalled || killed.status == 3)
      let resumed = try RunningProcess.run(command, words + [folder.path("part"), "--resume"])
      #expect(resumed.status == 3, "\(resumed.errorText)")
      #expect(try folder.read("part") == folder.read("whole"))
    }
  }

  @Test func `a worker writes the rows of each trace that it is given`() async throws {
    let command = try #require(BuiltProducts.path("tracetool"))
    let demo = try ProjectFiles.bytes("traces/field-inspections.synctrace")
    func frame(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      return number(name.utf8.count, 4) + Array(name.utf8) + number(bytes.count, 8) + bytes
    }
    let stream = frame("a", demo) + frame("b", [1, 2]) + frame("c", demo)
    let words = ["fleet", "-", "--worker", "--max-trace-bytes", "\(demo.count)"]
    let ended = try RunningProcess.run(command, words, input: stream)
    #expect(ended.status == 0, "\(ended.errorText)")
    #expect(ended.text.split(separator: "\n").count == 9)
    let small = try RunningProcess.run(command, words.dropLast() + ["10"], input: stream)
    #expect(small.status == 0)
    #expect(small.text.split(separator: "\n").count { $0.contains("\"kind\":\"tooLarge\"") } == 2)
    let cut = try RunningProcess.run(command, words, input: stream.dropLast())
    #expect(
      cut.status == 65 && cut.errorText.contains("frame 3: the stream ends inside its trace"))
    #expect(cut.text.split(separator: "\n").count == 5)
  }

  @Test(arguments: [
    ["x", "--worker"], ["-", "--worker", "-o", "x"], ["-", "--worker", "--resume"],
    ["x", "--resume"], ["x", "-o", "y", "--resume", "--force"], ["x", "--work-limit", "0"],
  ])
  func `options that exclude each other are refused`(words: [String]) async {
    #expect(await CommandRun(line: ["fleet", "run"] + words).status == .usage)
  }
}
