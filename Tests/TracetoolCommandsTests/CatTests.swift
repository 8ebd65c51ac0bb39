import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

@Suite struct CatTests {
  let demo = ProjectFiles.path("traces/field-inspections.synctrace")
  let capture = ProjectFiles.path("traces/local-changes-when-offline.synctrace")

  @Test func `text has a line for every record, and instructions where asked for`() throws {
    let plain = try CommandRun(["cat", demo])
    #expect(plain.status == .fine)
    #expect(plain.error.isEmpty)
    #expect(plain.lines.count == 14)
    #expect(plain.lines[11].contains("syncError  SyncClientResetRequired, action ClientReset"))

    let whole = try CommandRun(["cat", "--instructions", demo])
    #expect(
      whole.lines.contains {
        $0.hasSuffix("AddInteger Inspection[oid 00000000000000062e2ac0f1].visits += 1")
      })
  }

  @Test func `JSON has an object for every record, with sequence numbers in order`() throws {
    let run = try CommandRun(["cat", "--format", "json", demo])
    let records = try run.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(records.map { $0["sequence"] as? String } == (0..<14).map { String($0) })
    #expect(records[0]["kind"] as? String == "sessionStart")
    #expect(records[0]["configuredResetMode"] as? String == "DiscardLocal")
    let instructions = try #require(records[2]["instructions"] as? [[String: Any]])
    #expect(instructions.count == 6)
  }

  @Test(arguments: [
    (["--kind", "localCommit"], 8), (["--kind", "localCommit", "--kind", "syncError"], 9),
    (["--sequence", "3..5"], 3), (["--sequence", "12.."], 2), (["--sequence", "..1"], 2),
    (["--sequence", "7"], 1), (["--session", "1"], 14), (["--session", "2"], 0),
    (["--since", "1970-01-01T00:00:00Z", "--until", "3"], 4), (["--since", "13"], 1),
  ])
  func `filters choose by kind, session, time and sequence`(filter: [String], count: Int) throws {
    #expect(try CommandRun(["cat", demo] + filter).lines.count == count)
  }

  @Test func `filters of a capture choose its sessions`() throws {
    let run = try CommandRun(["cat", "--format", "json", "--session", "4", capture])
    #expect(!run.lines.isEmpty)
    #expect(run.lines.allSatisfy { $0.contains("\"session\":4,") })
  }

  @Test(arguments: [
    ["--sequence", "5..3"], ["--sequence", ".."], ["--sequence", "1..2..3"], ["--sequence", "x"],
    ["--since", "yesterday"], ["--since", "9", "--until", "3"],
  ])
  func `a filter that makes no sense is a usage error`(filter: [String]) throws {
    let run = try CommandRun(["cat", demo] + filter)
    #expect(run.status == .usage)
    #expect(run.error.hasPrefix("error: "))
  }

  @Test func `what is no trace is refused, and what is not there is not found`() throws {
    let wrong = try CommandRun(["cat", ProjectFiles.path("README.md")])
    #expect(wrong.status == .badInput)
    #expect(wrong.error.contains("hint: "))
    #expect(try CommandRun(["cat", "/no/such/trace"]).status == .noInput)
  }

  @Test func `a damaged trace is read to its end, and the loss is named`() throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      bytes[bytes.count / 2] ^= 0x10
      try folder.write(bytes, to: "damaged.synctrace")
      let run = try CommandRun(["cat", folder.path("damaged.synctrace")])
      #expect(run.status == .dataLost)
      #expect(run.output.contains("14 records missing"))
      #expect(run.error.contains("warning: "))
      #expect(run.error.contains("tracetool salvage"))
    }
  }
}
