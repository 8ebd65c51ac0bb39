import Foundation
import Recorder
import TestSupport
import Testing
import TraceCompression

@testable import RecordingProxy
@testable import TraceFormat

/// Many connections at once, and recordings that go on in one file after the other.
@Suite(.timeLimit(.minutes(20))) struct ManyConnectionsTests {
  private static func bind(_ number: Int) -> [UInt8] { Array("bind \(number) 5 0 1 0\n/test".utf8) }

  @Test func `200 connections at once are recorded, each with its own messages`() async throws {
    try await TemporaryFolder.during { folder in
      let (events, summary, _) = try await ProxyRun.during(in: folder) { run in
        var pairs: [(client: Peer, server: Peer)] = []
        for _ in 0..<200 { pairs.append(try await run.connect()) }
        try await withThrowingTaskGroup { group in
          for (number, pair) in pairs.enumerated() {
            group.addTask {
              for round in 1...3 {
                try await pair.client.send(Self.bind(number * 10 + round))
                #expect(try await pair.server.message() == Self.bind(number * 10 + round))
                try await pair.server.send(Array("unbound \(number * 10 + round)\n".utf8))
                _ = try await pair.client.message()
              }
            }
          }
          try await group.waitForAll()
        }
        for pair in pairs { await pair.client.close() }
      }
      #expect(summary.lossCount == 0)
      #expect(summary.totals.connectionCount == 200)
      #expect(summary.totals.sessionCount == 600)
      let connections = Dictionary(grouping: events.messages, by: \.connection)
      #expect(connections.count == 200)
      #expect(connections.values.allSatisfy { $0.count == 6 })
    }
  }

  @Test func `what a connection's end leaves unacknowledged counts until another acknowledges it`()
    async throws
  {
    let ident = Array("ident 1 12 77 5 0 5 811\n".utf8)
    let upload = Array("upload 1 0 33 0 9 5 5\n7 5 0 0 1 x8 5 0 0 1 x9 5 0 0 1 x".utf8)
    func unacknowledged(_ acknowledged: [Int]) async throws -> Int {
      try await TemporaryFolder.during { folder in
        let (_, summary, _) = try await ProxyRun.during(in: folder) { run in
          for version in acknowledged {
            let (client, server) = try await run.connect()
            for message in [Self.bind(1), ident, upload] {
              try await client.send(message)
              #expect(try await server.message() == message)
            }
            let answer = Array("download 1 5 0 5 811 \(version) 5 0 0 0 0\n".utf8)
            try await server.send(answer)
            #expect(try await client.message() == answer)
            await client.close()
            #expect(await server.next() == .ended)
          }
        }
        return summary.totals.unacknowledgedCount
      }
    }
    #expect(try await unacknowledged([7]) == 2)
    #expect(try await unacknowledged([7, 8]) == 1)
    #expect(try await unacknowledged([7, 9]) == 0)
  }

  @Test func `each file of a folder is a whole trace, and sessions begin again in it`() async throws
  {
    try await TemporaryFolder.during { folder in
      let (_, summary, _) = try await ProxyRun.during(
        in: folder,
        options: { _, recording in
          recording.destination = .folder(folder.root, TraceRotation(sizeMax: 2000))
          recording.flushing.size = 1
        }
      ) { run in
        let (client, server) = try await run.connect()
        try await client.send(Self.bind(1))
        _ = try await server.message()
        for mark in 1...200 {
          try await client.send(Array("mark 1 \(mark)\n".utf8))
          _ = try await server.message()
        }
        await client.close()
      }
      #expect(summary.totals.sessionCount == 1)
      let names = try folder.names().sorted()
      #expect(names.count > 1)
      #expect(names.first == "recording-000001.synctrace")
      var messageCount = 0
      for name in names {
        let verification = try TraceVerification(
          FileSource(path: folder.path(name)), codec: ZstdCodec())
        #expect(verification.info.isClosed && !verification.info.isDamaged, "\(name)")
        let events = try ProxyRun.read(folder.path(name))
        messageCount += events.messages.count
        guard !events.messages.isEmpty else { continue }
        #expect(events.count { $0.kind == .sessionStart } == 1, "\(name)")
      }
      #expect(messageCount == 201)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/net/if_inet6")))
  func `a proxy listens on an address of IPv6`() async throws {
    try await TemporaryFolder.during { folder in
      let (_, _, findings) = try await ProxyRun.during(
        in: folder,
        options: { options, _ in
          options.listenAddress = ProxyAddress("[::1]:0") ?? options.listenAddress
        }
      ) { run in
        let client = try await TestClient.connect(to: run.port, host: "::1")
        let server = try await run.server.accept().peer
        try await client.send(Self.bind(1))
        #expect(try await server.message() == Self.bind(1))
      }
      #expect(!findings.isEmpty)
    }
  }
}
