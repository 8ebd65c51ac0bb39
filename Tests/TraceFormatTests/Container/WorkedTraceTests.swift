import Foundation
import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

/// The worked dump of `docs/format.md`: what the document shows is what the writer writes.
@Suite struct WorkedTraceTests {
  static let start = SessionStart(source: .scenario, name: "tiny", clientFileIdent: 2)
  static let commit = LocalCommit(clientVersion: 3, changeset: [0x3F, 0x00, 0x03])

  static func trace() throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(
      to: sink, header: TraceHeader(metadata: [TraceHeader.Metadata("source", "scenario")]))
    try writer.append(
      timeMicroseconds: 1_700_000_000_000_000, session: 1, content: .sessionStart(start))
    try writer.append(
      timeMicroseconds: 1_700_000_000_000_250, session: 1, content: .localCommit(commit))
    try writer.finish()
    return sink.bytes
  }

  /// A block of the document, by the word behind its fence.
  static func block(_ name: String) throws -> String {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/format.md")
    let document = try String(contentsOf: path, encoding: .utf8)
    let parts = document.components(separatedBy: "```\(name)\n")
    let block = try #require(parts.count == 2 ? parts[1] : nil, "no block `\(name)` in \(path)")
    return try #require(block.components(separatedBy: "\n```").first)
  }

  @Test func `the document's file is read as what the document says`() throws {
    let bytes = try Self.bytes(of: Self.block("file"))
    let (events, reader) = try TraceFiles.read(bytes)
    #expect(events.map(\.content) == [.sessionStart(Self.start), .localCommit(Self.commit)])
    #expect(reader.header?.metadata == [TraceHeader.Metadata("source", "scenario")])
    #expect(reader.findings.isEmpty)
    #expect(try TraceVerification(MemorySource(bytes)).info.findings.isEmpty)
  }

  @Test(.enabled(if: ZstdCodec.libraryVersion == 10504, "the document shows zstd 1.5.4"))
  func `the writer writes the document's file`() throws {
    let dump = try Self.dump(Self.trace())
    #expect(try dump == Self.block("file"), "the dump is now:\n\(dump)")
  }

  @Test func `the document's records are those of the writer, whatever the version of zstd`() throws
  {
    let documented = try Self.records(of: Self.bytes(of: Self.block("file")))
    #expect(try documented == Self.records(of: Self.trace()))
    #expect(documented.count == 0x7F)
  }

  private static func records(of trace: [UInt8]) throws -> [UInt8] {
    var records: [UInt8] = []
    let zstd = try ZstdSource(MemorySource(trace))
    while try zstd.read(upTo: 1000, into: &records) > 0 {}
    return records
  }

  @Test func `the document names all names and all limits`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/format.md")
    let document = try String(contentsOf: path, encoding: .utf8)
    let names =
      SessionStart.Source.allCases.map(\.rawValue) + SyncKind.allCases.map(\.rawValue)
      + WireMessage.Direction.allCases.map(\.rawValue)
      + WireMessage.BodyForm.allCases.map(\.rawValue) + Snapshot.Role.allCases.map(\.rawValue)
      + Snapshot.Origin.allCases.map(\.rawValue) + ResetMode.allCases.map(\.rawValue)
      + ServerAction.allCases.map(\.rawValue) + ResetEnding.allCases.map(\.rawValue)
      + ResetFailureClass.allCases.map(\.rawValue)
    for name in names { #expect(document.contains("`\(name)`"), "\(name)") }
    for kind in Event.Kind.allCases {
      guard let type = kind.recordType else { continue }
      #expect(document.contains("| \(type) | `\(kind)` |"), "\(kind)")
    }
    #expect(TraceTrailer.frameSize == 72)
    #expect(RecordHead.size == 28)
  }

  /// The bytes of a dump.
  private static func bytes(of dump: String) throws -> [UInt8] {
    try dump.split(separator: "\n").flatMap { line in
      let digits = line.dropFirst(6).filter { $0 != " " }
      return try #require(Hex.decode(digits), "\(line)")
    }
  }

  /// Bytes as the document shows them: 32 a line, in groups of four, after their offset.
  private static func dump(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 32).map { start in
      let end = min(start + 32, bytes.count)
      let groups = stride(from: start, to: end, by: 4).map {
        Hex.encode(Array(bytes[$0..<min($0 + 4, end)]))
      }
      let offset = String(start + 0x1_0000, radix: 16).dropFirst()
      return "\(offset)  \(groups.joined(separator: " "))"
    }.joined(separator: "\n")
  }
}
