import FaultPlans
import NIOWebSocket
import Replayer
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// Faults of a plan, done to the messages of a running proxy.
@Suite(.timeLimit(.minutes(20))) struct FaultedPassageTests {
  private static let bind = Array("bind 1 5 0 1 0\n/test".utf8)
  private static let ident = Array("ident 1 2 6514\n".utf8)
  private static let marks = (1...3).map { Array("mark 1 \($0)\n".utf8) }

  private func run(
    _ texts: [String], _ body: (Peer, Peer) async throws -> Void
  ) async throws -> (events: [Event], unfired: [String]) {
    let plan = FaultPlan(try texts.map { try Fault(text: $0) })
    return try await TemporaryFolder.during { folder in
      var unfired: [String] = []
      let (events, _, _) = try await ProxyRun.during(in: folder, faults: plan) { run in
        let (client, server) = try await run.connect()
        try await client.send(Self.bind)
        try await body(client, server)
        unfired = run.proxy.unfiredFaults.map(\.fault.text)
      }
      return (events, unfired)
    }
  }

  @Test func `a message is dropped, and another one goes twice`() async throws {
    let (events, unfired) = try await run([
      "at message 2: drop-message", "at message 3: duplicate-message", "at upload 1: disconnect",
    ]) { client, server in
      for mark in Self.marks { try await client.send(mark) }
      for expected in [Self.bind, Self.marks[1], Self.marks[1], Self.marks[2]] {
        #expect(try await server.message() == expected)
      }
    }
    // The trace is the client's side: it said all of them once.
    #expect(events.messages.map { $0.head + $0.body } == [Self.bind] + Self.marks)
    #expect(events.notes.count { $0.hasPrefix("injected: ") } == 2, "\(events.notes)")
    #expect(unfired.count == 1)
  }

  @Test func `what is delayed keeps its order, and the other direction goes on`() async throws {
    let (events, _) = try await run(["at message 2: delay milliseconds=300"]) { client, server in
      #expect(try await server.message() == Self.bind)
      for mark in Self.marks { try await client.send(mark) }
      try await server.send(Self.ident)
      #expect(try await client.message() == Self.ident)
      for mark in Self.marks { #expect(try await server.message() == mark) }
    }
    let said = { (direction: WireMessage.Direction) in
      events.messages.filter { $0.direction == direction }.map { $0.head + $0.body }
    }
    #expect(said(.clientToServer) == [Self.bind] + Self.marks)
    #expect(said(.serverToClient) == [Self.ident])
  }

  @Test func `what is delayed arrives though its sender is gone`() async throws {
    _ = try await run(["at message 2: delay milliseconds=200"]) { client, server in
      #expect(try await server.message() == Self.bind)
      for mark in Self.marks { try await client.send(mark) }
      await client.close()
      for mark in Self.marks { #expect(try await server.message() == mark) }
      #expect(await server.next() == .ended)
    }
  }

  @Test(arguments: ["after message 2: disconnect", "at message 2: delay milliseconds=200"])
  func `what a client gets before its end is recorded before it, on its connection`(
    fault: String
  ) async throws {
    let (events, _) = try await run([fault]) { client, server in
      #expect(try await server.message() == Self.bind)
      try await server.send(Self.ident)
      if fault.contains("delay") { await server.close() }
      #expect(try await client.message() == Self.ident)
      #expect(await client.next() == .ended)
    }
    #expect(events.messages.map { $0.head + $0.body } == [Self.bind, Self.ident])
    #expect(events.messages.map(\.connection) == ["c1", "c1"])
    let end = try #require(events.notes.last)
    #expect(end.contains("ended by a fault") || end.contains("closed the connection"), "\(end)")
  }

  @Test func `a client is driven into a reset by an error in the server's place`() async throws {
    let (events, unfired) = try await run(["at message 2: client-reset"]) { client, server in
      #expect(try await server.message() == Self.bind)
      try await server.send(Self.ident)
      let message = String(decoding: try await client.message(), as: UTF8.self)
      #expect(message.hasPrefix("json_error 208 ") || message.hasPrefix("ident 1"), "\(message)")
      if message.hasPrefix("ident") {
        let error = String(decoding: try await client.message(), as: UTF8.self)
        #expect(error.hasPrefix("json_error 208 "), "\(error)")
      }
    }
    #expect(events.errors.map(\.action) == [.clientReset])
    #expect(unfired.isEmpty)
  }

  @Test(arguments: ["after message 1: close-connection code=1009", "at message 9: drop-message"])
  func `a close code that orders a reset is an error of the session, whoever sends it`(
    fault: String
  ) async throws {
    let (events, _) = try await run([fault]) { client, server in
      #expect(try await server.message() == Self.bind)
      if fault.contains("drop") { try await server.send([0x03, 0xF1], .connectionClose) }
      guard case .frame(.connectionClose, _, isFinal: _) = await client.next() else {
        return #expect(Bool(false), "no close frame")
      }
    }
    #expect(events.errors == [.messageTooLarge])
  }

  @Test func `a connection that a fault ends is ended on both sides`() async throws {
    let (events, _) = try await run(["at message 2: disconnect"]) { client, server in
      #expect(try await server.message() == Self.bind)
      try await client.send(Self.marks[0])
      var last = await server.next()
      while last != .ended { last = await server.next() }
      last = await client.next()
      while last != .ended { last = await client.next() }
    }
    #expect(events.notes.contains { $0.contains("injected: ") })
  }

  @Test func `control frames and text pass between messages`() async throws {
    _ = try await run(["at message 9: drop-message"]) { client, server in
      #expect(try await server.message() == Self.bind)
      try await client.send([1, 2], isFinal: false)
      try await client.send([9], .ping)
      try await client.send([3], .continuation)
      try await client.send(Array("text".utf8), .text)
      #expect(await server.next() == .frame(.ping, [9], isFinal: true))
      #expect(await server.next() == .frame(.binary, [1, 2, 3], isFinal: true))
      #expect(await server.next() == .frame(.text, Array("text".utf8), isFinal: true))
    }
  }
}
