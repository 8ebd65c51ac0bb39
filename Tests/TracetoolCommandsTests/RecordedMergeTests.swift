import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// Every merge that Realm Core performed for `Tests/Vectors`, performed by the replayer.
@Suite(.slow) struct RecordedMergeTests {
  @Test(arguments: Vectors.mergeFiles + [Vectors.largeMergeFile])
  func `recorded merges end as Realm Core's did`(file: String) throws {
    let count = try Vectors.lines(of: file).count
    let run = try CommandRun(["conform", ProjectFiles.path("Tests/Vectors/\(file)")])
    #expect(run.lines == ["\(count) passed, 0 failed"])
    #expect(run.status == .fine)
  }

  private func lines() throws -> [String] {
    try Vectors.lines(of: "merge-pairs.ndjson.zst").map { String(decoding: $0, as: UTF8.self) }
  }

  private func failures(of lines: [String]) throws -> [String] {
    try TemporaryFolder.with { folder in
      try folder.write(Array(lines.joined(separator: "\n").utf8), to: "wrong.ndjson")
      let run = try CommandRun(["conform", folder.path("wrong.ndjson")])
      #expect(run.status == .foundProblems)
      return run.lines.filter { $0.hasPrefix("FAILED ") }
    }
  }

  /// A recording in which both sides came out other than they went in, with one side put back.
  @Test(arguments: ["theirs", "ours"])
  func `a side that differs is named, with both instructions`(side: String) throws {
    let changed = try lines().compactMap { line -> String? in
      guard var object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let before = object[side] as? [[String: Any]],
        let after = object["\(side)After"] as? [[String: Any]],
        !NSArray(array: before).isEqual(to: after),
        after.contains(where: { $0["changeset"] as? String == "" })
      else { return nil }
      object["\(side)After"] = before
      return String(
        decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
    #expect(changed.count > 10)
    let failures = try failures(of: changed)
    #expect(failures.count == changed.count)
    let whose = side == "ours" ? "our" : "their"
    #expect(failures.allSatisfy { $0.contains("\(whose) changeset ") }, "\(failures)")
    #expect(failures.contains { $0.contains("instruction 0: nothing, expected `") })
  }

  @Test func `other words, a merge in place of a failure, and a failure in place of a merge`()
    throws
  {
    let failing = try #require(try lines().first { $0.contains("\"error\":") })
    let words = failing.replacingOccurrences(of: " on one side", with: " on that side")
    let merged = failing.replacingOccurrences(
      of: "\"error\":", with: "\"oursAfter\":[],\"theirsAfter\":[],\"other\":")
    let passing = try #require(try lines().first { !$0.contains("\"error\":") })
    let failed = passing.replacingOccurrences(
      of: "\"oursAfter\":", with: "\"error\":\"x\",\"oursAfter\":")
    let failures = try failures(of: [words, merged, failed])
    #expect(failures.count == 3)
    #expect(failures.first?.contains("expected: Schema mismatch") == true)
    #expect(failures.dropFirst().first?.contains("expected a merge") == true)
    #expect(failures.last?.contains("merged, expected to fail: x") == true)
  }

  @Test func `what the replayer did is emitted in the form of the recording`() throws {
    try TemporaryFolder.with { folder in
      let sample = try lines().prefix(40)
      try folder.write(Array(sample.joined(separator: "\n").utf8), to: "in.ndjson")
      let path = folder.path("in.ndjson")
      let emitted = try CommandRun(["conform", "--emit", "-", path]).lines
      #expect(emitted.count == sample.count)
      for (line, recorded) in zip(emitted, sample) {
        let found = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let expected = try #require(
          JSONSerialization.jsonObject(with: Data(recorded.utf8)) as? [String: Any])
        #expect(found["name"] as? String == expected["name"] as? String)
        #expect(found["error"] as? String == expected["error"] as? String)
        #expect(
          (found["theirsAfter"] as? [Any])?.count == (expected["theirsAfter"] as? [Any])?.count)
      }
    }
  }
}
