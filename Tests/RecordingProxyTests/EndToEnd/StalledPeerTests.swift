import Foundation
import Recorder
import Synchronization
import TestSupport
import Testing
import TraceCompression

@testable import RecordingProxy
@testable import TraceFormat

/// Peers that take nothing for a while, and peers that die, while the other side goes on sending.
@Suite(.slow, .timeLimit(.minutes(20))) struct StalledPeerTests {
  enum Side: String, CaseIterable, Sendable { case client, server }

  private static let payloadSize = 1 << 18

  /// A message that tells its number, and whose bytes differ from those of the others.
  private static func message(_ number: Int) -> [UInt8] {
    let filling = UInt8(truncatingIfNeeded: number &* 37 &+ 1)
    return Array("unknown \(number)\n".utf8) + [UInt8](repeating: filling, count: payloadSize)
  }

  private static func frame(_ number: Int, from side: Side) -> [UInt8] {
    RawUpgrade.frame(message(number), masked: side == .client)
  }

  /// How far somebody has got who sends until it fails.
  private final class Sending: Sendable {
    private let sentCount = Mutex(0)
    var count: Int { sentCount.withLock { $0 } }

    /// Sends so many messages, as fast as they are taken.
    func run(_ count: Int, from socket: RawSocket, as side: Side) async {
      for number in 0..<count {
        guard (try? await socket.send(StalledPeerTests.frame(number, from: side))) != nil else {
          return
        }
        sentCount.withLock { $0 += 1 }
      }
    }

    /// Waits until nothing more is taken.
    func waitForStandstill() async throws {
      var last = -1
      var unchanged = 0
      while unchanged < 20 {
        try await Task.sleep(for: .milliseconds(10))
        unchanged = count == last ? unchanged + 1 : 0
        last = count
      }
    }
  }

  /// Runs a proxy whose connections wait for the disk, with an open WebSocket through it.
  private func during(
    _ body: (_ client: RawSocket, _ server: RawSocket) async throws -> Void
  ) async throws -> (events: [Event], summary: RecordingSummary) {
    try await TemporaryFolder.during { folder in
      let raw = try await RawServer()
      let change = { (options: inout ProxyOptions, recording: inout ProxyRecordingOptions) in
        options.upstream.address.port = raw.port
        recording.overflow = .wait
        recording.queueSizeMax = 4 << 20
      }
      let (events, summary, _) = try await ProxyRun.during(in: folder, options: change) { run in
        let client = try await RawSocket.connect(to: run.port)
        try await client.send(RawUpgrade.request)
        let server = try await raw.accept()
        try await server.text(through: "\r\n\r\n")
        try await server.send(RawUpgrade.answer)
        try await client.text(through: "\r\n\r\n")
        try await body(client, server)
        await client.close()
        await server.close()
      }
      await raw.close()
      let verification = try TraceVerification(
        FileSource(path: folder.path("recorded.synctrace")), codec: ZstdCodec())
      #expect(verification.info.isClosed && !verification.info.isDamaged)
      return (events, summary)
    }
  }

  /// Whether the messages of a trace are the first of those that were sent, each of them whole.
  private func expectFirst(_ messages: [WireMessage]) {
    for (number, message) in messages.enumerated() {
      #expect(message.head + message.body == Self.message(number), "message \(number)")
    }
  }

  /// What the system and the proxy hold for a connection in all, at most: buffers of two connections and some
  /// reads.
  private static let heldMax =
    2 * (bufferSizeMax("tcp_rmem") + bufferSizeMax("tcp_wmem")) + (8 << 20)

  /// How far the system lets a buffer of a connection grow, in bytes; 8 MiB where it does not say.
  private static func bufferSizeMax(_ name: String) -> Int {
    let text = try? String(contentsOfFile: "/proc/sys/net/ipv4/\(name)", encoding: .utf8)
    return text?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 8 << 20
  }

  @Test(arguments: Side.allCases)
  func `a peer that takes nothing holds up the other one, and gets everything later`(
    stalling: Side
  ) async throws {
    // More than can be held.
    let count = Self.heldMax * 3 / 2 / Self.payloadSize
    let (events, summary) = try await during { client, server in
      let (sender, taker) = stalling == .server ? (client, server) : (server, client)
      let side: Side = stalling == .server ? .client : .server
      try await taker.stall()
      let sending = Sending()
      async let sent: Void = sending.run(count, from: sender, as: side)
      try await sending.waitForStandstill()
      let heldSize = sending.count * Self.payloadSize
      #expect(heldSize < Self.heldMax, "\(heldSize) bytes were taken")
      let before = taker.receivedCount
      taker.keepNothing()
      try await taker.goOn()
      await sent
      #expect(sending.count == count)
      let size = (0..<count).reduce(0) { $0 + Self.frame($1, from: side).count }
      // What came with the handshake is counted too.
      let handshakeSize =
        stalling == .server ? RawUpgrade.request.utf8.count : RawUpgrade.answer.utf8.count
      #expect(try await taker.wait(forBytes: handshakeSize + size) == handshakeSize + size)
      #expect(before < size)
    }
    #expect(summary.lossCount == 0)
    #expect(events.messages.count == count)
    expectFirst(events.messages)
  }

  @Test(arguments: Side.allCases)
  func `a peer that dies while it takes nothing ends the other one, and what was read is recorded`(
    dying: Side
  ) async throws {
    let (events, summary) = try await during { client, server in
      let (sender, taker) = dying == .server ? (client, server) : (server, client)
      try await taker.stall()
      let sending = Sending()
      async let sent: Void = sending.run(
        1000, from: sender, as: dying == .server ? .client : .server)
      try await sending.waitForStandstill()
      await taker.close(abruptly: true)
      // The sending fails, as the proxy ends this side too.
      await sent
      #expect(sending.count < 1000)
      try await sender.received()
    }
    #expect(summary.lossCount == 0)
    #expect(!events.messages.isEmpty)
    expectFirst(events.messages)
    #expect(
      events.notes.contains { $0.contains("the \(dying.rawValue)") }, "\(events.notes.suffix(2))")
  }

  @Test(arguments: Side.allCases)
  func `a message in whose middle a peer dies is told, and all before it is recorded`(
    dying: Side
  ) async throws {
    let (events, _) = try await during { client, server in
      let (sender, taker) = dying == .server ? (server, client) : (client, server)
      let before = taker.receivedCount
      let whole = Self.frame(0, from: dying)
      let part = Self.frame(1, from: dying).dropLast(1)
      try await sender.send(whole + part)
      // It has gone all the way, so that nothing is lost with the connection.
      #expect(
        try await taker.wait(forBytes: before + whole.count + part.count)
          == before + whole.count + part.count)
      await sender.close(abruptly: true)
      try await taker.received()
    }
    #expect(events.messages.count == 1)
    expectFirst(events.messages)
    let size = Self.message(1).count
    #expect(
      events.notes.contains {
        $0.contains(
          "the connection ends in the middle of a message from the \(dying.rawValue): "
            + "\(size - 1) of at least \(size) bytes came")
      }, "\(events.notes)")
  }
}
