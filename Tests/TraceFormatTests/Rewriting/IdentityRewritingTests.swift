import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// Replaces nothing.
private struct Identity: EventRewriting {}

@Suite struct IdentityRewritingTests {
  private func rewritten(_ content: Event.Content) throws -> Event.Content {
    let event = Event(
      sequence: 7, timeMicroseconds: -1, session: 3, isSuspect: true, content: content)
    var identity = Identity()
    let rewritten = try event.rewritten(by: &identity)
    #expect(rewritten == event)
    return rewritten.content
  }

  @Test func `Events of every kind stay as they are`() throws {
    for content in SampleEvents.contents + CompleteEvents.contents {
      #expect(try rewritten(content) == content)
    }
  }

  @Test func `The events of all traces of the project stay as they are`() throws {
    var eventCount = 0
    for path in try ProjectFiles.paths(in: "traces", suffix: ".synctrace") {
      let reader = try TraceReader(path: ProjectFiles.path(path))
      while let event = try reader.next() {
        var identity = Identity()
        #expect(try event.rewritten(by: &identity) == event)
        eventCount += 1
      }
    }
    #expect(eventCount > 100)
  }

  @Test(arguments: Captures.names)
  func `The messages of captures stay as they are`(name: String) throws {
    let messages = try Captures.directedMessages(of: name)
    #expect(!messages.isEmpty)
    for (direction, bytes) in messages {
      let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
      let message = WireMessage(
        direction: direction, connection: "c", syncKind: .partition, head: Array(bytes[...end]),
        body: Array(bytes[(end + 1)...]))
      #expect(try rewritten(.message(message)) == .message(message))
    }
  }

  @Test(arguments: ProtocolMessage.Kind.allCases, SyncKind.allCases)
  func `Invented messages stay as they are, compressed ones too`(
    kind: ProtocolMessage.Kind, syncKind: SyncKind
  ) throws {
    var messages = RandomMessages(seed: TestSeed.value)
    for _ in 0..<50 {
      let (message, direction) = messages.next(kind, syncKind)
      let wire = try WireMessage(encoding: message, direction: direction, syncKind: syncKind)
      #expect(try rewritten(.message(wire)) == .message(wire), "\(TestSeed.hint)")
    }
  }

  @Test(arguments: ["-NaN", "nan", "0.250", "1e400", "inf"])
  func `An estimate stays as the server wrote it`(estimate: String) throws {
    let message = WireMessage(
      .serverToClient, "download 1 5 4 6 8 9 3 2 1 \(estimate) 0 77 0\n", .flexible)
    #expect(try rewritten(.message(message)) == .message(message))
  }

  @Test(arguments: Vectors.resetFiles)
  func `Every changeset of the vectors stays as it is`(name: String) throws {
    let changesets = try Vectors.changesets(of: name)
    #expect(changesets.count > 3)
    for changeset in changesets {
      let content = Event.Content.localCommit(
        LocalCommit(clientVersion: 1, changeset: changeset.bytes))
      #expect(try rewritten(content) == content)
    }
  }
}
