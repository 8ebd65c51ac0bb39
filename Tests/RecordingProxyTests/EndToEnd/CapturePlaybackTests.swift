import Importers
import Replayer
import TestSupport
import Testing
import TraceCompression

@testable import RecordingProxy
@testable import TraceFormat

/// Real sessions, played by a client and a server with the proxy between them, give what the import of their
/// captures gives.
@Suite(.timeLimit(.minutes(20))) struct CapturePlaybackTests {
  struct Line {
    var connection: String
    var direction: WireMessage.Direction
    var bytes: [UInt8]
  }

  static func lines(of name: String) throws -> [Line] {
    try Vectors.lines(of: "wire/\(name).ndjson").map { line in
      let json = try JSONText(parsing: Array(line))
      guard case .string(let digits) = json.member("hex"), let bytes = Hex.decode(digits),
        case .string(let direction) = json.member("direction"),
        case .string(let connection) = json.member("connection")
      else { throw Peer.Silent() }
      return Line(
        connection: connection, direction: direction == "out" ? .clientToServer : .serverToClient,
        bytes: bytes)
    }
  }

  /// Says every message at its end and waits until the other end has it.
  static func play(_ lines: [Line], through run: ProxyRun) async throws {
    var pairs: [String: (client: Peer, server: Peer)] = [:]
    for line in lines {
      let found = pairs[line.connection]
      let pair = if let found { found } else { try await run.connect() }
      pairs[line.connection] = pair
      let (from, to) =
        line.direction == .clientToServer ? (pair.client, pair.server) : (pair.server, pair.client)
      try await from.send(line.bytes)
      #expect(try await to.message() == line.bytes)
    }
    for pair in pairs.values { await pair.client.close() }
  }

  static func imported(_ name: String) throws -> [Event] {
    var events: [Event] = []
    _ = try CaptureImporter.importCapture(from: LineReader(path: Captures.path(name))) {
      events.append($0)
    }
    return events
  }

  /// What a message is, apart from when and where it was seen.
  static func essence(_ messages: [WireMessage]) -> [String: [[UInt8]]] {
    Dictionary(grouping: messages, by: \.connection).mapValues { messages in
      messages.map { [$0.direction == .clientToServer ? 1 : 0] + $0.head + $0.body }
    }
  }

  private static func outcomes(_ events: [Event]) -> String {
    var replay = Replay()
    for event in events { replay.observe(event) }
    do {
      return try replay.resets().map { "\($0.outcome(mode: .recover).ending)" }
        .joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: Captures.names)
  func `a session through the proxy is recorded as its capture is imported`(name: String)
    async throws
  {
    try await TemporaryFolder.during { folder in
      let lines = try Self.lines(of: name)
      let (events, summary, _) = try await ProxyRun.during(in: folder) { run in
        try await Self.play(lines, through: run)
      }
      let imported = try Self.imported(name)
      // Connections are numbered in the order in which they open, here and in the captures.
      #expect(Self.essence(events.messages) == Self.essence(imported.messages))
      #expect(summary.lossCount == 0)
      #expect(events.losses.isEmpty)
      let kinds: [Event.Kind] = [.sessionStart, .syncError]
      for kind in kinds {
        #expect(events.count { $0.kind == kind } == imported.count { $0.kind == kind }, "\(kind)")
      }
      #expect(Self.outcomes(events) == Self.outcomes(imported))
    }
  }
}
