import Foundation
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// `record --view`: the page of a session that is still open, from the process that records it.
@Suite(.timeLimit(.minutes(20))) struct LiveRecordTests {
  private struct Recording {
    let process: RecordProcess
    let page: String
    let path: String
    let client: RawSocket
    let server: RawSocket

    func say(_ line: CapturePlaybackTests.Line) async throws {
      let isClients = line.direction == .clientToServer
      try await (isClients ? client : server).send(
        RawUpgrade.frame(line.bytes, masked: isClients))
    }

    /// Waits until so many messages are safe.
    func wait(forMessages count: Int) async throws {
      for _ in 0..<5_000 {
        if try ProxyRun.read(path).messages.count >= count { return }
        try await Task.sleep(for: .milliseconds(2))
      }
      throw RecordProcess.NotThere(description: "\(process.output) \(process.errors)")
    }
  }

  private func during(_ body: (Recording) async throws -> Void) async throws {
    try await TemporaryFolder.during { folder in
      let upstream = try await RawServer()
      let path = folder.path("a.synctrace")
      let process = try await RecordProcess(
        in: folder, to: upstream.port,
        ["-o", path, "--flush-interval", "0.02", "--view", "127.0.0.1:0"])
      try await process.wait(for: "\"view\"")
      let page = try #require(
        process.output.split(separator: "\"").first { $0.hasPrefix("http://127.0.0.1:") })
      let client = try await RawSocket.connect(to: process.port)
      try await client.send(RawUpgrade.request)
      let server = try await upstream.accept()
      try await server.text(through: "\r\n\r\n")
      try await server.send(RawUpgrade.answer)
      try await client.text(through: "\r\n\r\n")
      try await body(
        Recording(
          process: process, page: String(page), path: path, client: client, server: server))
      #expect(try await process.end(by: SIGINT) == 0, "\(process.errors)")
      for socket in [client, server] { await socket.close() }
      await upstream.close()
    }
  }

  /// What one device and its server said, the device's first upload included.
  private static let lines = Result {
    let all = try CapturePlaybackTests.lines(of: "ClientReset_ThreeClients")
    return all.filter { $0.connection == all[0].connection }
  }

  private static func get(_ address: String) async throws -> String {
    let parts = address.split(separator: "/", maxSplits: 2)
    let host = try #require(ProxyAddress(String(parts[1])))
    let socket = try await RawSocket.connect(to: host.port)
    try await socket.send("GET /\(parts[2]) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    let answer = try await socket.text()
    await socket.close()
    #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
    return answer.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
  }

  @Test func `the page shows what is safe so far, and its state is another when there is more`()
    async throws
  {
    let lines = try Self.lines.get()
    try await during { recording in
      for line in lines.prefix(6) { try await recording.say(line) }
      try await recording.wait(forMessages: 6)
      let (state, page) = (
        try await Self.get(recording.page + "state"), try await Self.get(recording.page)
      )
      #expect(state.hasPrefix(recording.path) && page.contains("data-state=\"\(state)\""))
      #expect(page.contains("connect-src &#39;self&#39;"))
      for line in lines.dropFirst(6).prefix(6) { try await recording.say(line) }
      try await recording.wait(forMessages: 12)
      #expect(try await Self.get(recording.page + "state") != state)
      #expect(try await Self.get(recording.page).utf8.count > page.utf8.count)
    }
  }
}
