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
        "<instruction> from out of bounds (<index> >= <limit>)",
        "<instruction> to out of bounds (<index> >= <limit>)",
      ]),
    TriageEntry(
      "list-size-differs",
      patterns: ["<instruction>: Invalid prior_size (list size = <count>, prior_size = <limit>)"]),
    TriageEntry(
      "list-size-differs", variant: "quoted",
      // As people quote it, without the sizes.
      patterns: ["<instruction>: Invalid prior_size"]),
    TriageEntry(
      "list-size-differs", variant: "merge",
      patterns: [
        "Merge error: left.prior_size == right.prior_size",
        "Exception: left.prior_size == right.prior_size",
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
      ]),
    TriageEntry(
      "object-missing", patterns: ["<instruction>: No such object: '<object>' in class '<class>'"]),
  ]
}
