import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import RecordingProxy

/// What each fault makes of a message, byte for byte.
@Suite struct WireMessageFaultTests {
  @Test(arguments: Captures.names)
  func `Without a fault every message goes on as it came`(capture: String) throws {
    let trial = try WireTrial([], capture: capture)
    #expect(trial.verdicts.allSatisfy { $0.actions == [.pass] && $0.notes.isEmpty })
    #expect(trial.verdicts.count > 10)
    #expect(!trial.faults.needsMessages)
  }

  /// The first upload is message 9 of the capture, and the client's next one is message 11.
  private static let capture = "ClientReset_LocalChangesWhenOffline"
  private static func message(_ number: Int) throws -> WireTrial.Directed {
    try Captures.directedMessages(of: capture)[number - 1]
  }

  @Test(
    arguments: [
      ("at upload 1: drop-message", []),
      ("at upload 1: delay milliseconds=250", [.delay(milliseconds: 250, .clientToServer), .pass]),
      (
        "after upload 1: delay milliseconds=250",
        [.pass, .delay(milliseconds: 250, .clientToServer)]
      ),
      ("at upload 1: disconnect", [.close(WireClose(code: nil))]),
      ("before upload 1: disconnect", [.close(WireClose(code: nil))]),
      ("after upload 1: disconnect", [.pass, .close(WireClose(code: nil))]),
      ("at message 9: close-connection", [.close(WireClose(code: 1011))]),
      (
        "after upload 1: close-connection code=4001 reason=\"no token\"",
        [.pass, .close(WireClose(code: 4001, reason: "no token"))]
      ),
      (
        "at upload 1: message-too-large",
        [.close(WireClose(code: 1009, reason: "message too large"))]
      ),
    ] as [(String, [WireAction])])
  func `A fault does this with the message and with no other`(
    fault: String, actions: [WireAction]
  ) throws {
    let trial = try WireTrial([fault], capture: Self.capture)
    #expect(trial.verdicts[8].actions == actions)
    #expect(trial.verdicts[8].notes.count == 1)
    #expect(trial.verdicts[..<8].allSatisfy { $0.actions == [.pass] })
    // Nothing goes on behind the end of a connection.
    let isClosed = actions.contains { if case .close = $0 { true } else { false } }
    #expect(trial.verdicts[9...].allSatisfy { $0.actions == (isClosed ? [] : [.pass]) })
    #expect(trial.faults.unfired.isEmpty)
  }

  @Test func `A message arrives twice`() throws {
    let trial = try WireTrial(["at download 2: duplicate-message"], capture: Self.capture)
    let download = try Self.message(10)
    #expect(trial.verdicts[9].actions == [.pass, .send(download.bytes, .serverToClient)])
    #expect(
      trial.notes == [
        "injected: `at download 2: duplicate-message`: the server's "
          + "`download 1 1 4 1 3268046404078734921 4 0 0 0 0 0` was sent twice"
      ])
  }

  @Test func `A message arrives behind the next one of its session and direction`() throws {
    let trial = try WireTrial(["at upload 1: reorder-messages"], capture: Self.capture)
    let (upload, next) = (try Self.message(9), try Self.message(11))
    #expect(trial.verdicts[8].actions == [])
    #expect(trial.verdicts[9].actions == [.pass])
    #expect(trial.verdicts[10].actions == [.pass, .send(upload.bytes, .clientToServer)])
    #expect(trial.got(.clientToServer)[3...4] == [next.bytes, upload.bytes])
    #expect(trial.noteNumbers == [9, 11])
  }

  @Test func `Messages that wait for each other arrive the other way round`() throws {
    var trial = try WireTrial(["at message 2: reorder-messages", "at message 3: reorder-messages"])
    trial.client("bind 1 4 0 1 0\npath")
    trial.client("mark 1 1\n")
    trial.client("mark 1 2\n")
    trial.client("mark 2 1\n")
    trial.client("mark 1 3\n")
    #expect(
      trial.texts(.clientToServer).dropFirst() == [
        "mark 2 1\n", "mark 1 3\n", "mark 1 2\n", "mark 1 1\n",
      ])
  }

  @Test func `A message that nothing follows never arrives, and that is told`() throws {
    var trial = try WireTrial(["at message 2: reorder-messages"])
    trial.client("bind 1 4 0 1 0\npath")
    trial.client("mark 1 1\n")
    #expect(trial.faults.needsMessages)
    let notes = trial.faults.connectionEnded("c1")
    #expect(
      notes == [
        "injected: `at message 2: reorder-messages`: the client's `mark 1 1` never arrived, "
          + "because none followed it"
      ])
    #expect(!trial.faults.needsMessages)
    let again = trial.faults.connectionEnded("c1")
    #expect(again.isEmpty)
  }

  @Test(arguments: Captures.names, [0, 1, 2] as [UInt64])
  func `A message that ends early or has no type is understood by nobody`(
    capture: String, seed: UInt64
  ) throws {
    for (index, message) in try Captures.directedMessages(of: capture).enumerated() {
      #expect(message.bytes.meaning(message.direction) != nil)
      for fault in ["truncate-message", "corrupt-message"] {
        var trial = try WireTrial(["at message 1: \(fault)"], seed: seed &+ UInt64(index))
        trial.take(message)
        let bytes = try #require(trial.sent.first?.bytes)
        #expect(bytes.meaning(message.direction) == nil)
        if fault == "truncate-message" {
          #expect(message.bytes.starts(with: bytes) && bytes.count < message.bytes.count)
        } else {
          #expect(zip(bytes, message.bytes).count { $0 != $1 } == 1)
          #expect(bytes.count == message.bytes.count)
        }
      }
    }
  }

  @Test(arguments: Captures.names)
  func `A changeset that cannot be read is the only thing that is wrong with its message`(
    capture: String
  ) throws {
    var foundCount = 0
    for (index, message) in try Captures.directedMessages(of: capture).enumerated() {
      let old = try #require(message.bytes.meaning(message.direction)).changesets
      var trial = try WireTrial(["at message 1: corrupt-changeset"], seed: UInt64(index))
      trial.take(message)
      guard old.contains(where: { !$0.changeset.isEmpty }) else {
        #expect(trial.faults.unfired.map(\.reason) == [.noChangeset])
        #expect(trial.actions == [.pass])
        continue
      }
      foundCount += 1
      let bytes = try #require(trial.sent.first?.bytes)
      let new = try #require(bytes.meaning(message.direction)).changesets
      #expect(zip(old, new).count { $0.changeset != $1.changeset } == 1)
      for (old, new) in zip(old, new) where old.changeset != new.changeset {
        #expect(throws: DecodingFailure.self) { try Changeset(decoding: new.changeset) }
        let effect = WireEffect.changesetCorrupted(
          WireArrival(message.bytes, message.direction, .partition).name, version: old.version)
        #expect(trial.notes == ["injected: `at message 1: corrupt-changeset`: \(effect.words)"])
      }
      guard !Self.isCompressed(message) else { continue }
      #expect(bytes.count == message.bytes.count)
      #expect(zip(bytes, message.bytes).count { $0 != $1 } == 1)
    }
    #expect(foundCount > 0)
  }

  private static func isCompressed(_ message: WireTrial.Directed) -> Bool {
    switch message.bytes.meaning(message.direction) {
    case .upload(let upload): upload.bodySize.isCompressed
    case .download(let download): download.bodySize.isCompressed
    default: false
    }
  }

  @Test func `A compressed body is sent plain where a changeset in it is spoilt`() throws {
    let body = Array("4 0 375150759833 0 3 \u{0}\u{1}\u{2}".utf8)
    let stored = Self.stored(body)
    var trial = try WireTrial(["at upload 1: corrupt-changeset"])
    trial.client("bind 1 4 0 1 0\npath")
    trial.take(
      (.clientToServer, Array("upload 1 1 \(body.count) \(stored.count) 4 0 0\n".utf8) + stored))
    let upload = Array("upload 1 0 \(body.count) 0 4 0 0\n".utf8) + body.dropLast(3) + [0x3E, 1, 2]
    #expect(trial.actions == [.send(upload, .clientToServer)])
  }

  /// A zlib stream of one block that is not compressed (RFC 1950, RFC 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    let size = UInt16(bytes.count)
    let sizes = [size, ~size].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let checksum = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (b << 16 | a) >> $0) }
    return [0x78, 0x01, 0x01] + sizes + bytes + checksum
  }

  @Test func `An empty message cannot be spoilt`() throws {
    var trial = try WireTrial(["at message 1: truncate-message", "at message 1: corrupt-message"])
    trial.client("")
    #expect(trial.actions == [.pass])
    #expect(trial.faults.unfired.map(\.reason) == [.emptyMessage, .emptyMessage])
  }

  @Test func `The seed decides what a plan leaves open, and nothing else does`() throws {
    let plan = ["at upload 1: truncate-message", "at download 3: corrupt-changeset"]
    func actions(_ seed: UInt64) throws -> [[WireAction]] {
      try WireTrial(plan, capture: "Sync_Replication", seed: seed).verdicts.map(\.actions)
    }
    let runs = try (0..<6).map { try actions($0) }
    for seed in runs.indices { #expect(try actions(UInt64(seed)) == runs[seed]) }
    #expect(Set(runs).count > 1)
  }
}
