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
      for command in try DocumentedCommand.all(in: path) {
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
      for command in try DocumentedCommand.all(in: path) { _ = try session.run(command) }
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
}
