import FaultPlans
import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What passes a proxy arrives as it was sent, recorded or not.
@Suite(.timeLimit(.minutes(20))) struct PassageTests {
  @Test func `the upgrade passes with path, query, headers and sub-protocol`() async throws {
    try await TemporaryFolder.during { folder in
      let offered = "com.mongodb.realm-query-sync#14, com.mongodb.realm-query-sync#13"
      let chosen = "com.mongodb.realm-query-sync#14"
      let target = "/api/client/v2.0/app/demo/realm-sync?baas_at=\(Self.token)&x=%20y"
      let (events, _, _) = try await ProxyRun.during(in: folder, choosing: chosen) { run in
        let client = try await TestClient.connect(
          to: run.port, target: target,
          headers: [
            "Host": "sync.example.com", "Sec-WebSocket-Protocol": offered, "X-Custom": "a b",
            "Authorization": "Bearer \(Self.token)", "User-Agent": "RealmSync/1.0",
          ])
        let (head, server) = try await run.server.accept()
        #expect(head.uri == target)
        #expect(head.headers["Host"] == ["sync.example.com"])
        #expect(head.headers["X-Custom"] == ["a b"])
        #expect(head.headers["Authorization"] == ["Bearer \(Self.token)"])
        #expect(head.headers["Sec-WebSocket-Protocol"] == [offered])
        try await client.send(Array("bind 1 2 0 1 0\n{}".utf8))
        #expect(try await server.message() == Array("bind 1 2 0 1 0\n{}".utf8))
        await client.close()
      }
      let start = try #require(events.first { $0.kind == .sessionStart })
      guard case .sessionStart(let session) = start.content else { return }
      #expect(session.source == .proxy)
      #expect(session.syncKind == .flexible)
      #expect(session.protocolVersion == 14)
      #expect(session.sdk == "RealmSync/1.0")
    }
  }

  static let token =
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0aGUtdXNlci1oZXJzZWxmIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg"

  @Test func `a server that closes for a large message has each session reset, once`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      let (events, _, findings) = try await ProxyRun.during(in: folder) { run in
        let (client, server) = try await run.connect()
        for session in 1...2 { try await client.send(Array("bind \(session) 2 0 1 0\n/a".utf8)) }
        for _ in 1...2 { _ = try await server.message() }
        try await server.send([0x03, 0xF1], .connectionClose)
        #expect(await client.next() == .frame(.connectionClose, [0x03, 0xF1], isFinal: true))
        // The client discards what comes behind it.
        try await server.send(Array("download 1 1 0 1 7 9 0 0 0 0 0\n".utf8))
        try await server.send([0x03, 0xF1], .connectionClose)
        for _ in 1...2 { _ = await client.next() }
      }
      #expect(events.messages.count == 2)
      #expect(events.notes.contains { $0.contains("1 message from the server behind its close") })
      #expect(events.errors == [.messageTooLarge, .messageTooLarge])
      #expect(findings.count { if case .error = $0 { true } else { false } } == 2)
    }
  }

  @Test func `frames of all kinds arrive as they were sent`() async throws {
    try await TemporaryFolder.during { folder in
      let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let (events, _, _) = try await ProxyRun.during(in: folder) { run in
        let (client, server) = try await run.connect()
        try await client.send([1, 2], isFinal: false)
        try await client.send([9], .ping)
        try await client.send([3], .continuation)
        try await client.send(Array("text".utf8), .text)
        try await client.send(large)
        #expect(await server.next() == .frame(.binary, [1, 2], isFinal: false))
        #expect(await server.next() == .frame(.ping, [9], isFinal: true))
        #expect(await server.next() == .frame(.continuation, [3], isFinal: true))
        #expect(await server.next() == .frame(.text, Array("text".utf8), isFinal: true))
        #expect(try await server.message() == large)
        try await server.send([9], .pong)
        try await server.send([0x03, 0xE9] + Array("going away".utf8), .connectionClose)
        #expect(await client.next() == .frame(.pong, [9], isFinal: true))
        #expect(
          await client.next()
            == .frame(.connectionClose, [0x03, 0xE9] + Array("going away".utf8), isFinal: true))
        await server.close()
        #expect(await client.next() == .ended)
      }
      #expect(events.messages.map { $0.head + $0.body } == [[1, 2, 3], Array("text".utf8), large])
      #expect(events.notes.contains { $0.contains("code 1001: going away") }, "\(events.notes)")
      #expect(events.notes.contains { $0.contains("came as text") })
    }
  }

  @Test func `requests that ask for no WebSocket pass and are not recorded`() async throws {
    try await TemporaryFolder.during { folder in
      let (events, _, _) = try await ProxyRun.during(in: folder) { run in
        var request = URLRequest(
          url: try #require(URL(string: "http://127.0.0.1:\(run.port)/location?baas_at=x")))
        request.httpMethod = "POST"
        request.httpBody = Data("body".utf8)
        let (data, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(String(decoding: data, as: UTF8.self) == "POST /location?baas_at=x body")
      }
      #expect(events.messages.isEmpty)
    }
  }

  @Test func `a server that cannot be reached is told to the client and in the trace`() async throws
  {
    try await TemporaryFolder.during { folder in
      let (events, _, findings) = try await ProxyRun.during(
        in: folder,
        options: { options, _ in options.upstream.address.port = 1 }
      ) { run in
        let url = try #require(URL(string: "http://127.0.0.1:\(run.port)/"))
        let (data, response) = try await URLSession.shared.data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 502)
        #expect(String(decoding: data, as: UTF8.self).contains("Connection refused"))
      }
      #expect(events.notes.contains { $0.contains("cannot be reached") })
      #expect(
        findings.contains {
          if case .closed(_, let reason) = $0 { reason.contains("refused") } else { false }
        })
    }
  }

  @Test(arguments: ["client", "server"])
  func `the end of one side ends the other, behind all that was sent`(side: String) async throws {
    try await TemporaryFolder.during { folder in
      let bytes = [UInt8](repeating: 7, count: 1 << 20)
      let (events, _, _) = try await ProxyRun.during(in: folder) { run in
        let (client, server) = try await run.connect()
        let (from, to) = side == "client" ? (client, server) : (server, client)
        for _ in 0..<4 { try await from.send(bytes) }
        await from.close()
        for _ in 0..<4 { #expect(try await to.message() == bytes) }
        #expect(await to.next() == .ended)
      }
      #expect(events.messages.count == 4)
    }
  }
}
