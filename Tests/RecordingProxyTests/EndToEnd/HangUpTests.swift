import FaultPlans
import Replayer
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// Whatever moment of the handshake a peer hangs up in, and whatever comes with it: the proxy goes on.
@Suite(.timeLimit(.minutes(20))) struct HangUpTests {
  private static let bind = Array("bind 1 2 0 1 0\n{}".utf8)
  /// A frame of an opcode that does not exist.
  private static let badFrame: [UInt8] = [0x8B, 0x01, 0x00]

  /// What one end does: what it sends at a time, how long it waits then, and how it ends.
  private struct Manners {
    var pieces: [[UInt8]]
    var pauseMicroseconds: Int
    var isAbrupt: Bool

    init(_ whole: [UInt8], besides more: [[UInt8]], _ numbers: inout SeededNumbers) {
      let behind = more[Int(numbers.next() % UInt64(more.count))]
      let cut = Int(numbers.next() % UInt64(whole.count))
      pieces =
        switch numbers.next() % 4 {
        case 0: [Array(whole[..<cut])]
        case 1: [Array(whole[..<cut]), Array(whole[cut...]) + behind]
        default: [whole + behind]
        }
      pauseMicroseconds = Int(numbers.next() % 4000)
      isAbrupt = numbers.next() % 2 == 0
    }

    func act(on socket: RawSocket) async {
      for piece in pieces { try? await socket.send(piece) }
      try? await Task.sleep(for: .microseconds(pauseMicroseconds))
      await socket.close(abruptly: isAbrupt)
    }
  }

  @Test(arguments: [nil, "at message 1: disconnect", "at download 1: delay milliseconds=1"])
  func `connections that end at any moment of their handshake end no other`(
    fault: String?
  ) async throws {
    let plan = try fault.map { FaultPlan([try Fault(text: $0)]) }
    let seed = TestSeed.value
    let server = try await RawServer()
    _ = try await TemporaryFolder.during { folder in
      try await ProxyRun.during(
        in: folder, faults: plan,
        options: { options, _ in options.upstream.address.port = server.port }
      ) { run in
        let answering = Task { try await Self.answer(at: server, seed: seed) }
        await withTaskGroup(of: Void.self) { group in
          for lane in 0..<25 {
            group.addTask { await Self.call(run.port, count: fault == nil ? 100 : 50, lane, seed) }
          }
        }
        answering.cancel()
        // The proxy still serves.
        let client = try await RawSocket.connect(to: run.port)
        try await client.send("no HTTP\r\n\r\n")
        #expect(try await client.text().hasPrefix("HTTP/1.1 400 "), "seed \(seed)")
        await client.close()
      }
    }
    await server.close()
  }

  private static func call(_ port: Int, count: Int, _ lane: Int, _ seed: UInt64) async {
    var numbers = SeededNumbers(seed: seed &+ UInt64(lane))
    let behind = [[], RawUpgrade.frame(bind, masked: true), badFrame, [0x47]]
    for _ in 0..<count {
      let manners = Manners(Array(RawUpgrade.request.utf8), besides: behind, &numbers)
      guard let socket = try? await RawSocket.connect(to: port) else { continue }
      await manners.act(on: socket)
    }
  }

  private static func answer(at server: RawServer, seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: ~seed)
    let behind = [[], RawUpgrade.frame(Array("pong 1\n".utf8), masked: false), badFrame]
    while !Task.isCancelled {
      let socket = try await server.accept()
      let manners = Manners(Array(RawUpgrade.answer.utf8), besides: behind, &numbers)
      Task { await manners.act(on: socket) }
    }
  }
}
