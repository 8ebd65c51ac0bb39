import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// Recordings of resets on the command line.
@Suite struct RecordedResetTests {
  private static func lines(of name: String) throws -> [String] {
    let text = try ProjectFiles.bytes("Tests/Vectors/wire/\(name).ndjson")
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The first line of a message, by how its head begins.
  private static func index(of head: String, in lines: [String]) throws -> Int {
    try #require(lines.firstIndex { $0.contains("\"hex\":\"\(Hex.encode(Array(head.utf8)))") })
  }

  /// A recording in which the server asks for a reset, and the device gives up right after the download or a little
  /// later.
  private static func failedReset(beginsSession: Bool) throws -> [UInt8] {
    let lines = try Self.lines(of: "ClientReset_LocalChangesWhenOffline")
    let end = try index(of: "unbind 1\n", in: lines)
    let next = try index(of: "ident 4 4", in: lines)
    let json =
      #"{"message":"Bad client file identifier (IDENT)","tryAgain":false,"shouldClientReset":true,"#
      + #""isRecoveryModeDisabled":false,"logURL":"","action":"ClientReset"}"#
    let error = Hex.encode(Array("json_error 208 \(json.utf8.count) 1\n\(json)".utf8))
    let unbind = Hex.encode(Array("unbind 4\n".utf8))
    func line(like other: String, _ direction: String, _ hex: String) throws -> String {
      guard
        case .string(let connection)? = try JSONText(parsing: Array(other.utf8)).member(
          "connection")
      else { throw MissingInput("connection") }
      return
        #"{"us":1795221159879900,"connection":"\#(connection)","direction":"\#(direction)","hex":"\#(hex)"}"#
    }
    let shown = beginsSession ? next : try index(of: "bind 4 5", in: lines)
    let all =
      lines[..<end] + [try line(like: lines[end], "in", error)] + lines[end..<shown]
      + (beginsSession ? [try line(like: lines[end], "out", unbind)] : [])
    return Array(all.joined(separator: "\n").utf8)
  }

  @Test(arguments: [true, false])
  func `a reset that failed after its download is reported, and ends with 2`(beginsSession: Bool)
    throws
  {
    try TemporaryFolder.with { folder in
      try folder.write(try Self.failedReset(beginsSession: beginsSession), to: "a.ndjson")
      let run = try CommandRun(["replay", "--mode", "recover", folder.path("a.ndjson")])
      #expect(run.status == .foundProblems, "\(run.output)\n\(run.error)")
      #expect(!run.output.contains("no reset takes place"))
      #expect(run.output.contains("Client reset of"), "\(run.output)")
    }
  }

  @Test func `a fresh state serves a session of a recording, and errors name the recording`() throws
  {
    let recording = ProjectFiles.path(
      "Tests/Vectors/wire/Sync_ErrorAfterServerRestore_BadServerVersion.ndjson")
    try TemporaryFolder.with { folder in
      let state = try CommandRun([
        "state", "--of", "server", "--session", "3", "--format", "json", recording,
      ])
      #expect(state.status == .fine, "\(state.error)")
      try folder.write(state.outputBytes, to: "fresh.json")
      let fresh = ["replay", "--mode", "all", "--fresh", folder.path("fresh.json"), recording]
      let several = try CommandRun(fresh)
      #expect(several.status == .usage)
      #expect(
        several.error.contains("BadServerVersion.ndjson`: session 3 "), "\(several.error)")
      let one = try CommandRun(fresh + ["--session", "3"])
      #expect(one.status == .fine, "\(one.error)")
      #expect(one.output.contains("Client reset of session 3"), "\(one.output)")
    }
  }
}
