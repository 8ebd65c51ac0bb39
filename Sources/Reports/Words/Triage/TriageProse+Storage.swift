internal import Analyzer

extension TriageProse {
  static let storage = [
    TriageProse(
      "index-out-of-bounds",
      cause: """
        The recovery wanted to act (<method>) at position <index> of <place>, which is shorter. The \
        server had shortened the list, and tracked positions collided (docs/rules.md, R6), or the \
        copy of a list of mixed values used wrong ones (R13)
        """, dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "`tracetool replay --engine ideal` shows what a recovery without these defects would keep.",
        .planMerge,
      ]),
    TriageProse(
      "nested-too-deep",
      cause: """
        A mixed value holds lists and dictionaries in each other more than 100 levels deep, which is as \
        deep as the storage layer nests them
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageProse(
      "target-object-not-found",
      cause: """
        A dictionary inside a mixed value was copied with a link to an object that the server does \
        not have (docs/rules.md, R14)
        """, dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "`tracetool replay --engine ideal` shows what a recovery without that defect would keep.",
        .planMerge,
      ]),
    TriageProse(
      "dictionary-refuses-value",
      cause: """
        The server's dictionary does not take what the device put into it: <reason>. Null can also \
        stand for a link whose target is gone
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "rejected-by-storage", cause: "The storage layer refuses what the unsynced changes do",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
  ]
}
