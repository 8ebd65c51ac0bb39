// Refusals of the storage layer, while changes are applied or lists copied (Realm Core: `exceptions.cpp`,
// `collection.cpp`, `collection_parent.cpp`, `dictionary.cpp`, `table.cpp`).
extension TriageEntry {
  static let storage: [TriageEntry] = [
    TriageEntry(
      "index-out-of-bounds",
      patterns: [
        "Requested index <index> calling <method> on <place> when max is <limit>",
        "Requested index <index> calling <method> on <place> when empty",
      ]),
    TriageEntry("nested-too-deep", patterns: ["Max nesting level reached"]),
    TriageEntry("target-object-not-found", patterns: ["Target object not found"]),
    TriageEntry("dictionary-refuses-value", patterns: ["Dictionary::insert: <reason>"]),
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
      ], terms: ["rejectedByStorage"]),
  ]
}
