import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// docs/post-mortem.md, docs/export.md and docs/merge.md show what the commands print, for a file of
/// the vectors and traces of the repository.
@Suite struct PostMortemTests {
  private static let files = [
    "device.realm": "Tests/Vectors/realm-files/client-10.realm",
    "client.realm": "Tests/Vectors/realm-files/client-26.realm",
    "device.synctrace": "traces/field-inspections.synctrace",
    "three-clients.synctrace": "traces/three-clients.synctrace",
  ]

  @Test(arguments: ["docs/post-mortem.md", "docs/export.md", "docs/merge.md"])
  func `the commands of the documents print what they show`(path: String) throws {
    try TemporaryFolder.with { folder in
      let session = try DocumentedSession(in: folder, Self.files)
      for command in try DocumentedCommand.all(in: path) where !Self.isAboutDatabase(command) {
        let output = try session.run(command)
        let missing = DocumentedExcerpt(command.output).missingPart(in: output)
        #expect(missing == nil, "\(command.arguments)\n\(output)")
      }
    }
  }

  @Test func `the statements of the document stand in the file that its command writes`() throws {
    try TemporaryFolder.with { folder in
      let session = try DocumentedSession(in: folder, Self.files)
      let path = "docs/post-mortem.md"
      for command in try DocumentedCommand.all(in: path) where !Self.isAboutDatabase(command) {
        _ = try session.run(command)
      }
      let statements = String(decoding: try folder.read("unsynced.sql"), as: UTF8.self)
        .replacing(folder.root + "/", with: "")
      let document = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
      let blocks = document.components(separatedBy: "```sql\n").dropFirst()
        .map { $0.components(separatedBy: "\n```")[0] }
      #expect(!blocks.isEmpty)
      for block in blocks {
        #expect(DocumentedExcerpt(block).missingPart(in: statements) == nil, "\(statements)")
      }
    }
  }

  private static func isAboutDatabase(_ command: DocumentedCommand) -> Bool {
    command.arguments.contains { $0 == "rescue" || $0.hasPrefix("devices/") }
  }

  @Test func `five commands of the guide bring a file into a real database and back`() async throws
  {
    guard TrialDatabase.available.contains(.postgresql) else { return }
    try await RescueCaseFolder.with(.postgresql) { it in
      let device = try ProjectFiles.bytes("Tests/Vectors/realm-files/client-10.realm")
      try it.folder.write(device, to: "devices/device.realm")
      let export = try CommandRun([
        "export", "--format", "sql", "--dialect", "postgresql", "--tables",
        it.folder.path("devices/device.realm"),
      ])
      let tables = export.lines.filter { $0.contains(/CREATE TABLE .*"T[0-9]"/) }
      try it.database.run(tables.joined(separator: "\n"))
      let guide = "docs/post-mortem.md"
      let commands = try DocumentedCommand.all(in: guide).filter(Self.isAboutDatabase)
      #expect(commands.count == 4)
      for command in commands {
        let words = command.arguments.map { word in
          word.hasPrefix("postgresql:")
            ? it.database.target
            : word == "case" || word.hasPrefix("devices") ? it.folder.path(word) : word
        }
        let run = try await CommandRun(running: words)
        let output = run.output.replacing(it.folder.root + "/", with: "")
        #expect(
          DocumentedExcerpt(command.output).missingPart(in: output) == nil,
          "\(words)\n\(output)\(run.error)")
        let count = try it.database.run("SELECT count(*) FROM \"T2\";")
        #expect(count == (words.contains("apply") ? "5\n" : "0\n"), "\(words)")
      }
      let document = String(decoding: try ProjectFiles.bytes(guide), as: UTF8.self)
      #expect(document.contains("SELECT * FROM \"T2\""))
    }
  }
}
