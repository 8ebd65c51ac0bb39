import Recorder
import TestSupport
import Testing
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

  private func imported(_ bytes: [UInt8]) -> WireMessageImporter.Imported {
    var importer = WireMessageImporter()
    return importer.message(
      bytes, direction: .serverToClient, connection: "c1", syncKind: .partition)
  }

  @Test func `A compressed body is inflated and its entries are read`() throws {
    let imported = imported(Self.bytes(size: UInt64(Self.size), body: Self.compressed))
    #expect(imported.problem == nil)
    #expect(imported.message.bodyForm == .inflated)
    #expect(imported.message.body.count == Self.size)
    let changesets = try imported.meaning.get().changesets
    #expect(changesets.map(\.version) == Array(1...40))
    #expect(Set(changesets.map(\.changeset)).count == 1)
    #expect(try Changeset(decoding: changesets[0].changeset).instructions.count > 0)
  }

  @Test(arguments: [0, 1, 2030, 2032, 268_435_456, 268_435_457, .max] as [UInt64])
  func `A wrong announced size keeps the body as it came`(size: UInt64) {
    let bytes = Self.bytes(size: size, body: Self.compressed)
    let imported = imported(bytes)
    #expect(imported.message.bodyForm == .notInflatable)
    #expect(imported.message.wireBytes == bytes)
    #expect(imported.problem != nil)
    #expect(throws: DecodingFailure.self) { try imported.message.parsed() }
  }

  @Test func `A size above the limit is refused before anything is inflated`() {
    let imported = imported(Self.bytes(size: (1 << 28) + 1, body: Self.compressed))
    guard case .limitExceeded(_, let found, let limit) = imported.problem?.code else {
      return #expect(Bool(false), "\(String(describing: imported.problem))")
    }
    #expect(found == limit + 1)
  }

  @Test(arguments: [-1, 1])
  func `A wrong compressed size keeps the body as it came`(difference: Int) {
    let bytes = Self.bytes(
      size: UInt64(Self.size), body: Self.compressed,
      announced: Self.compressed.count + difference)
    #expect(imported(bytes).message.bodyForm == .notInflatable)
    #expect(imported(bytes).message.wireBytes == bytes)
  }

  @Test func `Bytes behind the compressed stream are not dropped`() {
    let bytes = Self.bytes(size: UInt64(Self.size), body: Self.compressed + [0])
    #expect(imported(bytes).problem?.code == .trailingBytes(1))
    #expect(imported(bytes).message.wireBytes == bytes)
  }

  @Test(arguments: 0..<CompressedMessageTests.compressed.count)
  func `A compressed body that is cut anywhere is kept as it came`(length: Int) {
    let bytes = Self.bytes(
      size: UInt64(Self.size), body: Array(Self.compressed.prefix(length)))
    let imported = imported(bytes)
    #expect(imported.message.bodyForm == .notInflatable)
    #expect(imported.message.wireBytes == bytes)
  }

  @Test func `A compressed body with any bit flipped is kept as it came`() {
    var importer = WireMessageImporter()
    var readableCount = 0
    for bit in 0..<Self.compressed.count * 8 {
      var body = Self.compressed
      body[bit / 8] ^= 1 << (bit % 8)
      let bytes = Self.bytes(size: UInt64(Self.size), body: body)
      let imported = importer.message(
        bytes, direction: .serverToClient, connection: "c1", syncKind: .partition)
      if imported.message.bodyForm == .inflated {
        readableCount += 1
      } else {
        #expect(imported.message.wireBytes == bytes, "bit \(bit)")
      }
    }
    // The two bytes of the header hold bits that do not change the content.
    #expect(readableCount <= 8)
  }

  @Test func `One importer goes on after a damaged body`() {
    var importer = WireMessageImporter()
    for body in [Self.compressed, [], [0x78], Self.compressed] {
      let imported = importer.message(
        Self.bytes(size: UInt64(Self.size), body: body), direction: .serverToClient,
        connection: "c1", syncKind: .partition)
      #expect((imported.problem == nil) == (body == Self.compressed))
    }
  }

  @Test func `An empty message and one without a line feed are kept`() {
    for bytes in [[], Array("ping 1 2".utf8), [0xFF, 0x00]] as [[UInt8]] {
      let imported = imported(bytes)
      #expect(imported.message.head == bytes)
      #expect(imported.message.body == [])
      #expect(imported.problem != nil)
    }
  }
}
