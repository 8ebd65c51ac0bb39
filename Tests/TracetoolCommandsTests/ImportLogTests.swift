import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

@Suite struct ImportLogTests {
  let log = ProjectFiles.path("Tests/Vectors/logs/field-notes.log")
  private let user = "65e2f0a1b2c3d4e5f6071829"

  @Test func `every form of the report tells the reset, and claims no fates`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      #expect(try CommandRun(["import", "log", log, "-o", trace]).status == .fine)
      for form in ["text", "json", "markdown", "html", "junit"] {
        let run = try CommandRun(["replay", "--format", form, trace])
        // Nothing was replayed.
        #expect(run.status == .foundProblems, "\(form)")
        let plain = run.output.replacing("\\", with: "")
        #expect(plain.contains("flx_sync_default.realm"), "\(form)")
        #expect(run.output.contains("recovered as far as they went") || form != "text", "\(form)")
        #expect(!run.output.contains(user))
        #expect(!run.output.contains("lost: 0"))
      }
      let json = try CommandRun(["replay", "--format", "json", trace])
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let logged = try #require((report["logged"] as? [[String: Any]])?.first)
      let facts = try #require(logged["facts"] as? [String: Any])
      #expect(facts["outcome"] as? String == "recovered")
      #expect(facts["localChangesetCount"] as? String == "4")
      #expect((report["reports"] as? [Any])?.isEmpty == true)
      // A state without changesets would look right.
      #expect(try CommandRun(["state", trace]).status != .fine)
    }
  }

  @Test func `an offset from UTC has hours and minutes, and nothing else`() {
    for (text, seconds) in [("+01:00", 3600), ("-0330", -12_600), ("Z", 0)] {
      #expect(UTCOffsetArgument(argument: text)?.seconds == seconds)
    }
    for text in ["+-100", "+1:2:34", "+:0100", "+24:00", "+01:60", "0100"] {
      #expect(UTCOffsetArgument(argument: text)?.seconds == nil, "\(text)")
    }
  }

  @Test func `what is no log of a client is refused`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("hello\nworld\n".utf8), to: "other.log")
      let other = try CommandRun(
        ["import", "log", folder.path("other.log"), "-o", folder.path("out")])
      #expect(other.status == .badInput)
      #expect(other.error.contains("other.log` explains the errors in it"), "\(other.error)")
      try folder.write(
        Array("2018-05-01T10:00:00.000Z - info: sync: Sync Connection[2]: hello\n".utf8),
        to: "server.log")
      let server = try CommandRun(
        ["import", "log", folder.path("server.log"), "-o", folder.path("out")])
      #expect(server.status == .badInput)
      #expect(server.error.contains("server"))
      #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    }
  }

  @Test func `a log whose newest lines come first is refused`() throws {
    try TemporaryFolder.with { folder in
      let lines = try ProjectFiles.bytes("Tests/Vectors/logs/field-notes.log").split(
        separator: 0x0A)
      try folder.write(Array(lines.reversed().joined(separator: [0x0A])), to: "export.log")
      let run = try CommandRun(
        ["import", "log", folder.path("export.log"), "-o", folder.path("out")])
      #expect(run.status == .badInput)
      #expect(run.error.contains("the newest lines come first"), "\(run.error)")
    }
  }

  @Test(arguments: [[2, 1, 0], [2, 0, 1]])
  func `parts are read in the order of their times`(_ order: [Int]) throws {
    try TemporaryFolder.with { folder in
      let lines = try ProjectFiles.bytes("Tests/Vectors/logs/field-notes.log").split(
        separator: 0x0A)
      for (index, part) in [lines[..<6], lines[6..<12], lines[12...]].enumerated() {
        try folder.write(Array(part.joined(separator: [0x0A])), to: "\(index).log")
      }
      let run = try CommandRun(
        ["import", "log"] + order.map { folder.path("\($0).log") } + ["-o", folder.path("out")])
      #expect(run.output.contains("1 client reset"))
      #expect(run.output.contains("files read in the order of their first times"))
      let replay = try CommandRun(["replay", folder.path("out")])
      #expect(replay.output.contains("4 changesets were not synced"))
    }
  }

  // MARK: Without a reset

  private static let errors = """
    2025-03-09 07:15:30.250 Realm.Sync.Client.Session Info: Connection[1] Session[1]: Binding '/data/app/tasks.realm' to ''
    2025-03-09 07:15:31.250 Realm.Sync.Client.Session Info: Connection[1] Session[1]: Received: ERROR "write not allowed" (error_code=231, is_fatal=false, error_action=Warning)
    2025-03-09 07:15:32.250 Realm.Sync.Client.Session Info: Connection[1] Session[1]: Received: ERROR "Schema is invalid" (error_code=225, is_fatal=true, error_action=ApplicationBug)
    2025-03-09 07:15:33.250 Realm.Sync.Client.Session Info: Connection[1] Session[1]: Received: ERROR "write not allowed" (error_code=231, is_fatal=false, error_action=Warning)
    """

  private func traced(_ text: String, _ body: (String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array(text.utf8), to: "app.log")
      let trace = folder.path("out.synctrace")
      #expect(
        try CommandRun(["import", "log", folder.path("app.log"), "-o", trace]).status == .fine)
      try body(trace)
    }
  }

  @Test(arguments: ["text", "json", "markdown", "html", "junit", "sarif"])
  func `a log with errors and without a reset is reported`(_ form: String) throws {
    try traced(Self.errors) { trace in
      let run = try CommandRun(["replay", "--format", form, trace])
      #expect(run.status == .fine, "\(run.error)")
      #expect(run.output.contains("3 errors") || form == "sarif")
      #expect(run.output.contains("231") || form == "junit")
    }
  }

  @Test func `an error that asks for a reset has no answer in a log`() throws {
    let reset = """
      2025-03-09 07:15:34.250 Realm.Sync.Client.Session Info: Connection[1] Session[1]: \
      Received: ERROR "Bad client file" (error_code=208, is_fatal=true, error_action=ClientReset)
      """
    try traced(Self.errors + "\n" + reset) { trace in
      let run = try CommandRun(["replay", trace])
      #expect(run.status == .foundProblems, "\(run.error)")
      #expect(run.output.contains("Error 208"))
    }
  }

  @Test func `the report says what happened, to which file, what to do and what is not known`()
    throws
  {
    try traced(Self.errors) { trace in
      let run = try CommandRun(["replay", trace])
      let text = run.output.replacing(#/\s+/#, with: " ")
      #expect(text.contains("The log shows 1 session of 1 file, and 3 errors"))
      #expect(text.contains("tasks.realm"))
      #expect(
        text.contains(
          "2 times, from 2025-03-09T07:15:31.250Z to 2025-03-09T07:15:33.250Z by the log's clock."))
      #expect(text.contains("sync stops"))
      #expect(text.contains("Have the .realm file copied"))
      #expect(text.contains("fate unknown"))
      let none = try CommandRun(["replay", "--session", "7", trace])
      #expect(none.status == .badInput)
    }
  }

  @Test func `subscriptions that the server refuses are an error`() throws {
    let refusal = """
      2025-03-09 07:15:31.250 Realm.Sync.Client.Session Info: Connection[1] Session[1]: \
      Received QUERY_ERROR "bad query" (error_code=300, query_version=2)
      """
    try traced("\(Self.errors.split(separator: "\n")[0])\n\(refusal)") { trace in
      let run = try CommandRun(["replay", trace])
      #expect(run.status == .fine, "\(run.error)")
      #expect(run.output.contains("and 1 error"))
      #expect(run.output.contains("Error 300 SubscriptionFailed: \"bad query\""))
    }
  }

  @Test func `a log in which nothing went wrong is told, too`() throws {
    let line = Self.errors.split(separator: "\n")[0]
    try traced(String(line)) { trace in
      let run = try CommandRun(["replay", trace])
      #expect(run.status == .fine, "\(run.error)")
      #expect(run.output.contains("no error"))
    }
  }

  @Test func `logged resets are results of SARIF`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      #expect(try CommandRun(["import", "log", log, "-o", trace]).status == .fine)
      let sarif = try CommandRun(["replay", "--format", "sarif", trace]).output
      #expect(sarif.contains("logged-reset/recovered"))
      #expect(sarif.contains("\"level\": \"warning\""))
    }
  }

  @Test func `a pipe among several files is opened once`() throws {
    try TemporaryFolder.with { folder in
      let lines = try ProjectFiles.bytes("Tests/Vectors/logs/field-notes.log").split(
        separator: 0x0A)
      let pipe = folder.path("first.log")
      #expect(mkfifo(pipe, 0o600) == 0)
      try folder.write(Array(lines[12...].joined(separator: [0x0A])), to: "2.log")
      let writer = Thread {
        // A second opening would wait for a writer that never comes.
        let file = FileHandle(forWritingAtPath: pipe)
        file?.write(Data(lines[..<12].joined(separator: [0x0A]) + [0x0A]))
        try? file?.close()
      }
      writer.start()
      let (parts, whole) = (folder.path("parts"), folder.path("whole"))
      #expect(
        try CommandRun(["import", "log", pipe, folder.path("2.log"), "-o", parts]).status == .fine)
      #expect(try CommandRun(["import", "log", log, "-o", whole]).status == .fine)
      #expect(
        try CommandRun(["cat", parts]).lines.count == CommandRun(["cat", whole]).lines.count)
    }
  }
}
