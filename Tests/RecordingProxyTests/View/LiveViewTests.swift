import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import RecordingProxy

/// The server that shows a recording to a browser: whom it answers, and that it holds nothing up.
@Suite(.timeLimit(.minutes(20))) struct LiveViewTests {
  private static let token = "0123456789abcdef"

  private func during(
    state: @escaping @Sendable () -> String = { "7" },
    page: @escaping @Sendable () -> String = { "<p>page</p>" },
    _ body: (_ port: Int) async throws -> Void
  ) async throws {
    let server = LiveViewServer(
      address: ProxyAddress(host: "127.0.0.1", port: 0), token: Self.token,
      // A busy machine may take its time between a connection and what it sends.
      requestSecondsMax: 600, state: state, page: page)
    let address = try await server.start()
    let parts = address.split(separator: "/").map(String.init)
    #expect(parts.first == "http:" && parts.last == Self.token)
    let result = await Result { try await body(try #require(ProxyAddress(parts[1])).port) }
    await server.stop()
    try result.get()
  }

  /// What is answered to a request; `PORT` and `TOKEN` in it are the server's.
  private func answer(to request: String, at port: Int) async throws -> String {
    let socket = try await RawSocket.connect(to: port)
    try await socket.send(
      request.replacing("PORT", with: "\(port)").replacing("TOKEN", with: Self.token)
        .replacing("\n", with: "\r\n"))
    let answer = try await socket.text()
    await socket.close()
    return answer
  }

  @Test func `who knows the address gets the page and its state, and nobody keeps a copy`()
    async throws
  {
    try await during { port in
      let page = try await answer(
        to: "GET /TOKEN/ HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", at: port)
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.hasSuffix("\r\n\r\n<p>page</p>"))
      for header in [
        "Content-Type: text/html; charset=utf-8", "Cache-Control: no-store",
        "Referrer-Policy: no-referrer", "Content-Security-Policy: frame-ancestors 'none'",
      ] {
        #expect(page.contains("\r\n\(header)\r\n"), "\(page)")
      }
      let state = try await answer(
        to: "GET /TOKEN/state HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", at: port)
      #expect(state.hasPrefix("HTTP/1.1 200 OK\r\n") && state.hasSuffix("\r\n\r\n7"))
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 404),
    ("GET /TOKEN HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 404),
    ("GET /TOKEN/other HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 404),
    ("GET /TOKEN/?a HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 404),
    ("GET /0123456789abcdee/ HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 404),
    ("GET /0123456789abcdef0/ HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 404),
    // A name of somebody else's that leads here, and what a browser never sends.
    ("GET /TOKEN/ HTTP/1.1\nHost: attacker.example:PORT\n\n", 403),
    ("GET /TOKEN/ HTTP/1.1\nHost: 127.0.0.1\n\n", 403),
    ("GET /TOKEN/ HTTP/1.0\n\n", 403),
    ("GET /TOKEN/ HTTP/1.1\nHost: 127.0.0.1:PORT\nHost: attacker.example\n\n", 403),
    ("POST /TOKEN/ HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Length: 0\n\n", 405),
    ("nonsense\n\n", 400),
  ])
  func `everybody else is refused`(request: String, status: Int) async throws {
    let unasked: @Sendable () -> String = {
      Issue.record("asked for it")
      return ""
    }
    try await during(state: unasked, page: unasked) { port in
      let answer = try await answer(to: request, at: port)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    }
  }

  @Test func `while a page is in the making, messages pass and others wait for theirs`()
    async throws
  {
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let count = Mutex((now: 0, most: 0))
    let page: @Sendable () -> String = {
      count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      begun.signal()
      end.wait()
      count.withLock { $0.now -= 1 }
      return "made"
    }
    try await during(page: page) { port in
      let request = "GET /\(Self.token)/ HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      let (first, second) = (
        try await RawSocket.connect(to: port), try await RawSocket.connect(to: port)
      )
      for socket in [first, second] { try await socket.send(request) }
      #expect(begun.waits())
      try await TemporaryFolder.during { folder in
        _ = try await ProxyRun.during(in: folder) { run in
          let (client, server) = try await run.connect()
          try await client.send([1, 2, 3])
          #expect(try await server.message() == [1, 2, 3])
        }
      }
      for socket in [first, second] {
        end.signal()
        #expect(try await socket.text().hasSuffix("made"))
      }
    }
    #expect(count.withLock { $0.most } == 1)
  }

  @Test func `more connections than a browser opens are closed`() async throws {
    try await during { port in
      var sockets: [RawSocket] = []
      for _ in 0..<LiveViewServer.connectionCountMax {
        sockets.append(try await RawSocket.connect(to: port))
      }
      let other = try await RawSocket.connect(to: port)
      #expect(try await other.text().isEmpty)
      for socket in sockets { await socket.close() }
    }
  }

  @Test func `an address that is taken is refused`() async throws {
    try await during { port in
      let address = ProxyAddress(host: "127.0.0.1", port: port)
      let server = LiveViewServer(
        address: address, token: Self.token, state: { "" }, page: { "" })
      await #expect(throws: ProxyFailure.cannotListen(address, "Address already in use")) {
        try await server.start()
      }
    }
  }
}

extension DispatchSemaphore {
  /// Waits a while; an async test cannot wait on it by itself.
  fileprivate func waits() -> Bool { wait(timeout: .now() + 20) == .success }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
