// What a recovery can't do (`docs/rules.md`, "Recovery"; Realm Core:
// `sync/noinst/client_reset_recovery.cpp`).
extension TriageEntry {
  static let recovery: [TriageEntry] = [
    TriageEntry(
      "recovery-failed", .wrapper,
      patterns: [
        "Unable to automatically recover local changes during client reset: '<inner>'"
      ], terms: ["unrecoverable"]),
    TriageEntry(
      "class-added-differently", .wrapper,
      patterns: [
        """
        While recovering from a client reset, an AddTable instruction for '<class>' could not be \
        applied: '<inner>'
        """
      ]),
    TriageEntry(
      "class-differs",
      patterns: [
        "AddTable: The existing table '<class>' has different properties",
        "AddTable: The existing table '<class>' is not embedded",
      ]),
    TriageEntry(
      "property-added-differently", .wrapper,
      patterns: [
        """
        While recovering during client reset, an AddColumn instruction could not be applied: '<inner>'
        """
      ]),
    TriageEntry(
      "property-differs",
      patterns: ["AddColumn: Schema mismatch for existing column in '<place>' (<reason>)"]),
    TriageEntry(
      "property-target-missing",
      patterns: ["AddColumn(Link) '<place>' to table '<class>' which doesn't exist"]),
    TriageEntry(
      "dictionary-keys-not-text",
      patterns: ["AddColumn '<place>' adding dictionary column with non-string keys"]),
    TriageEntry(
      "class-erased-on-device",
      patterns: ["Types cannot be erased during client reset recovery: '<class>'"]),
    TriageEntry(
      "property-erased-on-device",
      patterns: ["Properties cannot be erased during client reset recovery"]),
    TriageEntry(
      "property-gone", patterns: ["<instruction>: No such field: '<property>' in class '<class>'"]),
    TriageEntry(
      "path-leads-elsewhere",
      patterns: [
        "Invalid path for <instruction> (<place>)",
        "<instruction>: Reference through non-embedded link in field '<place>'",
        "<instruction>: Reference through non-embedded link at '<place>'",
        "<instruction>: Resolving path through unstructured field '<place>' of type",
        "<instruction>: Resolving path through unstructured list element on '<place>'",
        "<instruction>: List index is not an integer on field '<place>' in class",
        "<instruction>: Dictionary key is not a string on field '<place>' in class",
        "<instruction>: Not a list or dictionary on field '<place>' in class",
      ]),
  ]
}
