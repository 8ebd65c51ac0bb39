import TestSupport
import Testing
import TraceFormat

@Suite struct MessageEncodingTests {
  private func encoded(_ message: WireMessage) throws -> WireMessage {
    try WireMessage(
      encoding: message.parsed(), direction: message.direction, connection: message.connection,
      syncKind: message.syncKind)
  }

  @Test(arguments: SampleMessage.all)
  func `A message of every type is written as it was read`(sample: SampleMessage) throws {
    #expect(try encoded(sample.message) == sample.message)
  }

  @Test(arguments: Captures.names)
  func `Every message of a capture is written as it was read, byte for byte`(name: String) throws {
    var compressedCount = 0
    for (direction, bytes) in try Captures.directedMessages(of: name) {
      let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
      let message = WireMessage(
        direction: direction, connection: "", syncKind: .partition, head: Array(bytes[...end]),
        body: Array(bytes[(end + 1)...]))
      if message.announcedBodySize?.isCompressed == true {
        compressedCount += 1
      } else {
        #expect(try encoded(message).wireBytes == bytes)
      }
    }
    // Those are read again where captures are imported.
    #expect(compressedCount == (name == "Sync_Replication" ? 1 : 0))
  }

  @Test(arguments: ProtocolMessage.Kind.allCases, SyncKind.allCases)
  func `What was invented is read again`(
    kind: ProtocolMessage.Kind, syncKind: SyncKind
  ) throws {
    var messages = RandomMessages(seed: TestSeed.value)
    for _ in 0..<200 {
      let (message, direction) = messages.next(kind, syncKind)
      let wire = try WireMessage(encoding: message, direction: direction, syncKind: syncKind)
      #expect(try wire.parsed() == message, "\(TestSeed.hint)")
      #expect(try encoded(wire) == wire, "\(TestSeed.hint)")
      #expect(wire.typeWord == kind.typeWord)
      #expect(wire.headSessionIdent == message.sessionIdent)
    }
  }

  @Test(arguments: [
    (WireMessage.Direction.clientToServer, SyncKind.partition, "ping 007 -0\n", "ping 7 0\n"),
    (.clientToServer, .partition, "bind 1 2 0 17 -1\n/a", "bind 1 2 0 1 1\n/a"),
    (
      .serverToClient, .flexible, "download 1 5 4 6 8 9 3 2 1 0.250 0 0 0\n",
      "download 1 5 4 6 8 9 3 2 1 0.25 0 0 0\n"
    ),
    (
      .serverToClient, .flexible, "download 1 5 4 6 8 9 3 2 1 1.0 0 0 0\n",
      "download 1 5 4 6 8 9 3 2 1 1 0 0 0\n"
    ),
    (
      .serverToClient, .flexible, "download 1 5 4 6 8 9 3 2 1 -NaN 0 0 0\n",
      "download 1 5 4 6 8 9 3 2 1 nan 0 0 0\n"
    ),
    (
      .clientToServer, .partition, "upload 1 0 12 0 9 5 4\n06 5 3 0 1 a",
      "upload 1 0 11 0 9 5 4\n6 5 3 0 1 a"
    ),
  ])
  func `Where the wire leaves a choice, the shortest form is written`(
    direction: WireMessage.Direction, syncKind: SyncKind, sent: String, written: String
  ) throws {
    let message = try WireMessage(direction, sent, syncKind).parsed()
    let wire = try WireMessage(
      encoding: message.withFittingBodySize, direction: direction, syncKind: syncKind)
    #expect(String(decoding: wire.wireBytes, as: UTF8.self) == written)
  }

  @Test func `A changed message gets a head that fits`() throws {
    guard
      case .upload(var upload) = try WireMessage(
        .clientToServer, "upload 1 0 11 0 9 5 4\n6 5 3 0 1 a"
      ).parsed()
    else { return #expect(Bool(false)) }
    upload.entries[0].changeset = Array("abc".utf8)
    #expect(throws: MessageEncodingFailure.wrongBodySize(.upload, announced: 11, found: 13)) {
      try WireMessage(
        encoding: .upload(upload), direction: .clientToServer, syncKind: .partition)
    }
    upload.bodySize = BodySize(isCompressed: true, uncompressed: 13, compressed: 99)
    let compressed = try WireMessage(
      encoding: .upload(upload), direction: .clientToServer, syncKind: .partition)
    #expect(compressed.bodyForm == .inflated)
    let plain = try WireMessage(
      encoding: ProtocolMessage.upload(upload).withFittingBodySize, direction: .clientToServer,
      syncKind: .partition)
    #expect(
      plain == WireMessage(.clientToServer, "upload 1 0 13 0 9 5 4\n6 5 3 0 3 abc", connection: ""))
  }
}

extension MessageEncodingTests {
  @Test(arguments: SampleMessage.all)
  func `A message that its side never sends is refused`(sample: SampleMessage) throws {
    let message = try sample.message.parsed()
    let other: WireMessage.Direction =
      sample.direction == .clientToServer ? .serverToClient : .clientToServer
    let result = Result {
      try WireMessage(encoding: message, direction: other, syncKind: sample.syncKind)
    }
    switch result {
    case .success(let wire):
      #expect(sample.kind.direction == nil)
      #expect(try wire.parsed() == message)
    case .failure(let failure):
      #expect(
        failure as? MessageEncodingFailure == .wrongDirection(sample.kind, other))
      #expect(!"\(failure)".isEmpty)
    }
  }

  @Test(arguments: SampleMessage.all)
  func `A message that the other kind of sync lays out differently is refused`(
    sample: SampleMessage
  ) throws {
    let message = try sample.message.parsed()
    let other: SyncKind = sample.syncKind == .partition ? .flexible : .partition
    let result = Result {
      try WireMessage(encoding: message, direction: sample.direction, syncKind: other)
    }
    let isLaidOutAlike = ![.bind, .clientIdent, .download].contains(sample.kind)
    switch result {
    case .success(let wire):
      #expect(isLaidOutAlike)
      #expect(try wire.parsed() == message)
    case .failure(let failure):
      #expect(!isLaidOutAlike)
      #expect(failure as? MessageEncodingFailure == .wrongSyncKind(sample.kind, other))
    }
  }
}
