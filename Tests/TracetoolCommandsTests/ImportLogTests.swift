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
        #expect(run.status == .fine, "\(form)")
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

  @Test func `what is no log of a client is refused`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("hello\nworld\n".utf8), to: "other.log")
      let other = try CommandRun(
        ["import", "log", folder.path("other.log"), "-o", folder.path("out")])
      #expect(other.status == .badInput)
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

  @Test func `parts that are given newest first are read in their order`() throws {
    try TemporaryFolder.with { folder in
      let lines = try ProjectFiles.bytes("Tests/Vectors/logs/field-notes.log").split(
        separator: 0x0A)
      try folder.write(Array(lines[..<12].joined(separator: [0x0A])), to: "1.log")
      try folder.write(Array(lines[12...].joined(separator: [0x0A])), to: "2.log")
      let run = try CommandRun([
        "import", "log", folder.path("2.log"), folder.path("1.log"), "-o", folder.path("out"),
      ])
      #expect(run.output.contains("1 client reset"))
      #expect(run.output.contains("from the last file to the first"))
      let replay = try CommandRun(["replay", folder.path("out")])
      #expect(replay.output.contains("4 changesets were not synced"))
    }
  }
}
