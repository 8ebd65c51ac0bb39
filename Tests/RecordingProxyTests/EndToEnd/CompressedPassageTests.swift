import FaultPlans
import NIOHTTP1
import NIOWebSocket
import Replayer
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// Messages that the peers of a connection compress pass as they are, and the trace has what they say.
@Suite(.timeLimit(.minutes(20))) struct CompressedPassageTests {
  /// Both ends of a connection that compresses, byte by byte.
  private struct Ends {
    let client: RawSocket
    let server: RawSocket
    let deflater = MessageDeflater()

    /// Sends a compressed message and waits for its bytes at the other end.
    func pass(_ payload: [UInt8], fromClient: Bool = true) async throws {
      let (from, to) = fromClient ? (client, server) : (server, client)
      var frame = RawUpgrade.frame(payload, masked: fromClient)
      frame[0] |= 0x40
      let before = to.receivedCount
      try await from.send(frame)
      try await to.wait(forBytes: before + frame.count)
      #expect(Array(try await to.received { _ in true }.suffix(frame.count)) == frame)
    }
  }

  private func run(
    answer extensions: String = "permessage-deflate", messageSizeMax: Int = 1 << 20,
    _ body: (Ends) async throws -> Void
  ) async throws -> (events: [Event], summary: RecordingSummary) {
    try await TemporaryFolder.during { folder in
      let raw = try await RawServer()
      let (events, summary, _) = try await ProxyRun.during(
        in: folder,
        options: { options, _ in
          options.upstream.address.port = raw.port
          options.messageSizeMax = messageSizeMax
        }
      ) { run in
        let client = try await RawSocket.connect(to: run.port)
        try await client.send(RawUpgrade.request)
        let server = try await raw.accept()
        try await server.text(through: "\r\n\r\n")
        try await server.send(
          RawUpgrade.answer.replacing(
            "\r\n\r\n", with: "\r\nSec-WebSocket-Extensions: \(extensions)\r\n\r\n"))
        try await client.text(through: "\r\n\r\n")
        try await body(Ends(client: client, server: server))
        await client.close()
        await server.close()
      }
      await raw.close()
      return (events, summary)
    }
  }

  private static let marks = (1...6).map { Array("mark 1 \($0)\n".utf8) }

  @Test func `both directions are recorded as they were before compression`() async throws {
    let (events, summary) = try await run { ends in
      let answers = MessageDeflater()
      for mark in Self.marks {
        try await ends.pass(ends.deflater.deflate(mark))
        try await ends.pass(answers.deflate(mark), fromClient: false)
      }
    }
    #expect(events.messages.map { $0.head + $0.body } == Self.marks.flatMap { [$0, $0] })
    #expect(events.notes.count { $0.contains("messages compressed (permessage-deflate)") } == 1)
    #expect(summary.lossCount == 0)
  }

  @Test func `no secret of a compressed message gets into the trace`() async throws {
    let bind = Array(
      "bind 1 5 \(PassageTests.token.utf8.count) 1 0\n/test\(PassageTests.token)".utf8)
    let (events, summary) = try await run { ends in
      try await ends.pass(ends.deflater.deflate(bind))
    }
    #expect(summary.secrets.total == 1)
    let text = events.messages.map { String(decoding: $0.head + $0.body, as: UTF8.self) }
    #expect(text.count == 1 && text[0].hasPrefix("bind 1 5"), "\(text)")
    #expect(!text[0].contains("eyJzdWIi"), "\(text)")
  }

  @Test func `what follows a damaged message in its direction is counted once`() async throws {
    let (events, summary) = try await run { ends in
      let answers = MessageDeflater()
      let payloads = Self.marks.map { ends.deflater.deflate($0) }
      try await ends.pass(payloads[0])
      try await ends.pass([0xFF] + payloads[1].dropFirst())
      for payload in payloads[2...] {
        try await ends.pass(payload)
        try await ends.pass(answers.deflate(Self.marks[0]), fromClient: false)
      }
    }
    #expect(events.messages.count { $0.direction == .clientToServer } == 1)
    #expect(events.messages.count { $0.direction == .serverToClient } == 4)
    #expect(events.losses.map(\.recordCount) == [1, 4], "\(events.losses)")
    #expect(events.losses.first?.reason.contains("cannot be inflated") == true)
    #expect(summary.lossCount == 5)
  }

  @Test func `a bomb costs one message`() async throws {
    let (events, summary) = try await run { ends in
      try await ends.pass(ends.deflater.deflate([UInt8](repeating: 0, count: 10_000_000)))
      try await ends.pass(ends.deflater.deflate(Self.marks[0]))
    }
    #expect(events.messages.map { $0.head + $0.body } == [Self.marks[0]])
    #expect(events.losses.map(\.recordCount) == [1])
    #expect(events.losses.first?.reason.contains("inflates to more") == true, "\(events.losses)")
    #expect(summary.lossCount == 1)
  }

  @Test func `terms that are not known are named, and what they compress is a loss`() async throws {
    let (events, summary) = try await run(answer: "permessage-deflate; level=9") { ends in
      for mark in Self.marks { try await ends.pass(ends.deflater.deflate(mark)) }
    }
    #expect(events.messages.isEmpty)
    #expect(events.notes.contains { $0.contains("`level=9` is not valid") }, "\(events.notes)")
    #expect(events.losses.map(\.recordCount) == [nil])
    #expect(events.losses[0].reason.contains("compresses messages"), "\(events.losses)")
    #expect(summary.lossCount == 1 && summary.uncountedLossCount == 1)
  }

  /// A peer that gets no compressed message needs none that was dropped.
  @Test func `a dropped message takes no other one with it, and none goes on compressed`()
    async throws
  {
    let plan = FaultPlan([try Fault(text: "at message 2: drop-message")])
    try await TemporaryFolder.during { folder in
      let (events, summary, _) = try await ProxyRun.during(
        in: folder, agreeing: "permessage-deflate", faults: plan
      ) { run in
        let (client, server) = try await run.connect()
        let (uploads, downloads) = (MessageDeflater(), MessageDeflater())
        for mark in Self.marks { try await client.send(uploads.deflate(mark), isCompressed: true) }
        for mark in [Self.marks[0]] + Self.marks[2...] {
          #expect(try await server.message() == mark)
          try await server.send(downloads.deflate(mark), isCompressed: true)
          #expect(try await client.message() == mark)
        }
      }
      #expect(events.messages.count { $0.direction == .clientToServer } == 6)
      #expect(events.messages.count { $0.direction == .serverToClient } == 5)
      #expect(events.notes.contains { $0.contains("continue uncompressed") }, "\(events.notes)")
      #expect(summary.lossCount == 0)
    }
  }
}
