import FaultPlans
import NIOWebSocket
import Recorder
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// What becomes of messages where a recording cannot keep up, or one is too large for it.
@Suite(.timeLimit(.minutes(20))) struct OverflowTests {
  private static let message = [UInt8](repeating: 65, count: 30_000) + [10]

  /// Sends many messages at once through a small queue, each of which arrives.
  private func run(
    _ overflow: ProxyRecordingOptions.Overflow, in folder: TemporaryFolder, count: Int
  ) async throws -> (events: [Event], summary: RecordingSummary) {
    let small = { (_: inout ProxyOptions, recording: inout ProxyRecordingOptions) in
      recording.overflow = overflow
      recording.queueSizeMax = 1 << 17
    }
    let (events, summary, _) = try await ProxyRun.during(in: folder, options: small) { run in
      let (client, server) = try await run.connect()
      async let arrived = Self.arrivals(at: server, count: count)
      for _ in 0..<count { try await client.send(Self.message) }
      #expect(try await arrived == count)
      await client.close()
    }
    return (events, summary)
  }

  /// How many of so many messages arrive as they were sent.
  private static func arrivals(at peer: Peer, count: Int) async throws -> Int {
    var arrived = 0
    for _ in 0..<count where try await peer.message() == message { arrived += 1 }
    return arrived
  }

  @Test func `connections that wait for the disk lose nothing`() async throws {
    try await TemporaryFolder.during { folder in
      let (events, summary) = try await run(.wait, in: folder, count: 200)
      #expect(summary.lossCount == 0)
      #expect(events.messages.count == 200)
    }
  }

  @Test func `where connections wait, a queue that is full takes the end of one too`() {
    let queue = BoundedQueue<TrafficEvent>(sizeMax: 1000)
    let observer = TrafficObserver(queue: queue, waits: true)
    let large = WebSocketMessage(bytes: [UInt8](repeating: 0, count: 2 << 20))
    let contents: [TrafficEvent.Content] = [.message(.serverToClient, large), .closed(reason: "")]
    for content in contents {
      observer.observe(TrafficEvent(connection: "c1", timeMicroseconds: 0, content: content))
    }
    #expect(queue.dropped.count == 0)
  }

  @Test func `what is dropped is counted and told in its place`() async throws {
    try await TemporaryFolder.during { folder in
      let (events, summary) = try await run(.drop, in: folder, count: 200)
      let told = events.losses.reduce(0) { $0 + ($1.recordCount ?? 0) }
      #expect(summary.lossCount == told)
      #expect(UInt64(events.messages.count) + told == 200)
    }
  }

  @Test(arguments: [nil, "at message 9: drop-message"])
  func `a message that the queue has no room for is told by its size`(
    fault: String?
  ) async throws {
    let plan = try fault.map { FaultPlan([try Fault(text: $0)]) }
    try await TemporaryFolder.during { folder in
      let (events, _, _) = try await ProxyRun.during(
        in: folder, faults: plan, options: { _, recording in recording.queueSizeMax = 1 << 16 }
      ) { run in
        let (client, server) = try await run.connect()
        let large = [UInt8](repeating: 1, count: 1 << 17)
        try await client.send(large)
        #expect(try await server.message() == large)
        try await client.send(Self.message)
        #expect(try await server.message() == Self.message)
      }
      #expect(events.messages.count == 1)
      #expect(
        events.losses.map(\.reason).contains { $0.contains("131072 bytes") }, "\(events.losses)")
      #expect(!events.losses.contains { $0.reason.contains("faster") }, "\(events.losses)")
    }
  }

  @Test func `a body that would inflate above the limit is kept as it came, and told`() async throws
  {
    try await TemporaryFolder.during { folder in
      let message = Array("upload 1 1 61441 3 6 5 5\nzip".utf8)
      let (events, _, _) = try await ProxyRun.during(
        in: folder, options: { _, recording in recording.queueSizeMax = 1 << 16 }
      ) { run in
        let (client, server) = try await run.connect()
        try await client.send(message)
        #expect(try await server.message() == message)
      }
      #expect(events.messages.map(\.wireBytes) == [message])
      #expect(
        events.notes.contains { $0.contains("61441 bytes are too many") && $0.contains("--queue") },
        "\(events.notes)")
    }
  }

  @Test func `of large messages on many connections at once some are told as missing`() async throws
  {
    try await TemporaryFolder.during { folder in
      let size = 400_000
      let small = { (options: inout ProxyOptions, recording: inout ProxyRecordingOptions) in
        options.messageSizeMax = 500_000
        options.assembledSizeMax = 1_000_000
        recording.overflow = .wait
      }
      let (events, _, _) = try await ProxyRun.during(in: folder, options: small) { run in
        var pairs: [(client: Peer, server: Peer)] = []
        for _ in 0..<6 { pairs.append(try await run.connect()) }
        let half = [UInt8](repeating: 65, count: size / 2)
        // All of them begin before one ends.
        for pair in pairs { try await pair.client.send(half + half, isFinal: false) }
        for pair in pairs {
          #expect(await pair.server.next() == .frame(.binary, half + half, isFinal: false))
        }
        for pair in pairs { try await pair.client.send([10], .continuation) }
        for pair in pairs {
          #expect(await pair.server.next() == .frame(.continuation, [10], isFinal: true))
        }
        let last = try await run.connect()
        try await last.client.send(half)
        #expect(try await last.server.message() == half)
      }
      // Two have room, and what comes later has it again.
      #expect(events.messages.count == 3)
      #expect(events.losses.count == 4)
      #expect(events.losses.allSatisfy { $0.reason.contains("400001 bytes") }, "\(events.losses)")
    }
  }
}
