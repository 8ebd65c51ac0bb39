import Foundation
import Replayer
import TestSupport
import Testing

@testable import TracetoolCommands

@Suite struct ExplainTests {
  static let message = "Client reset cannot recover when classes have been removed: {Gone}"

  @Test func `the document shows what the command really prints`() throws {
    let document = String(decoding: try ProjectFiles.bytes("docs/triage.md"), as: UTF8.self)
    let transcripts = document.components(separatedBy: "```console\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] }
    #expect(transcripts.count == 1)
    for transcript in transcripts {
      let lines = transcript.split(separator: "\n", maxSplits: 1)
      let message = lines[0].dropFirst("$ tracetool explain \"".count).dropLast()
      let run = try CommandRun(["explain", String(message)])
      #expect(run.status == .fine)
      #expect(String(lines[1]) == run.output.trimmingCharacters(in: .newlines))
    }
    #expect(transcripts[0].contains(Self.message))
  }

  @Test func `JSON is one object a message`() throws {
    let run = try CommandRun(["explain", "--format", "json", Self.message, "208"])
    let objects = try run.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.count == 2)
    #expect(objects.map { $0["version"] as? Int } == [1, 1])
    #expect(
      objects.map { $0["identifier"] as? String } == ["classes-removed", "client-reset-required"])
    #expect(objects[0]["message"] as? String == Self.message)
    #expect(objects[0]["recognized"] as? Bool == true)
    let parameters = try #require(objects[0]["parameters"] as? [[String: String]])
    #expect(parameters == [["name": "names", "value": "Gone"]])
  }

  @Test func `what is not known is said, and ends with problems found`() throws {
    let run = try CommandRun(["explain", "never heard of"])
    #expect(run.status == .foundProblems)
    #expect(run.output.contains("Not a known message"))
    #expect(try CommandRun(["explain", "never heard of", "208"]).status == .fine)
    #expect(
      try CommandRun(["explain", "clientrset"]).error.contains("did you mean `ClientReset`?"))
    #expect(try CommandRun(["explain", "2026-03-02 08:59:59 opened"]).error.isEmpty)
  }

  @Test func `a rule is explained, or its section of the guide is named`() throws {
    for rule in RuleIdentifier.allCases.map(\.rawValue) {
      let run = try CommandRun(["explain", rule])
      #expect(run.status == .fine || run.error.contains("docs/rules.md#\(rule)\n"), "\(run.error)")
    }
  }
}

extension ProcessTests {
  @Test func `lines of a log are explained where they say something about a reset`() throws {
    let ended = try shell(
      """
      printf '%s\\n' 'INFO: opening' '' 'WARN: Cannot recover '\\''Update'\\'' which operates on a \
      deleted object' 'INFO: closing' 'ERROR: \(ExplainTests.message)' | $T explain -
      """)
    #expect(ended.status == 0)
    #expect(
      ended.text.split(separator: "\n").filter { !$0.hasPrefix(" ") } == [
        "object-gone", "classes-removed",
      ])
    #expect(ended.errorText == "note: 2 lines say nothing that is known about a client reset\n")
    #expect(try shell("echo INFO | $T explain --quiet -").errors.isEmpty)
  }

  @Test func `the resets of an app's log are told in short`() throws {
    let log = ProjectFiles.path("Tests/Vectors/logs/field-notes.log")
    let run = try shell("$T explain - < '\(log)'")
    #expect(run.text.contains(#"The log shows a client reset of "flx_sync_default.realm""#))
    #expect(run.text.contains("4 changesets were not synced before it."))
    let json = try shell("$T explain --format json - < '\(log)'")
    #expect(json.text.contains(#"{"version":1,"logged":{"session":3,"#))
  }

  @Test func `the body of an ERROR may stand on several lines of a pipe`() throws {
    let ended = try shell(
      """
      printf '%s\\n' 'INFO: opening' '{' '  "message": "Client file has expired",' \
      '  "action": "ClientResetNoRecovery"' '}' 'sync: SyncError Code=7' '{ not closed' | $T explain -
      """)
    #expect(ended.status == 0)
    #expect(
      ended.text.split(separator: "\n").filter { !$0.hasPrefix(" ") } == [
        "client-reset-required", "client-reset-left-to-app",
      ])
    #expect(ended.text.contains("It came with the action `ClientResetNoRecovery`."))
    #expect(ended.errorText == "note: 2 lines say nothing that is known about a client reset\n")
  }
}
