import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

@Suite(.slow) struct ConformTests {
  let demo = ProjectFiles.path("Tests/Vectors/demo/field-inspections.ndjson.zst")

  /// The demo's vectors as text, one a line.
  func vectors() throws -> [String] {
    try Vectors.lines(of: "demo/field-inspections.ndjson.zst").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `what Realm Core did passes, and is counted on the last line`() throws {
    let run = try CommandRun(["conform", demo, demo])
    #expect(run.status == .fine)
    #expect(run.lines == ["4 passed, 0 failed"])
  }

  @Test(arguments: ["resets.ndjson", "reset-mutated.ndjson.zst", "merge-mutated.ndjson.zst"])
  func `what Realm Core did with what sessions hardly meet passes`(file: String) throws {
    let run = try CommandRun(["conform", ProjectFiles.path("Tests/Vectors/rare/\(file)")])
    #expect(run.status == .fine, "\(run.lines.prefix(5))")
  }

  @Test func `what the replayer did is emitted, a line a case`() throws {
    try TemporaryFolder.with { folder in
      let file = folder.path("out.ndjson")
      #expect(try CommandRun(["conform", demo, "--emit", file]).status == .fine)
      #expect(try CommandRun(["conform", demo, "--emit", file]).status == .fine, "replaced")
      let lines = String(decoding: try folder.read("out.ndjson"), as: UTF8.self)
        .split(separator: "\n")
      let cases = try lines.map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(cases.map { $0["outcome"] as? String } == ["discarded", "recovered"])
      for name in ["name", "outcome", "failure", "state", "reupload", "reuploadState"] {
        #expect(cases.allSatisfy { $0[name] != nil }, "\(name)")
      }
      let output = try CommandRun(["conform", demo, "--emit", "-"])
      #expect(output.lines == lines.map(String.init))
      #expect(output.error == "2 passed, 0 failed\n")
    }
  }

  @Test func `a wrong expectation fails, by name and with the first difference`() throws {
    try TemporaryFolder.with { folder in
      let wrong = try vectors().map {
        $0.replacingOccurrences(of: "\"outcome\":\"discarded\"", with: "\"outcome\":\"recovered\"")
      }
      try folder.write(Array(wrong.joined(separator: "\n").utf8), to: "wrong.ndjson")
      let run = try CommandRun(["conform", folder.path("wrong.ndjson")])
      #expect(run.status == .foundProblems)
      #expect(run.lines.first?.hasPrefix("FAILED field-inspections-discard: ") == true)
      #expect(run.lines.last == "1 passed, 1 failed")
      let json = try CommandRun(["conform", "--format", "json", folder.path("wrong.ndjson")])
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(report["failed"] as? Int == 1)
      let failures = try #require(report["failures"] as? [[String: Any]])
      #expect(failures.map { $0["name"] as? String } == ["field-inspections-discard"])
    }
  }

  @Test func `a line that is no vector fails and does not stop the others`() throws {
    try TemporaryFolder.with { folder in
      let lines = ["nonsense", "{\"name\":\"half\"}"] + (try vectors())
      try folder.write(Array(lines.joined(separator: "\n").utf8), to: "mixed.ndjson")
      let run = try CommandRun(["conform", folder.path("mixed.ndjson")])
      #expect(run.status == .foundProblems)
      #expect(run.output.contains("line 1: not run: "))
      #expect(run.output.contains("FAILED half: not run: "))
      #expect(run.lines.last == "2 passed, 2 failed")
    }
  }

  @Test func `a file that is not there is not found`() throws {
    #expect(try CommandRun(["conform", "/no/such/file"]).status == .noInput)
  }
}
