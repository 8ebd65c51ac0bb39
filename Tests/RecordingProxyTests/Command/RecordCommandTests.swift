import Foundation
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// The command as it is used: signals, exit codes, and what is on the disk then.
@Suite(.timeLimit(.minutes(20))) struct RecordCommandTests {
  /// An open WebSocket through a command that records.
  private func during(
    _ arguments: [String] = [], shell: String = "",
    _ body: (RecordProcess, RawSocket, String) async throws -> Void
  ) async throws {
    try await TemporaryFolder.during { folder in
      let server = try await RawServer()
      let path = folder.path("a.synctrace")
      let process = try await RecordProcess(
        in: folder, to: server.port, ["-o", path] + arguments, shell: shell)
      let client = try await RawSocket.connect(to: process.port)
      try await client.send(RawUpgrade.request)
      let there = try await server.accept()
      try await there.text(through: "\r\n\r\n")
      try await there.send(RawUpgrade.answer)
      try await client.text(through: "\r\n\r\n")
      try await body(process, client, path)
      await client.close()
      await server.close()
    }
  }

  private func message(_ number: Int, _ size: Int = 20) -> [UInt8] {
    let noise = (0..<size).map { _ in UInt8.random(in: 0...255) }
    return RawUpgrade.frame(Array("unknown \(number)\n".utf8) + noise, masked: true)
  }

  @Test func `a server's address for HTTP is that for WebSockets, without a path`() {
    #expect(Upstream("http://127.0.0.1:9090") == Upstream("ws://127.0.0.1:9090"))
    #expect(Upstream("https://sync.example.com/") == Upstream("wss://sync.example.com"))
    #expect(Upstream("https://sync.example.com")?.isSecure == true)
    #expect(Upstream("https://sync.example.com/api") == nil && Upstream("sync.example.com") == nil)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the trace with its index`(signal: Int32) async throws {
    try await during { process, client, path in
      for number in 1...100 { try await client.send(message(number)) }
      try await process.wait(for: "opened")
      // What is on the way to the proxy still counts.
      try await Task.sleep(for: .milliseconds(100))
      #expect(try await process.end(by: signal) == 0, "\(process.errors)")
      #expect(process.output.contains("\"ended\""))
      #expect(process.errors.isEmpty)
      #expect(try ProxyRun.read(path).messages.count == 100)
    }
  }

  #if os(Linux)
    @Test func `a client for which there is no descriptor waits, and takes no processor`()
      async throws
    {
      try await TemporaryFolder.during { folder in
        let server = try await RawServer()
        let process = try await RecordProcess(
          in: folder, to: server.port, ["-o", folder.path("a.synctrace")], shell: "ulimit -n 40;")
        var clients: [RawSocket] = []
        for number in 0..<40 {
          do {
            clients.append(try await RawSocket.connect(to: process.port))
          } catch {
            Issue.record("client \(number): \(error), \(process.errors), \(process.output)")
            throw error
          }
          try await clients.last?.send(RawUpgrade.request)
        }
        try await process.wait(for: "it waits for the end of another one")
        let before = try #require(process.processorSeconds)
        try await Task.sleep(for: .seconds(1))
        #expect(try #require(process.processorSeconds) - before < 0.5)
        for client in clients { await client.close() }
        let next = try await RawSocket.connect(to: process.port)
        try await next.send("GET /late HTTP/1.1\r\n\r\n")
        await next.close()
        // It was accepted, and told of at its end.
        try await process.wait(for: "/late")
        #expect(try await process.end(by: SIGTERM) == 0, "\(process.errors)")
        await server.close()
      }
    }
  #endif

  @Test func `killed under load, all that was flushed is read`() async throws {
    try await kills(3)
  }

  @Test(.enabled(if: LongProxyTests.areAskedFor)) func `killed a hundred times`() async throws {
    try await kills(100)
  }

  private func kills(_ count: Int) async throws {
    for round in 1...count {
      try await during(["--flush-interval", "0.02"]) { process, client, path in
        let start = ContinuousClock.now
        var times: [ContinuousClock.Instant] = []
        while start.duration(to: .now) < .milliseconds(400 + round * 3 % 50) {
          try await client.send(message(times.count, 200))
          times.append(.now)
        }
        let end = ContinuousClock.now
        #expect(try await process.end(by: SIGKILL) == SIGKILL)
        // A second's grace on a busy machine would be the whole test; ten intervals are what it gets.
        let safe = times.count { $0.duration(to: end) > .milliseconds(300) }
        let read = try ProxyRun.read(path).messages
        #expect(read.count >= safe, "\(read.count) of \(times.count) were read")
        let heads = (0..<read.count).map { Array("unknown \($0)\n".utf8) }
        #expect(read.map(\.head) == heads)
      }
    }
  }

  @Test func `a full disk is told at once, and traffic goes on`() async throws {
    try await during(["--flush-interval", "0.02"], shell: "ulimit -f 64; trap '' XFSZ;") {
      process, client, path in
      for number in 0..<20 {
        try await client.send(message(number, 20_000))
        try await Task.sleep(for: .milliseconds(5))
      }
      try await process.wait(for: "\"failed\"")
      #expect(process.output.contains("\"failed\""))
      try await client.send(message(99))
      #expect(try await process.end(by: SIGINT) == 74)
      #expect(process.errors.contains("the trace is whole up to there"), "\(process.errors)")
      let messages = try ProxyRun.read(path).messages
      #expect(messages.count >= 1 && messages.count < 5)
    }
  }

  @Test func `an address that is taken is refused, and no trace is touched`() async throws {
    try await TemporaryFolder.during { folder in
      let server = try await RawServer()
      try folder.write([1, 2, 3], to: "a.synctrace")
      let process = try await RecordProcess(
        in: folder, to: 1, listen: "127.0.0.1:\(server.port)",
        ["--force", "-o", folder.path("a.synctrace")])
      #expect(try await process.end() == 73)
      #expect(
        process.errors.contains(
          """
          error: cannot listen on 127.0.0.1:\(server.port): Address already in use
          hint: choose another address with `--listen HOST:PORT`
          """), "\(process.errors)")
      #expect(try folder.read("a.synctrace") == [1, 2, 3])
      await server.close()
    }
  }

  @Test(arguments: [
    (["-o", "there"], "exists already", 73 as Int32),
    (["-o", "missing/a.synctrace"], "No such file or directory", 73),
    (["--directory", "missing"], "No such file or directory", 73),
    (["-o", "new", "--tls-certificate", "there", "--tls-key", "there"], "certificates (PEM)", 65),
    (["-o", "new", "--view", "0.0.0.0:9081"], "for this machine alone: 127.0.0.1:9081", 64),
    (["-o", "new", "--view", "localhost:9081"], "for this machine alone", 64),
    (["-o", "new", "--message-size-max", "0"], "`--message-size-max` must be at least 1", 64),
    (["-o", "new", "--listen", "127.0.0.1:1"], "would be its own server", 64),
    (["-o", "new", "--listen", "localhost:1"], "would be its own server", 64),
    (["-o", "new", "--listen", "no host:1"], "no host:1: its address cannot be found: ", 73),
    (["-o", "new", "--fault-seed", "5"], "is for `--fault` or", 64),
    (["--directory", ".", "--rotate", "size=64MiB,size=3MiB"], "invalid for '--rotate", 64),
    (["-o", "-"], "not -", 64), ([], "either `-o FILE` or `--directory FOLDER`", 64),
  ])
  func `what cannot be is refused by name`(
    arguments: [String], words: String, code: Int32
  ) async throws {
    try await TemporaryFolder.during { folder in
      try folder.write([1], to: "there")
      let process = try await RecordProcess(
        in: folder, to: 1, arguments, shell: "cd '\(folder.root)';")
      #expect(try await process.end() == code)
      #expect(process.errors.contains(words), "\(process.errors)")
      #expect(try folder.names() == ["errors", "output", "there"])
    }
  }
}

/// Tests of the proxy that take minutes.
enum LongProxyTests {
  static let areAskedFor =
    ProcessInfo.processInfo.environment["TRACETOOL_LONG_PROXY_TESTS"] != nil
}
