import TestSupport
import Testing
import TraceFormat

@testable import Scrubbing

/// Whatever a trace holds, it is scrubbed, and what could be read can be read.
@Suite struct HostileTests {
  private func scrubbed(_ changeset: [UInt8]) throws -> [UInt8] {
    let event = Event(
      sequence: 0, timeMicroseconds: 1, session: 1,
      content: .localCommit(LocalCommit(clientVersion: 3, changeset: changeset)))
    let trial = try ScrubTrial([event], ScrubOptions(names: .replace))
    guard case .localCommit(let commit) = trial.scrubbed[0].content else { return changeset }
    return commit.changeset
  }

  private func check(_ changeset: [UInt8]) throws {
    let new = try scrubbed(changeset)
    let (before, after) = (try? Changeset(decoding: changeset), try? Changeset(decoding: new))
    #expect((before == nil) == (after == nil))
    #expect(before?.instructions.count == after?.instructions.count)
  }

  @Test func `Every prefix of a changeset is scrubbed`() throws {
    for size in EveryInstruction.bytes.indices { try check(Array(EveryInstruction.bytes[..<size])) }
  }

  @Test(.slow) func `Every changeset with a flipped bit is scrubbed`() throws {
    for index in EveryInstruction.bytes.indices {
      for bit in 0..<8 {
        var bytes = EveryInstruction.bytes
        bytes[index] ^= 1 << bit
        try check(bytes)
      }
    }
  }

  @Test func `Messages that nobody can read stay so, and nothing of them stays`() throws {
    for message in CompleteEvents.messages {
      for size in [0, 1, message.head.count / 2, message.head.count - 1] {
        var cut = message
        cut.head = Array(message.head.prefix(size)) + Array("!".utf8)
        let event = Event(
          sequence: 0, timeMicroseconds: 1, session: 1, content: .message(cut))
        let trial = try ScrubTrial([event])
        guard case .message(let new) = trial.scrubbed[0].content else { continue }
        #expect(((try? cut.parsed()) == nil) == ((try? new.parsed()) == nil))
      }
    }
  }

  @Test func `Nothing in a scrubbed trace is taken for a secret`() throws {
    let trial = try ScrubTrial(ScrubSources.capture("bind-with-token", in: "hostile"))
    var redactor = SecretRedactor()
    for event in trial.scrubbed { _ = redactor.redacted(event) }
    #expect(trial.scrubbed.count > 50 && redactor.counts.total == 0)
  }

  @Test func `Names that are not UTF-8 and extreme numbers are scrubbed`() throws {
    let name = RealmString([0xFF, 0xFE, 0x41])
    let place = LocationValue(name, .int(.min), name)
    let changeset = Changeset.build {
      $0.addTable(name, kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      $0.addColumn(name, name, type: .int, isNullable: false)
      $0.createObject(name, .int(.min))
      for number in [Int64.min, .max, -1] { $0.update(place, to: .int(number)) }
      $0.addInteger(place, .max)
    }
    try check(changeset.encoded())
    let numbers: [UInt64] = [0, 1, 2_000, 9_999, 10_000, 1 << 62, .max - 1, .max]
    let events = numbers.enumerated().map {
      Event(
        sequence: UInt64($0.offset), timeMicroseconds: .max, session: 1,
        content: .localCommit(
          LocalCommit(
            clientVersion: $0.element, changeset: [], lastIntegratedServerVersion: $0.element,
            originTimestampMilliseconds: $0.element)))
    }
    let trial = try ScrubTrial(events, ScrubOptions(shiftsTimes: true))
    let versions = trial.scrubbed.compactMap { event -> UInt64? in
      if case .localCommit(let commit) = event.content { commit.clientVersion } else { nil }
    }
    #expect(versions == versions.sorted() && Set(versions).count == numbers.count)
    #expect(versions.last == .max && Array(versions.prefix(3)) == [0, 1, 2_000])
  }
}
