import RealmModel
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// What a replay keeps of a trace is counted against what the trace may take.
@Suite struct ReplayMemoryTests {
  private func replay(_ contents: [Event.Content], memory: Int) throws -> Replay {
    let bytes = try TraceFiles.trace(of: contents)
    let limit = MemoryLimit(totalBytes: memory)
    return try Replay(reading: TraceReader(MemorySource(bytes), memory: limit))
  }

  private var state: [UInt8] {
    var builder = ChangesetBuilder()
    builder.addTable("a", primaryKey: "_id", type: .int)
    builder.createObject("a", .int(1))
    return builder.changeset.encoded()
  }

  @Test func `a snapshot of changesets without instructions costs nothing`() throws {
    let empty = [[UInt8]](repeating: [], count: 100_000)
    let with = try replay(
      [.snapshot(Snapshot(role: .local, changesets: empty + [state] + empty))], memory: 4 << 20)
    let without = try replay(
      [.snapshot(Snapshot(role: .local, changesets: [state]))], memory: 4 << 20)
    let states = try [with, without].map { try $0.state(of: .client, at: nil, session: nil).state }
    #expect(states[0].canonicalJSON == states[1].canonicalJSON)
  }

  @Test func `records without contents are counted`() {
    let commits = (0..<2_000).map {
      Event.Content.localCommit(LocalCommit(clientVersion: $0, changeset: []))
    }
    #expect(throws: Never.self) { try replay(commits, memory: 8 << 20) }
    let failure = #expect(throws: DecodingFailure.self) { try replay(commits, memory: 1 << 20) }
    #expect(failure?.memoryDemand != nil)
    #expect(failure?.path.first?.hasPrefix("record ") == true)
  }

  @Test func `instructions are counted, in every event that carries some`() throws {
    var builder = ChangesetBuilder()
    for number in 0..<5_000 { builder.createObject("a", .int(Int64(number))) }
    let changeset = builder.changeset.encoded()
    for content: Event.Content in [
      .localCommit(LocalCommit(clientVersion: 2, changeset: changeset)),
      .serverCommit(ServerCommit(serverVersion: 2, changeset: changeset)),
      .snapshot(Snapshot(role: .local, changesets: [changeset])),
    ] {
      #expect(throws: Never.self) { try replay([content], memory: 8 << 20) }
      let failure = #expect(throws: DecodingFailure.self) { try replay([content], memory: 1 << 20) }
      #expect(failure?.memoryDemand != nil)
    }
  }
}
