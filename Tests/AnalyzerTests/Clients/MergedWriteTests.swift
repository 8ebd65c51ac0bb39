import Replayer
import Testing
import TraceFormat

@testable import Analyzer

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
}
