import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct ScrubTests {
  private static let demo = ProjectFiles.path("traces/field-inspections.synctrace")
  private static let keyBytes = (0..<32).map { UInt8($0) &* 5 }

  /// Scrubs the demo in a folder with a key.
  private static func scrub(
    _ folder: TemporaryFolder, _ options: [String] = [], of trace: String = demo,
    key: [UInt8] = keyBytes, to output: String = "out.synctrace"
  ) throws -> CommandRun {
    try folder.write(key, to: "key")
    return try CommandRun(
      ["scrub", trace, "--key-file", folder.path("key"), "-o", folder.path(output)] + options)
  }

  @Test func `a scrubbed trace comes to the same, and the summary says so`() throws {
    try TemporaryFolder.with { folder in
      let run = try Self.scrub(folder)
      #expect(run.status == .fine, "\(run.error)")
      #expect(run.output.contains("replays identically: 1 reset in all modes"))
      #expect(try folder.names().sorted() == ["key", "out.synctrace"])
      let modes = ["--mode", "all"]
      let before = try CommandRun(["replay", Self.demo] + modes + ["--format", "json"])
      let after = try CommandRun(
        ["replay", folder.path("out.synctrace")] + modes + ["--format", "json"])
      #expect(before.status == after.status)
      #expect(Self.fates(before.output) == Self.fates(after.output))
      #expect(!Self.fates(before.output).isEmpty)
    }
  }

  @Test func `an end of a session is not told as a reset`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("quiet.synctrace")
      let base = Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])
      let commit = LocalCommit(clientVersion: 3, changeset: Sample.setCount(5).encoded())
      try TraceFiles.write(
        Sample.events([
          .sessionStart(SessionStart(source: .live, name: "quiet")), .snapshot(base),
          .localCommit(commit),
        ]), to: trace)
      let run = try Self.scrub(folder, of: trace)
      #expect(
        run.output.contains("replays identically: 1 end of a session in all modes"),
        "\(run.output)\(run.error)")
    }
  }

  /// The fates in a report as JSON, in order.
  private static func fates(_ report: String) -> [Substring] {
    report.split(separator: "\"fate\":").dropFirst().map { $0.prefix { $0 != "," } }
  }

  @Test func `the same key gives the same bytes, and another one others`() throws {
    try TemporaryFolder.with { folder in
      #expect(try Self.scrub(folder).status == .fine)
      #expect(try Self.scrub(folder, to: "again").status == .fine)
      let other = Self.keyBytes.map { $0 ^ 1 }
      #expect(try Self.scrub(folder, key: other, to: "other").status == .fine)
      let bytes = try folder.read("out.synctrace")
      #expect(try folder.read("again") == bytes && folder.read("other") != bytes)
    }
  }

  @Test func `the summary as JSON has counts and verdicts`() throws {
    try TemporaryFolder.with { folder in
      let run = try Self.scrub(
        folder, ["--format", "json", "--names", "replace", "--shift-times"])
      #expect(run.status == .fine, "\(run.error)")
      let json = try JSONText(parsing: Array(run.output.utf8))
      #expect(json.member("version") == .integer(1))
      #expect(json.member("names") == .string("replace"))
      #expect(json.member("timesAreShifted") == .bool(true))
      #expect(json.member("verdicts")?.member("isSame") == .bool(true))
      #expect(json.member("verdicts")?.member("differenceCount") == .integer(0))
      let cat = try CommandRun(["cat", folder.path("out.synctrace")])
      #expect(!cat.output.contains("Inspection"))
      let info = try CommandRun(["info", folder.path("out.synctrace")])
      #expect(info.output.contains("names replace, times shifted"))
    }
  }

  @Test func `without the check it says that nothing was checked`() throws {
    try TemporaryFolder.with { folder in
      let run = try Self.scrub(folder, ["--no-check"])
      #expect(run.status == .fine && run.output.contains("not checked whether"))
    }
  }

  @Test(arguments: [
    ([], "has 0 bytes, and needs at least 32"),
    ([UInt8](repeating: 7, count: 64), "can be guessed"),
  ])
  func `a key that is none is refused, with the next step`(
    key: [UInt8], words: String
  ) throws {
    try TemporaryFolder.with { folder in
      let run = try Self.scrub(folder, key: key)
      #expect(run.status == .badInput && run.error.contains(words), "\(run.error)")
      #expect(run.error.contains("hint: `head -c 32 /dev/urandom"))
      #expect(try folder.names() == ["key"])
    }
  }

  @Test func `a key that is not there is named, with the next step`() throws {
    let run = try CommandRun(["scrub", Self.demo, "--key-file", "/no/key", "-o", "/tmp/x"])
    #expect(run.status == .noInput)
    #expect(run.error.contains("/no/key") && run.error.contains("makes a key"), "\(run.error)")
  }

  @Test func `neither the trace nor the key is written to`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "in")
      try folder.write(Self.keyBytes, to: "key")
      for file in ["in", "key"] {
        let run = try CommandRun([
          "scrub", folder.path("in"), "--key-file", folder.path("key"), "-o", folder.path(file),
          "--force",
        ])
        #expect(run.status == .cannotCreate && run.error.contains("never changes"))
      }
      #expect(try folder.read("key") == Self.keyBytes)
    }
  }

  @Test func `a damaged trace is scrubbed as far as it can be read`() throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("traces/three-clients.synctrace")
      bytes[bytes.count / 2] ^= 1
      try folder.write(bytes, to: "damaged")
      try folder.write(Self.keyBytes, to: "key")
      let run = try CommandRun([
        "scrub", folder.path("damaged"), "--key-file", folder.path("key"), "-o",
        folder.path("out"),
      ])
      #expect(run.status == .dataLost, "\(run.error)")
      #expect(run.error.contains("tracetool salvage"))
      #expect(try folder.names().contains("out"))
    }
  }
}
