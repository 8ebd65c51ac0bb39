import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct ContainerCommandTests {
  let capture = ProjectFiles.path("traces/three-clients.synctrace")

  /// The project's trace with one flipped bit in its first chunk.
  func withDamagedTrace<Result>(_ body: (TemporaryFolder, String) throws -> Result) throws
    -> Result
  {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("traces/three-clients.synctrace")
      bytes[1500] ^= 1
      try folder.write(bytes, to: "damaged.synctrace")
      return try body(folder, folder.path("damaged.synctrace"))
    }
  }

  func object(_ run: CommandRun) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test(
    arguments: [(7, "  and 7 more"), (65_536, "  and at least 65536 more")] as [(UInt32, String)])
  func `info says how many sessions are not listed, as far as they are counted`(
    count: UInt32, line: String
  ) throws {
    var info = try TraceInfo(MemorySource(ProjectFiles.bytes("traces/three-clients.synctrace")))
    info.unlistedSessionCount = count
    #expect(InfoReport(info: info, name: capture).lines.last == line)
  }

  @Test func `info counts records by kind and lists the sessions`() throws {
    let text = try CommandRun(["info", capture])
    #expect(text.status == .fine)
    #expect(text.lines.contains("  message       130"))
    #expect(text.lines.contains("  session 12 (c3 session 8)  14 records, capture"))
    let json = try object(CommandRun(["info", "--format", "json", capture]))
    #expect(json["recordCount"] as? String == "145")
    #expect((json["sessions"] as? [Any])?.count == 14)
  }

  @Test func `a place where nobody knows how many records are missing counts as no record`()
    throws
  {
    var info = try TraceInfo(MemorySource(ProjectFiles.bytes("traces/three-clients.synctrace")))
    info.losses.add(Loss(firstSequence: nil, recordCount: nil, reason: ""))
    #expect(info.losses.text == "an unknown number of records is missing in 1 place")
    info.losses.add(Loss(firstSequence: nil, recordCount: 3, reason: ""))
    #expect(info.losses.text.hasPrefix("3 records are missing in 2 places; for 1 of them"))
  }

  @Test func `verify tells a sound trace from a damaged one by its exit code`() throws {
    #expect(try CommandRun(["verify", capture]).status == .fine)
    try withDamagedTrace { _, trace in
      let run = try CommandRun(["verify", trace])
      #expect(run.status == .foundProblems)
      #expect(run.output.contains("59 records are missing, 0 to 58"))
      let json = try object(CommandRun(["verify", "--format", "json", trace]))
      #expect(json["isDamaged"] as? Bool == true)
      #expect((json["findings"] as? [[String: Any]])?.first?["code"] as? String == "damagedChunk")
    }
  }

  @Test(arguments: ["replay", "state", "pending", "merges"])
  func `a trace of which no record can be read is said to be that`(verb: String) throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      bytes[1500] ^= 1
      try folder.write(bytes, to: "damaged.synctrace")
      let run = try CommandRun([verb, folder.path("damaged.synctrace")])
      #expect(run.status == .badInput)
      #expect(run.error.contains("no record of the trace can be read: checksum"), "\(run.error)")
    }
  }

  @Test func `recover writes a sound trace and leaves the damaged one alone`() throws {
    try withDamagedTrace { folder, trace in
      let before = try folder.read("damaged.synctrace")
      let output = folder.path("recovered.synctrace")
      let run = try CommandRun(["recover", trace, "-o", output])
      #expect(run.status == .dataLost)
      #expect(run.output.contains("lossy: 59 records are missing in 1 place"))
      #expect(try folder.read("damaged.synctrace") == before)
      #expect(try CommandRun(["verify", output]).status == .fine)
      #expect(try CommandRun(["recover", trace, "-o", output]).status == .cannotCreate)
      let same = try CommandRun(["recover", trace, "-o", trace, "--force"])
      #expect(same.status == .cannotCreate)
      #expect(try folder.read("damaged.synctrace") == before)
    }
  }

  @Test func `recover of a sound trace loses nothing`() throws {
    try TemporaryFolder.with { folder in
      let output = folder.path("copy.synctrace")
      #expect(try CommandRun(["recover", capture, "-o", output]).status == .fine)
      let copy = try CommandRun(["cat", "--format", "json", output])
      #expect(copy.output == (try CommandRun(["cat", "--format", "json", capture]).output))
    }
  }

  @Test func `nothing of a trace is found in other files`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("no trace".utf8), to: "other")
      for verb in [["info"], ["verify"], ["cat"], ["recover", "-o", folder.path("out")]] {
        let run = try CommandRun([verb[0], folder.path("other")] + verb.dropFirst())
        #expect(run.status == .badInput, "\(verb)")
      }
    }
  }
}
