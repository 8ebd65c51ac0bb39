import TestSupport
import Testing
import TraceFormat

@testable import Replayer

@Suite struct ReciprocalHistoryTests {
  private func entry(
    _ version: UInt64, base: UInt64 = 0, time: UInt64 = 10, ident: UInt64, _ changeset: Changeset
  ) -> HistoryEntry {
    HistoryEntry(
      changeset, version: version, lastIntegratedRemoteVersion: base, originTimestamp: time,
      originFileIdent: ident)
  }

  private func history(_ changesets: Changeset..., time: UInt64 = 10) -> ReciprocalHistory {
    var history = ReciprocalHistory(localFileIdent: 1)
    for (index, changeset) in changesets.enumerated() {
      history.append(entry(UInt64(index + 1), time: time, ident: 0, changeset))
    }
    return history
  }

  private let map = LocationValue("C", .int(1), "map")

  private func key(_ key: PathStep, _ value: Int64) -> Changeset {
    .build { $0.update(LocationValue("C", .int(1), "map", [key]), to: .int(value)) }
  }

  @Test func `two moves of one element at one time: the file decides`() throws {
    var history = history(Edit.move(7, 2, 8))
    let merged = try history.integrate([entry(1, ident: 2, Edit.move(7, 0, 8))]).changesets
    #expect(history.entries.map(\.changeset.texts) == [[]])
    #expect(merged.map(\.changeset.texts) == [["ArrayMove C[1].list[2] to [0] (prior size 8)"]])
  }

  @Test func `updates follow their elements, or go with them`() throws {
    var history = history(Edit.set(2, 3, 4), Edit.set(0, 3, 5))
    _ = try history.integrate([entry(1, ident: 2, Edit.erase(0, 3))])
    #expect(
      history.entries.map(\.changeset.texts) == [["Update C[1].list[1] = 4 (prior size 2)"], []])
  }

  @Test func `each base is merged with what is above it, as the merge before has left it`() throws {
    var history = history(Edit.set(2, 3, 4), time: 5)
    history.append(entry(2, time: 10, ident: 0, key("key", 42)))
    let first = Changeset.build {
      $0.arrayErase(Edit.element(0), priorSize: 3)
      $0.update(LocationValue("C", .int(1), "map", ["key2"]), to: .int(0))
      $0.clear(map, .dictionary)
    }
    let merged = try history.integrate([
      entry(1, base: 0, time: 8, ident: 2, first),
      entry(2, base: 1, time: 9, ident: 2, key("key", -6)),
    ]).changesets
    #expect(
      history.entries.map(\.changeset.texts) == [["Update C[1].list[1] = 4 (prior size 2)"], []])
    #expect(
      merged.map(\.changeset.instructions.count) == [3, 1], "the later one was emptied before")
  }

  @Test func `what is known to the other side is not merged`() throws {
    var history = history(key("a", 1), key("a", 2), time: 99)
    let incoming = entry(1, base: 2, ident: 2, key("a", 3))
    let merged = try history.integrate([incoming]).changesets
    #expect(merged[0].changeset.instructions.count == 1 && !merged[0].isModified)
    #expect(history.entries.map(\.changeset.instructions.count) == [1, 1])
    history.trim(through: 1)
    #expect(history.entries.map(\.version) == [2])
    #expect(
      try history.integrate([entry(2, base: 1, ident: 2, key("a", 3))]).changesets[0].changeset
        .texts == [])
  }

  @Test func `a failure leaves the history as it was`() throws {
    var history = history(key("a", 1), Edit.set(0, 3))
    let incoming = [
      entry(1, base: 0, time: 20, ident: 2, key("a", 2)),
      entry(2, base: 1, time: 20, ident: 2, Edit.set(0, 4)),
    ]
    #expect(throws: MergeFailure.self) { try history.integrate(incoming) }
    #expect(history.entries.map(\.changeset.instructions.count) == [1, 1])
  }

  @Test func `changes without instructions are passed over`() throws {
    var history = history(Changeset(), key("a", 1))
    #expect(history.entries.map(\.version) == [2])
    #expect(try history.integrate([]).changesets.isEmpty)
  }
}
