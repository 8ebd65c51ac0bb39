import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Replayer

/// What became of a write that a merge dropped.
@Suite struct MergedWriteTests {
  private static let foo = PayloadValue.value(.string("foo"))
  private static let bar = PayloadValue.value(.string("bar"))

  @Test(
    arguments: [
      (.setErases, .removeMember(foo), .removeMember(foo), .redundant),
      // Which of two values goes is decided by where they lie in their changesets.
      (.setErases, .removeMember(foo), .removeMember(bar), .conflicted),
      (.updates, .set(to: foo, isDefault: false), .set(to: foo, isDefault: true), .redundant),
      (.updates, .set(to: foo, isDefault: false), .set(to: bar, isDefault: false), .conflicted),
      (.setEraseClear, .removeMember(foo), .clear, .redundant),
      (.setInsertClear, .addMember(foo), .clear, .conflicted),
      (.insideErasedObject, .set(to: foo, isDefault: false), .delete, .lost),
      (.insideErasedObject, .removeEntry, .delete, .redundant),
      (.insideErasedTable, .delete, .removeClass, .redundant),
      (.eraseObjectCreateObject, .create, .delete, .lost),
    ] as [(MergeRule, WriteOperation, WriteOperation, Fate)])
  func `a write is dropped without loss where its effect is there all the same`(
    rule: MergeRule, lost: WriteOperation, other: WriteOperation, fate: Fate
  ) {
    #expect(rule.fate(ofLosing: lost, to: other) == fate)
  }

  @Test(
    arguments: [
      ([1, 2], [1], [2, 1], .conflicted), ([2, 1], [1], [1, 1], .redundant),
      ([1], [1, 2], [1, 2], .conflicted), ([1], [2, 1], [1, 1], .redundant),
    ] as [([Int64], [Int64], [Int64], Fate)])
  func `only the last value that a transaction sets at a place counts`(
    ours: [Int64], theirs: [Int64], values: [Int64], fate: Fate
  ) throws {
    func entry(_ values: [Int64], _ file: UInt64) -> HistoryEntry {
      let changeset = Changeset.build { builder in
        for value in values { builder.update(LocationValue("C", .int(1), "p"), to: .int(value)) }
      }
      return HistoryEntry(
        changeset, version: 1, originTimestamp: file, originFileIdent: file == 1 ? 0 : file)
    }
    var history = ReciprocalHistory(localFileIdent: 1)
    history.append(entry(ours, 1))
    let merge = MergeOccurrence(
      sequence: 9, timeMicroseconds: 9,
      mergedAway: try history.integrate([entry(theirs, 2)]).mergedAway)
    var met = MetChangesets([1: entry(ours, 1).changeset])
    let writes = merge.mergedAway.compactMap { MergedWrite($0, in: merge, &met, fileIdent: 1) }
    #expect(writes.count == 1 && writes.first?.fate == fate)
    let operations: [WriteOperation?] = values.map {
      .set(to: .value(.int($0)), isDefault: false)
    }
    #expect([writes.first?.lost, writes.first?.other].map { $0?.write?.operation } == operations)
  }
}
