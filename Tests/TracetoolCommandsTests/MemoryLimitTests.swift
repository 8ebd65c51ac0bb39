import ArgumentParser
import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// Files of a few kilobytes that ask for gigabytes.
@Suite struct MemoryLimitTests {
  private static func path(_ name: String) -> String {
    Vectors.folder.appending(path: "hostile/\(name)").path(percentEncoded: false)
  }

  @Test(
    arguments: ["b_snapempty.synctrace", "b_cs240.synctrace"],
    ["info", "verify", "cat", "state", "replay"])
  func `a trace out of proportion is refused with the way to read it`(
    file: String, verb: String
  ) throws {
    let run = try CommandRun([verb, Self.path(file)])
    #expect(run.status == .badInput)
    #expect(run.error.contains("of memory or more, at most"))
    #expect(run.error.contains("hint: `--memory-limit 1GiB` allows more"))
  }

  @Test func `vectors in hexadecimal digits are bounded too`() throws {
    for arguments in [
      ["conform"], ["import", "vector", "-o", "-"], ["import", "capture", "-o", "-"],
    ] {
      let run = try CommandRun(arguments + [Self.path("hex500.ndjson.zst")])
      #expect(run.status == .badInput)
      #expect(run.error.contains("--memory-limit"), "\(run.error)")
    }
  }

  @Test
  func `a state that takes more than it may is no wrong file, and the way to read it is said`()
    throws
  {
    try TemporaryFolder.with { folder in
      let numbers = repeatElement("1", count: 40_000).joined(separator: ",")
      let path = folder.path("state.json")
      try Data(#"{"classes":{},"more":[\#(numbers)]}"#.utf8).write(to: URL(fileURLWithPath: path))
      #expect(try CommandRun(["diff", path, path]).status == .fine)
      let run = try CommandRun(["diff", path, path, "--memory-limit", "2MiB"])
      #expect(run.status == .badInput)
      #expect(run.error.contains("expected at most 1024 KiB of memory for"), "\(run.error)")
      #expect(run.error.contains("hint: `--memory-limit 1GiB` allows more"))
    }
  }

  @Test(.slow) func `a snapshot of millions of empty changesets is an empty state`() throws {
    let run = try CommandRun(["state", Self.path("b_snap6000000.synctrace"), "--format", "json"])
    #expect(run.status == .fine)
    #expect(run.output == "{\"classes\":{}}\n")
  }

  @Test func `a limit on the command line holds whatever the size of the input`() throws {
    let trace = Self.path("b_snap6000000.synctrace")
    #expect(try CommandRun(["info", trace, "--memory-limit", "128MiB"]).status == .fine)
    #expect(try CommandRun(["info", trace, "--memory-limit", "64MiB"]).status == .badInput)
  }

  /// What the command itself takes is more.
  @Test func `the process ends before it takes more`() throws {
    let ended = try RunningProcess.run(
      ProcessTests.binary.path(percentEncoded: false),
      ["replay", ProjectFiles.path("traces/field-inspections.synctrace"), "--memory-limit", "8MiB"])
    #expect(ended.status == ExitStatus.badInput.rawValue && ended.text.isEmpty)
    #expect(
      ended.errorText.contains("of memory, at most 8192 KiB are allowed"), "\(ended.errorText)")
  }

  /// With its type, since the compiler takes seconds to find it out.
  private static let sizes: [(text: String, bytes: Int?)] = [
    ("1048576", 1 << 20), ("2GiB", 2 << 30), ("2g", 2 << 30), ("512MiB", 512 << 20),
    ("3TiB", 3 << 40), ("0", nil), ("1", nil), ("-1", nil), ("2 GiB", nil), ("GiB", nil),
    ("2GB", nil), ("99999999999TiB", nil), ("", nil), ("٣GiB", nil),
  ]

  @Test(arguments: sizes)
  func `sizes are numbers with a unit of 1024`(text: String, bytes: Int?) {
    #expect(MemorySize(argument: text)?.bytes == bytes)
  }

  @Test func `the process may have more than the input, in proportion too`() throws {
    let options = try MemoryOptions.parse([])
    let small = MemoryWatch.limitBytes(options, inputBytes: 1000)
    #expect((1 << 28...1 << 30 + 1 << 23).contains(small))
    #expect(MemoryWatch.limitBytes(options, inputBytes: nil) == options.limit.totalBytes)
    let chosen = try MemoryOptions.parse(["--memory-limit", "3GiB"])
    #expect(MemoryWatch.limitBytes(chosen, inputBytes: 1000) == 3 << 30)
  }
}
