// Refusals of the storage layer, while changes are applied or lists copied (Realm Core: `exceptions.cpp`,
// `collection.cpp`, `dictionary.cpp`, `table.cpp`).
extension TriageEntry {
  static let storage: [TriageEntry] = [
    TriageEntry(
      "index-out-of-bounds",
      patterns: [
        "Requested index <index> calling <method> on <place> when max is <limit>",
        "Requested index <index> calling <method> on <place> when empty",
      ],
      cause: """
        The recovery wanted to act (<method>) at position <index> of <place>, which is shorter. The \
        server had shortened the list, and tracked positions collided (docs/rules.md, R6), or the \
        copy of a list of mixed values used wrong ones (R13)
        """,
      dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "`tracetool replay --engine ideal` shows what a recovery without these defects would keep.",
        .planMerge,
      ]),
    TriageEntry(
      "target-object-not-found", patterns: ["Target object not found"],
      cause: """
        A dictionary inside a mixed value was copied with a link to an object that the server does \
        not have (docs/rules.md, R14)
        """,
      dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "`tracetool replay --engine ideal` shows what a recovery without that defect would keep.",
        .planMerge,
      ]),
    TriageEntry(
      "dictionary-refuses-value", patterns: ["Dictionary::insert: <reason>"],
      cause: """
        The server's dictionary does not take what the device put into it: <reason>. Null can also \
        stand for a link whose target is gone
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "rejected-by-storage",
      patterns: [
        "Set nested in Mixed is not supported",
        "Property not a link type",
        "Explicit creation of embedded object not allowed in: ",
        "Links not allowed in asymmetric tables",
        "Ephemeral objects not supported as link target: ",
        "Set of embedded objects not supported: ",
        "Cannot remove table that is target of links: ",
        "Column name too long: ",
      ],
      terms: ["rejectedByStorage"],
      cause: "The storage layer refuses what the unsynced changes do",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
  ]
}
