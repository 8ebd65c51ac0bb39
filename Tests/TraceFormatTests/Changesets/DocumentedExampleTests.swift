import Foundation
import TestSupport
import Testing
import TraceFormat

/// The example of `docs/changesets.md` is true, byte for byte and line for line.
@Suite struct DocumentedExampleTests {
  /// The fenced blocks of the document, by lines.
  private static func blocks() throws -> [[Substring]] {
    let text = String(decoding: try ProjectFiles.bytes("docs/changesets.md"), as: UTF8.self)
    let parts = text.split(separator: "```\n", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map {
      $0.element.split(separator: "\n")
    }
  }

  static let changeset: Changeset = {
    let key = PrimaryKeyValue.int(200)
    var builder = ChangesetBuilder()
    builder.addTable("Inspection", primaryKey: "_id", type: .int)
    builder.addColumn("Inspection", "status", type: .string)
    builder.addColumn("Inspection", "notes", type: .string, collection: .list)
    builder.createObject("Inspection", key)
    builder.update(LocationValue("Inspection", key, "status"), to: .string("open"), isDefault: true)
    builder.arrayInsert(
      LocationValue("Inspection", key, "notes", [0]), .string("leak"), priorSize: 0)
    return builder.changeset
  }()

  @Test func `the bytes are those of the document`() throws {
    let lines = try #require(Self.blocks().first)
    let documented = lines.flatMap { line in
      line.split(separator: " ").prefix { $0.count == 2 && Hex.decode($0) != nil }
    }
    #expect(documented.joined() == Hex.encode(Self.changeset.encoded()))
  }

  @Test func `the text is that of the document`() throws {
    let words = try #require(Self.blocks().first).compactMap { line in
      line.split(separator: "  ", maxSplits: 1).last?.drop { $0 == " " }
    }
    let lines = words.filter { !$0.hasPrefix("declares ") }.map(String.init)
    #expect(Self.changeset.instructions.map { Self.changeset.text(of: $0) } == lines)
  }

  @Test func `the JSON is that of the document`() throws {
    let blocks = try Self.blocks()
    try #require(blocks.count == 2)
    let last = try #require(Self.changeset.instructions.last)
    #expect([Self.changeset.json(of: last).text()] == blocks[1].map(String.init))
  }
}
