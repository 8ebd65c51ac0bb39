import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

/// Files of other versions: what is new in them is kept or skipped, and what cannot be done without
/// is refused by name.
@Suite struct CompatibilityTests {
  @Test(arguments: Event.Kind.allCases.filter { $0 != .unknown })
  func `fields that a newer version adds at the end of a record are skipped`(
    kind: Event.Kind
  ) throws {
    let content = try #require(SampleEvents.contents.last { $0.kind == kind })
    var body: [UInt8] = []
    _ = content.encodeRecord(into: &body)
    let newer = UnknownRecord(recordType: content.recordType, bytes: body + [1, 2, 3])
    let (events, reader) = try TraceFiles.read(TraceFiles.trace(of: [.unknown(newer)]))
    #expect(events.map(\.content) == [content])
    #expect(reader.findings.isEmpty)
  }

  @Test func `a record that uses a name from a newer version is kept and told of`() throws {
    var body: [UInt8] = []
    body.append(field: "sideways")
    let newer = UnknownRecord(recordType: 2, bytes: body)
    let (events, reader) = try TraceFiles.read(TraceFiles.trace(of: [.unknown(newer)]))
    #expect(events.map(\.content) == [.unknown(newer)])
    #expect(reader.findings.map(\.code) == [.notUnderstood])
    #expect(reader.findings[0].reason.contains("`sideways` is not a known Direction"))
    #expect(!reader.isDamaged)
  }

  @Test func `of a long name that is not known the beginning is told`() throws {
    var body: [UInt8] = []
    body.append(field: String(repeating: "s", count: 10_000))
    let newer = UnknownRecord(recordType: 2, bytes: body)
    let (_, reader) = try TraceFiles.read(TraceFiles.trace(of: [.unknown(newer)]))
    #expect(reader.findings.map(\.code) == [.notUnderstood])
    #expect(reader.findings[0].reason.count < 500)
  }

  @Test func `recovery keeps unknown records and unknown fields byte for byte`() throws {
    var body: [UInt8] = []
    Note(text: "x").encode(into: &body)
    let contents: [Event.Content] = [
      .unknown(UnknownRecord(recordType: 0xFFFF, bytes: [1, 2, 3])),
      .unknown(UnknownRecord(recordType: 9, bytes: body + [9])),
    ]
    let original = try TraceFiles.trace(of: contents)
    let sink = MemorySink()
    _ = try TraceRecovery(salvaging: MemorySource(original), into: sink, codec: ZstdCodec())
    #expect(sink.bytes == original)
  }

  /// The frames of a file, with the positions of their first bytes.
  private func frameStarts(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: Frame.magic) }
      .map { $0 - Frame.magicOffset }
  }

  /// The same frame with other fields: longer, of another version or kind.
  private func rewrite(_ frame: ArraySlice<UInt8>, minor: UInt8, adding: [UInt8]) -> [UInt8] {
    var bytes = Array(frame.dropLast(8)) + adding
    bytes[Frame.magicOffset + Frame.magic.count + 2] = minor
    var size: [UInt8] = []
    size.append(littleEndian: UInt32(bytes.count))
    bytes.replaceSubrange(4..<8, with: size)
    bytes.append(littleEndian: XXH64.digest(bytes))
    return bytes
  }

  @Test func `a newer minor version with longer frames and new ones is read`() throws {
    let bytes = try TraceFiles.trace(of: [.note(Note(text: "n"))], isClosed: false)
    let starts = frameStarts(bytes)
    let header = rewrite(bytes[..<starts[1]], minor: 9, adding: [])
    let size = 8 + Int(bytes[starts[1] + 4])
    let chunk = rewrite(bytes[starts[1]..<starts[1] + size], minor: 9, adding: [5, 5, 5])
    let unknown = Frame.encode(.index, body: Array("anything".utf8))
    var other = rewrite(unknown[...], minor: 9, adding: [])
    other[Frame.magicOffset + Frame.magic.count] = 0x5A
    other = rewrite(other[...], minor: 9, adding: [])
    let newer = header + other + chunk + bytes[(starts[1] + size)...] + other
    for isSeekable in [true, false] {
      let (events, reader) = try TraceFiles.read(newer, isSeekable: isSeekable)
      #expect(events.map(\.content) == [.note(Note(text: "n"))])
      #expect(reader.findings.map(\.code) == [.notClosed], "\(reader.findings)")
    }
  }

  @Test func `another major version is refused with both versions`() throws {
    let bytes = try TraceFiles.trace(of: [])
    var header = Array(bytes[..<frameStarts(bytes)[1]])
    header[Frame.magicOffset + Frame.magic.count + 1] = 2
    header = rewrite(header[...], minor: 3, adding: [])
    let failure = #expect(throws: DecodingFailure.self) { try TraceFiles.read(header) }
    #expect(
      failure?.code == .unsupported("format version 2.3; this build reads version 1"))
  }

  @Test func `a required feature that is unknown is refused by name`() throws {
    var body: [UInt8] = []
    TraceHeader(requiredFeatures: ["time-travel"]).encode(into: &body)
    let failure = #expect(throws: DecodingFailure.self) {
      try TraceFiles.read(Frame.encode(.header, body: body))
    }
    #expect(failure?.code == .unsupported("required feature `time-travel`"))
  }

  @Test func `a writer refuses a header that its reader would refuse`() {
    #expect(throws: TraceWriteFailure.unusableHeader("not supported: required feature `x`")) {
      try TraceWriter(to: MemorySink(), header: TraceHeader(requiredFeatures: ["x"]))
    }
    let long = String(repeating: "x", count: Int(TraceLimit.headerSizeMax))
    #expect(throws: TraceWriteFailure.self) {
      try TraceWriter(
        to: MemorySink(), header: TraceHeader(metadata: [TraceHeader.Metadata("n", long)]))
    }
  }
}
