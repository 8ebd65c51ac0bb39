import NIOCore
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// What comes before a WebSocket is open, byte by byte.
@Suite(.timeLimit(.minutes(20))) struct HTTPPassageTests {
  private static let bind = Array("bind 1 2 0 1 0\n{}".utf8)

  /// Runs a client and the server that it reaches through a proxy.
  private func between(
    _ body: (RawSocket, RawServer) async throws -> Void
  ) async throws -> [Event] {
    try await TemporaryFolder.during { folder in
      let server = try await RawServer()
      let (events, _, _) = try await ProxyRun.during(
        in: folder, options: { options, _ in options.upstream.address.port = server.port }
      ) { run in
        let client = try await RawSocket.connect(to: run.port)
        try await body(client, server)
        await client.close()
      }
      await server.close()
      return events
    }
  }

  @Test func `a request, an upgrade and a message that are sent at once arrive in their order`()
    async throws
  {
    let events = try await between { client, server in
      let plain = "GET /location HTTP/1.1\r\nHost: x\r\n\r\n"
      try await client.send(
        Array((plain + RawUpgrade.request).utf8) + RawUpgrade.frame(Self.bind, masked: true))
      let there = try await server.accept()
      #expect(try await there.text(through: "Version: 13\r\n\r\n") == plain + RawUpgrade.request)
      try await there.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
      try await there.send(RawUpgrade.answer)
      #expect(try await there.text(through: "{}").hasSuffix("bind 1 2 0 1 0\n{}"))
    }
    #expect(events.messages.map { $0.head + $0.body } == [Self.bind])
    #expect(
      events.notes.contains { $0.hasSuffix("GET /location was answered with 200") },
      "\(events.notes)")
  }

  @Test func `an upgrade in many pieces, and what is sent before it is answered, arrive`()
    async throws
  {
    let large = [UInt8](repeating: 7, count: 3_000_000)
    let events = try await between { client, server in
      for byte in RawUpgrade.request.utf8 { try await client.send([byte]) }
      let sending = Task {
        try await client.send(
          RawUpgrade.frame(large, masked: true) + RawUpgrade.frame(Self.bind, masked: true))
      }
      let there = try await server.accept()
      #expect(try await there.text(through: "\r\n\r\n") == RawUpgrade.request)
      // Together with the answer, as a server may.
      try await there.send(
        Array(RawUpgrade.answer.utf8) + RawUpgrade.frame(Array("pong 1\n".utf8), masked: false))
      try await sending.value
      let all = try await there.received {
        $0.count >= RawUpgrade.request.utf8.count + large.count + Self.bind.count + 20
      }
      #expect(all.suffix(Self.bind.count) == Self.bind[...])
      #expect(try await client.text(through: "pong 1\n").hasPrefix(RawUpgrade.answer))
    }
    #expect(events.messages.count == 3)
  }

  @Test(arguments: [
    "HTTP/1.1 401 Unauthorized\r\nContent-Length: 5\r\nx-OWN: a  b\r\n\r\nhello",
    "HTTP/1.1 307 Temporary Redirect\r\nLocation: wss://other/\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.0 200 OK\r\nX: y\r\n\r\nall until the end", "HTTP/1.1 200 OK\r\n\r\nall until the end",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
    "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n",
  ])
  func `an answer that opens no WebSocket passes as it is`(answer: String) async throws {
    let events = try await between { client, server in
      try await client.send(RawUpgrade.request)
      let there = try await server.accept()
      try await there.text(through: "\r\n\r\n")
      try await there.send(answer)
      await there.close()
      #expect(try await client.text() == answer)
    }
    #expect(events.messages.isEmpty)
    #expect(
      events.notes.contains { $0.contains("the proxy closed the connection") }, "\(events.notes)")
    let code = answer.dropFirst(9).prefix(3)
    #expect(
      events.notes.contains { $0.hasSuffix("was answered with \(code)") }, "\(events.notes)")
  }

  @Test func `an upgrade to something else is said to end there`() async throws {
    let events = try await between { client, server in
      try await client.send("GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
      let there = try await server.accept()
      try await there.text(through: "\r\n\r\n")
      try await there.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nmore")
      await there.close()
      try await client.text()
    }
    #expect(
      events.notes.contains { $0.contains("GET / was answered with 101: what follows is not") },
      "\(events.notes)")
  }

  @Test(arguments: ["chunked", "CHUNKED", "gzip, chunked"])
  func `the chunks of a request arrive`(coding: String) async throws {
    let request =
      "POST /x HTTP/1.1\r\nTransfer-Encoding: \(coding)\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
    _ = try await between { client, server in
      try await client.send(request)
      #expect(try await server.accept().text(through: "0\r\n\r\n") == request)
    }
  }

  @Test func `a request without a version of today passes`() async throws {
    _ = try await between { client, server in
      try await client.send("GET /old HTTP/1.0\r\nX-y: Z\r\n\r\n")
      let there = try await server.accept()
      #expect(
        try await there.text(through: "\r\n\r\n") == "GET /old HTTP/1.0\r\nX-y: Z\r\n\r\n")
    }
  }

  @Test(arguments: [
    "\u{16}\u{3}\u{1} no HTTP at all\r\n\r\n",
    "GET / HTTP/1.1\r\nX-Large: " + String(repeating: "a", count: 1_000_000),
  ])
  func `what is no HTTP, or has no end, is refused by name`(bytes: String) async throws {
    let events = try await between { client, _ in
      // The proxy answers before it has all of it.
      let sending = Task { try? await client.send(bytes) }
      let answer = try await client.text(through: "did not send an HTTP request")
      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
      await sending.value
    }
    #expect(
      events.notes.contains { $0.contains("did not send an HTTP request") }, "\(events.notes)")
  }

  @Test func `a server that speaks something else is told to the client`() async throws {
    let events = try await between { client, server in
      try await client.send(RawUpgrade.request)
      try await server.accept().send("SSH-2.0-OpenSSH_9.2\r\n")
      let answer = try await client.text()
      #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
      #expect(answer.contains("the server's answer is not HTTP"))
    }
    #expect(events.notes.contains { $0.contains("the server's answer is not HTTP") })
  }

  @Test(arguments: [true, false])
  func `a server that never answers ends with its client, and a dying one with it`(
    isClientFirst: Bool
  ) async throws {
    let events = try await between { client, server in
      try await client.send(RawUpgrade.request)
      let there = try await server.accept()
      try await there.text(through: "\r\n\r\n")
      let (first, second) = isClientFirst ? (client, there) : (there, client)
      await first.close(abruptly: true)
      try await second.received()
    }
    let side = isClientFirst ? "client" : "server"
    #expect(events.notes.contains { $0.contains(side) }, "\(events.notes)")
  }
}
