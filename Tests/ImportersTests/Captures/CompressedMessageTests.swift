import Importers
import Recorder
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite struct CompressedMessageTests {
  /// 40 entries of a DOWNLOAD, 2031 bytes, as zlib level 1 compresses them.
  private static let compressed =
    Hex.decode(
      "780195d4b10d02311044d13527fa70099e1d1bdf45570ae204011221dd9300257c69d21f3d69545bf51c"
        + "1a6d8eb56fbd66cdf1df1ee7f7ed783df6b25c9ff78828254e513e91b8302e3a2e062e2eb898b85871b1"
        + "e1428d27e2096717771787179717a717b717c717d74fae9f5c3fb97e72fde4fabfa3c2ffc5f593eb27d7"
        + "4fae6fae6fae6fae6fae6fae6fae6fae6fae6fae6faedfb9fe1743f87c1c") ?? []
  private static let size = 2031

  private static func bytes(size: UInt64, body: [UInt8], announced: Int? = nil) -> [UInt8] {
    Array("download 1 40 0 40 7 0 0 0 1 \(size) \(announced ?? body.count)\n".utf8) + body
  }

  private func read(_ bytes: [UInt8]) -> UnderstoodMessage {
    var reader = WireMessageReader(inflater: ZlibInflater())
    return reader.message(
      bytes, direction: .serverToClient, connection: "c1", syncKind: .partition)
  }

  @Test func `A compressed body is inflated and its entries are read`() throws {
    let read = read(Self.bytes(size: UInt64(Self.size), body: Self.compressed))
    #expect(read.problem == nil)
    #expect(read.message.bodyForm == .inflated)
    #expect(read.message.body.count == Self.size)
    let changesets = try read.meaning.get().changesets
    #expect(changesets.map(\.version) == Array(1...40))
    #expect(Set(changesets.map(\.changeset)).count == 1)
    #expect(try Changeset(decoding: changesets[0].changeset).instructions.count > 0)
  }

  @Test(arguments: [0, 1, 2030, 2032, 268_435_456, 268_435_457, .max] as [UInt64])
  func `A wrong announced size keeps the body as it came`(size: UInt64) {
    let bytes = Self.bytes(size: size, body: Self.compressed)
    let read = read(bytes)
    #expect(read.message.bodyForm == .notInflatable)
    #expect(read.message.wireBytes == bytes)
    #expect(read.problem != nil)
    #expect(throws: DecodingFailure.self) { try read.message.parsed() }
  }

  @Test func `A size above the limit is refused before anything is inflated`() {
    let read = read(Self.bytes(size: (1 << 28) + 1, body: Self.compressed))
    guard case .limitExceeded(_, let found, let limit) = read.problem?.code else {
      return #expect(Bool(false), "\(String(describing: read.problem))")
    }
    #expect(found == limit + 1)
  }

  @Test(arguments: [-1, 1])
  func `A wrong compressed size keeps the body as it came`(difference: Int) {
    let bytes = Self.bytes(
      size: UInt64(Self.size), body: Self.compressed,
      announced: Self.compressed.count + difference)
    #expect(read(bytes).message.bodyForm == .notInflatable)
    #expect(read(bytes).message.wireBytes == bytes)
  }

  @Test func `Bytes behind the compressed stream are not dropped`() {
    let bytes = Self.bytes(size: UInt64(Self.size), body: Self.compressed + [0])
    #expect(read(bytes).problem?.code == .trailingBytes(1))
    #expect(read(bytes).message.wireBytes == bytes)
  }

  @Test(arguments: 0..<CompressedMessageTests.compressed.count)
  func `A compressed body that is cut anywhere is kept as it came`(length: Int) {
    let bytes = Self.bytes(
      size: UInt64(Self.size), body: Array(Self.compressed.prefix(length)))
    let read = read(bytes)
    #expect(read.message.bodyForm == .notInflatable)
    #expect(read.message.wireBytes == bytes)
  }

  @Test func `A compressed body with any bit flipped is kept as it came`() {
    var reader = WireMessageReader(inflater: ZlibInflater())
    var readableCount = 0
    for bit in 0..<Self.compressed.count * 8 {
      var body = Self.compressed
      body[bit / 8] ^= 1 << (bit % 8)
      let bytes = Self.bytes(size: UInt64(Self.size), body: body)
      let read = reader.message(
        bytes, direction: .serverToClient, connection: "c1", syncKind: .partition)
      if read.message.bodyForm == .inflated {
        readableCount += 1
      } else {
        #expect(read.message.wireBytes == bytes, "bit \(bit)")
      }
    }
    // The two bytes of the header hold bits that do not change the content.
    #expect(readableCount <= 8)
  }

  @Test func `One reader goes on after a damaged body`() {
    var reader = WireMessageReader(inflater: ZlibInflater())
    for body in [Self.compressed, [], [0x78], Self.compressed] {
      let read = reader.message(
        Self.bytes(size: UInt64(Self.size), body: body), direction: .serverToClient,
        connection: "c1", syncKind: .partition)
      #expect((read.problem == nil) == (body == Self.compressed))
    }
  }

  /// A MiB of zeros as a zlib stream of about a KiB: header, deflated data, checksum.
  private static let zeros: [UInt8] = {
    let deflated = MessageDeflater(level: 9)
      .deflate([UInt8](repeating: 0, count: 1 << 20), isFinal: true).dropLast()
    let sum = UInt32((1 << 20) % 65_521) << 16 | 1
    return [0x78, 0x9C] + deflated + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - $0 * 8)) }
  }()

  @Test(arguments: [true, false])
  func `Many small bodies of a file are out of proportion like a large one`(isOfFile: Bool) {
    var inflater = ZlibInflater(isOfFile: isOfFile)
    var (inflatedCount, failure) = (0, DecodingFailure?.none)
    for _ in 0..<100 where failure == nil {
      do throws(DecodingFailure) {
        inflatedCount += try inflater.inflate(Self.zeros, announcedSize: 1 << 20).count >> 20
      } catch {
        failure = error
      }
    }
    #expect((failure == nil) == !isOfFile)
    #expect(isOfFile ? (64..<100).contains(inflatedCount) : inflatedCount == 100)
    let text = failure.map { "\($0)" } ?? ""
    #expect(text.contains("inflates to") == isOfFile, "\(text)")
    #expect(text.contains("expected at most") == isOfFile, "\(text)")
    // What is announced and does not come out costs nothing.
    var other = ZlibInflater(isOfFile: true)
    for _ in 0..<100 {
      #expect(throws: DecodingFailure.self) {
        try other.inflate(Self.compressed, announcedSize: 1 << 20)
      }
    }
    #expect(throws: Never.self) {
      try other.inflate(Self.compressed, announcedSize: UInt64(Self.size))
    }
  }

  @Test func `A capture says of which message on its bodies are out of proportion`() throws {
    let bytes = Self.bytes(size: 1 << 20, body: Self.zeros)
    let line = Array(
      #"{"us":1,"connection":"c1","direction":"in","hex":"\#(Hex.encode(bytes[...]))"}"#.utf8)
    var importer = CaptureImporter()
    var notes: [String] = []
    for _ in 0..<100 {
      importer.importLine(line) { event in
        if case .note(let note) = event.content { notes.append(note.text) }
      }
    }
    let refused = notes.filter { $0.contains("what is compressed up to here inflates to") }
    #expect((1...36).contains(refused.count), "\(refused.count)")
    #expect(importer.summary.messageCount == 100)
  }

  @Test func `An empty message and one without a line feed are kept`() {
    for bytes in [[], Array("ping 1 2".utf8), [0xFF, 0x00]] as [[UInt8]] {
      let read = read(bytes)
      #expect(read.message.head == bytes)
      #expect(read.message.body == [])
      #expect(read.problem != nil)
    }
  }
}
