import Foundation
import NIOHTTP1
import NIOWebSocket
import TestSupport
import Testing
import TraceCompression

@testable import RecordingProxy
@testable import TraceFormat

/// Tokens pass a proxy as they are, and none gets into the trace or into what is told of it.
@Suite(.timeLimit(.minutes(20))) struct ProxySecretTests {
  private static let token = PassageTests.token

  /// Every place of the handshake.
  private static let headers: HTTPHeaders = [
    "Authorization": "Bearer \(token)", "Cookie": "session=\(token)", "User-Agent": "SDK \(token)",
    "X-Api-Key": token, "Sec-WebSocket-Protocol": "com.mongodb.realm-sync#14",
  ]

  private static func sized(_ head: String, _ body: String, _ rest: String) -> [UInt8] {
    Array("\(head) \(body.utf8.count) \(rest)\n\(body)".utf8)
  }

  /// Messages of the client with a token wherever the protocol has room for one.
  private static let uploads = [
    Array("bind 1 5 \(token.utf8.count) 1 0\n/test\(token)".utf8),
    Array("bind 2 \(token.utf8.count) 0 1 0\n\(token)".utf8),
    sized("json_error 1", #"{"message":"\#(token)"}"#, "1"),
    Array("query 1 1 \(token.utf8.count + 11)\n{\"A\":\"x == \(token)\"}".utf8),
  ]

  /// The same of the server.
  private static let downloads = [
    sized(
      "json_error 208",
      #"{"message":"see \#(token)","tryAgain":false,"shouldClientReset":true,"isRecoveryModeDisabled":false,"logURL":"https://host/logs?co_id=1&token=\#(token)","action":"ClientReset"}"#,
      "1"),
    sized("error 200", "denied to \(token)", "0 1"),
    Array("log_message 1 \(token.utf8.count + 9)\n{\"msg\":\"\(token)\"".utf8) + [0x7D],
    Array("unknown \(token)\n".utf8),
  ]

  @Test func `no token gets into the trace or into what is told`() async throws {
    try await TemporaryFolder.during { folder in
      let target = "/realm-sync?baas_at=\(Self.token)&refresh_token=\(Self.token)"
      let (_, summary, findings) = try await ProxyRun.during(in: folder) { run in
        let client = try await TestClient.connect(
          to: run.port, target: target, headers: Self.headers)
        let (head, server) = try await run.server.accept()
        #expect(head.uri == target)
        for (name, value) in Self.headers { #expect(head.headers[name] == [value]) }
        for message in Self.uploads {
          try await client.send(message)
          #expect(try await server.message() == message)
        }
        try await client.send(Array("Bearer \(Self.token)".utf8), .text)
        _ = await server.next()
        for message in Self.downloads {
          try await server.send(message)
          #expect(try await client.message() == message)
        }
        try await server.send(
          [0x03, 0xE8] + Array("bye \(Self.token)".utf8).prefix(110), .connectionClose)
        _ = await client.next()
        await client.close()
      }
      var records: [UInt8] = []
      let zstd = try ZstdSource(FileSource(path: folder.path("recorded.synctrace")))
      while try zstd.read(upTo: 1 << 16, into: &records) > 0 {}
      // The middle of the token: no part of it is left either.
      let middle = Array("eyJzdWIiOiJ0aGUtdXNlci1oZXJzZWxmIn0".utf8)
      #expect(!Self.holds(records, middle))
      #expect(!Self.holds(try folder.read("recorded.synctrace"), middle))
      #expect(!Self.holds(Array("\(findings) \(summary)".utf8), middle))
      #expect(summary.secrets.total > 10, "\(summary.secrets)")
    }
  }

  @Test func `a secret of a note that is told too counts once`() async throws {
    try await TemporaryFolder.during { folder in
      let (events, summary, _) = try await ProxyRun.during(in: folder) { run in
        let (client, _) = try await run.connect(target: "/realm-sync?baas_at=\(Self.token)")
        await client.close()
      }
      #expect(events.notes.count { $0.contains("[removed-") } == 1)
      #expect(summary.secrets.total == 1)
    }
  }

  @Test func `a token has one mark, whatever it asks for`() async throws {
    try await TemporaryFolder.during { folder in
      let query = "?baas_at=qT8zP0aVb3kLmN5rXw7YcD1e"
      let (events, _, _) = try await ProxyRun.during(in: folder) { run in
        let socket = try await RawSocket.connect(to: run.port)
        try await socket.send("GET /location\(query) HTTP/1.1\r\nHost: x\r\n\r\n")
        try await socket.text(through: query)
        await socket.close()
        let (client, _) = try await run.connect(target: "/realm-sync\(query)")
        await client.close()
      }
      let marks = events.notes.flatMap { note in
        note.matches(of: /\[removed-[^\]]*\]/).map { String($0.output) }
      }
      #expect(marks.count > 1 && Set(marks).count == 1, "\(events.notes)")
    }
  }

  /// Whether bytes have others in them.
  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }
}
