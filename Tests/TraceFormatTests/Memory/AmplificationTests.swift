import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

/// Small inputs that ask for much memory, each against a limit so small that it costs nothing to try.
@Suite struct AmplificationTests {
  /// A mebibyte for any input, and sixteen bytes more for each of its own.
  private static let limit = MemoryLimit(
    totalBytes: 1 << 30, baseBytes: 1 << 20, bytesPerInputByte: 16)

  private func demand(_ body: () throws -> Void) -> MemoryDemand? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DecodingFailure)?.memoryDemand
    }
  }

  // MARK: Chunks

  @Test func `a chunk that decompresses out of proportion is refused, and read where it may be`()
    throws
  {
    let bytes = try TraceFiles.trace(
      of: [.note(Note(text: String(repeating: "a", count: 1 << 20)))])
    #expect(bytes.count < 4096)
    let refused = demand {
      let reader = try TraceReader(MemorySource(bytes), memory: Self.limit)
      while try reader.next() != nil {}
    }
    #expect(refused?.what.contains("chunk 0") == true)
    let reader = try TraceReader(MemorySource(bytes), memory: MemoryLimit(totalBytes: 1 << 23))
    #expect(try reader.next()?.kind == .note)
    for use in [
      { _ = try TraceVerification(MemorySource(bytes), memory: Self.limit) },
      { _ = try TraceInfo(MemorySource(bytes, isSeekable: false), memory: Self.limit) },
      {
        _ = try TraceRecovery(
          salvaging: MemorySource(bytes), into: MemorySink(), codec: ZstdCodec(), memory: Self.limit
        )
      },
    ] { #expect(demand(use) != nil) }
  }

  @Test func `what the sessions of a trace begin with is counted before it is kept`() throws {
    let start = SessionStart(source: .live, name: String(repeating: "a", count: 1 << 16))
    let bytes = try TraceFiles.trace(of: Array(repeating: .sessionStart(start), count: 32))
    let refused = demand {
      _ = try TraceInfo(MemorySource(bytes), memory: MemoryLimit(totalBytes: 1 << 20))
    }
    #expect(refused?.what == "what the sessions begin with")
  }

  // MARK: Changesets

  private func refusal(of changeset: [UInt8]) -> MemoryDemand? {
    demand {
      var memory = MemoryBudget(Self.limit, inputBytes: 100)
      _ = try Changeset(decoding: changeset, within: &memory)
    }
  }

  @Test func `instructions of few bytes are counted before they are kept`() throws {
    var builder = ChangesetBuilder()
    for number in 0..<20_000 { builder.createObject("a", .int(Int64(number))) }
    let refused = refusal(of: builder.changeset.encoded())
    #expect(refused?.what.contains("the number of instructions") == true)
    #expect(refused.map { $0.neededBytes > $0.allowedBytes } == true)
  }

  @Test func `so are elements of paths`() throws {
    var builder = ChangesetBuilder()
    let path = [PathStep](repeating: 0, count: 1000)
    for _ in 0..<500 { builder.update(LocationValue("a", .null, "a", path), to: .null) }
    #expect(
      refusal(of: builder.changeset.encoded())?.what.contains("path elements") == true)
  }

  @Test func `and strings`() throws {
    var builder = ChangesetBuilder()
    for number in 0..<60_000 { builder.eraseTable(RealmString("\(number)")) }
    let bytes = builder.changeset.encoded()
    #expect(refusal(of: bytes) != nil)
  }

  @Test func `a changeset in proportion is decoded, and its memory counted`() throws {
    var builder = ChangesetBuilder()
    builder.createObject("a", .int(1))
    var memory = MemoryBudget(Self.limit)
    let changeset = try Changeset(decoding: builder.changeset.encoded(), within: &memory)
    #expect(changeset.instructions.count == 1)
    #expect(memory.usedBytes >= MemoryBudget.bytesPerInstruction)
    #expect(memory.overrun == nil)
  }

  @Test func `a changeset that the format refuses is not one too large for memory`() throws {
    var builder = ChangesetBuilder()
    let path = [PathStep](repeating: 0, count: 1025)
    builder.update(LocationValue("a", .null, "a", path), to: .null)
    let changeset = builder.changeset.encoded()
    var memory = MemoryBudget(Self.limit)
    let failure = #expect(throws: DecodingFailure.self) {
      try Changeset(decoding: changeset, within: &memory)
    }
    #expect(failure?.code.description == "the depth of a path is 1025, at most 1024 is accepted")
    #expect(memory.overrun == nil)
    let bytes = try TraceFiles.trace(
      of: [.localCommit(LocalCommit(clientVersion: 2, changeset: changeset))])
    let reader = try TraceReader(MemorySource(bytes), memory: MemoryLimit(totalBytes: 1 << 18))
    #expect(try reader.nextToShow()?.kind == .localCommit, "it is shown as its bytes")
  }

  @Test func `the readable form of an event is refused before it is made`() throws {
    var builder = ChangesetBuilder()
    for number in 0..<2_000 { builder.createObject("a", .int(Int64(number))) }
    let changeset = builder.changeset.encoded()
    let entry = PartialEntry(
      numbers: [2, 1, 0, 0], size: UInt64(changeset.count), changeset: changeset)
    let upload = try #require(
      WireMessage(
        partial: .upload(Upload(blank: .flexible)), entries: [entry], connection: "",
        syncKind: .flexible))
    let json = "[" + repeatElement("0", count: 30_000).joined(separator: ",") + "]"
    let log = try WireMessage(
      encoding: .logMessage(LogMessage(sessionIdent: 1, json: Array(json.utf8))),
      direction: .serverToClient, syncKind: .flexible)
    let contents: [Event.Content] = [
      .localCommit(LocalCommit(clientVersion: 2, changeset: changeset)), .message(upload),
      .message(log),
    ]
    for content in contents {
      let bytes = try TraceFiles.trace(of: [content])
      let limit = MemoryLimit(totalBytes: 1 << 20)
      let reader = try TraceReader(MemorySource(bytes), memory: limit)
      #expect(demand { _ = try reader.nextToShow() }?.what == "record 0 in readable form")
      let other = try TraceReader(MemorySource(bytes), memory: limit)
      #expect(try other.next()?.content == content)
      // Without instructions, only the JSON of a message is made.
      let short = try TraceReader(MemorySource(bytes), memory: limit)
      let refused = demand { _ = try short.nextToShow(withInstructions: false) }
      #expect((refused != nil) == (content == .message(log)))
    }
  }

  // MARK: Lines

  @Test func `a line that decompresses out of proportion is refused`() throws {
    let line = try Zstd.compress([UInt8](repeating: 0x30, count: 1 << 21))
    #expect(line.count < 1024)
    let lines = try LineReader(MemorySource(line), memory: Self.limit)
    #expect(demand { _ = try lines.next() }?.what.hasPrefix("a line of") == true)
    let more = try LineReader(MemorySource(line), memory: MemoryLimit(totalBytes: 1 << 25))
    #expect(try more.next()?.count == 1 << 21)
  }

  /// Gives one byte without end.
  private final class Endless: ByteSource {
    /// Copied from: to append each byte by itself takes minutes where tests are not optimised.
    let block: [UInt8]
    let name = "endless"
    let size: UInt64? = nil
    init(_ byte: UInt8) { block = [UInt8](repeating: byte, count: 1 << 16) }
    func seek(to offset: UInt64) {}
    func read(upTo count: Int, into buffer: inout [UInt8]) -> Int {
      buffer.append(contentsOf: block.prefix(count))
      return min(count, block.count)
    }
  }

  @Test(.slow) func `empty lines without end are an error`() throws {
    let lines = try LineReader(Endless(0x0A))
    var count = 0
    #expect(throws: DecodingFailure.self) { while try lines.next() != nil { count += 1 } }
    #expect(count == 1 << 24)
  }

  @Test func `a line without end is an error`() throws {
    let limit = MemoryLimit(totalBytes: 1 << 22, baseBytes: 1 << 20, bytesPerInputByte: 4096)
    let lines = try LineReader(Endless(0), memory: limit)
    #expect(demand { _ = try lines.next() } != nil)
  }

  @Test(.slow) func `a stream that never shows a frame is no trace`() throws {
    #expect(throws: DecodingFailure.self) { _ = try TraceReader(Endless(0)) }
  }

  // MARK: JSON

  @Test(arguments: ["[]", "{}", "0", "null", "\"\"", "[[]]"])
  func `values of few bytes are counted before they are kept`(value: String) throws {
    let text = "[" + repeatElement(value, count: 30_000).joined(separator: ",") + "]"
    let limit = MemoryLimit(totalBytes: 1 << 20)
    #expect(demand { _ = try JSONText(parsing: Array(text.utf8), memory: limit) } != nil)
    #expect(throws: Never.self) { try JSONText(parsing: Array(text.utf8), memory: .standard) }
  }

  @Test func `a JSON file that is refused for its memory says so`() {
    let text = "[" + repeatElement("[]", count: 30_000).joined(separator: ",") + "]"
    let failure = #expect(throws: JSONShapeFailure.self) {
      try JSONNode.reading(
        Array(text.utf8), sizeMax: 1 << 20, memory: MemoryLimit(totalBytes: 1 << 20)
      ) { _ throws(JSONShapeFailure) in }
    }
    #expect(failure?.memoryDemand != nil)
    #expect(failure?.expected == "at most 1024 KiB of memory for 90001 bytes")
  }
}
