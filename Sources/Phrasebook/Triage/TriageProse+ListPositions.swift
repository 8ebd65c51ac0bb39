internal import Analyzer

extension TriageProse {
  static let listPositions = [
    TriageProse(
      "list-position-lost",
      cause: """
        The recovery wanted to act at position <index> of a list (<instruction>), and the limit was \
        <limit>. Mostly it had dropped an insertion whose link target is gone, and did not count it \
        (docs/rules.md, R5 and R11)
        """, dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "`tracetool replay --engine ideal` shows what a recovery without that defect would keep.",
        .planMerge,
      ]),
    TriageProse(
      "list-element-gone",
      cause: """
        The path of an unsynced change leads through an element that the recovery had inserted, and \
        there to something that is not there
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageProse(
      "object-missing",
      cause: "An instruction is about object `<object>` of class `<class>`, which is not there",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
  ]
}
