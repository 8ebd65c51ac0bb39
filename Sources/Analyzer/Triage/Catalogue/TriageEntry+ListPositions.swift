extension TriageEntry {
  /// List positions that lead nowhere, at worst because the engine lost count itself.
  static let listPositions: [TriageEntry] = [
    TriageEntry(
      "list-position-lost",
      patterns: [
        "<instruction>: Index out of bounds (<index> > <limit>)",
        "<instruction>: Index out of bounds (<index> >= <limit>)",
        "<instruction>: Invalid insertion index (index = <index>, prior_size = <limit>)",
        "<instruction>: Invalid index (index = <index>, prior_size = <limit>)",
        "<instruction>: Invalid prior_size (list size = <limit>, prior_size = <index>)",
        "<instruction> from out of bounds (<index> >= <limit>)",
        "<instruction> to out of bounds (<index> >= <limit>)",
      ],
      cause: """
        The recovery wanted to act at position <index> of a list (<instruction>), and the limit was \
        <limit>. Mostly it had dropped an insertion whose link target is gone, and did not count it \
        (docs/rules.md, R5 and R11)
        """,
      dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "`tracetool replay --engine ideal` shows what a recovery without that defect would keep.",
        .planMerge,
      ]),
    TriageEntry(
      "list-element-gone",
      patterns: [
        "<instruction>: Out-of-bounds index through list at '<place>'",
        "<instruction>: Out-of-bounds index '<index>' through list along path '<place>'",
        "<instruction>: Unmatched key '<key>' through dictionary along path '<place>'",
        "<instruction>: Unmatched key through dictionary at '<place>'",
        "<instruction>: Reference through NULL embedded link",
        "<instruction> to same location (",
        "Clear: Key '<key>' not found",
        "Clear: Not a List", "Clear: Not a Dictionary", "Clear: Not a Set",
      ],
      cause: """
        The path of an unsynced change leads through an element that the recovery had inserted, and \
        there to something that is not there
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageEntry(
      "object-missing",
      patterns: ["<instruction>: No such object: '<object>' in class '<class>'"],
      cause: "An instruction is about object `<object>` of class `<class>`, which is not there",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
  ]
}
