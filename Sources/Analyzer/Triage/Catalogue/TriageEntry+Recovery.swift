// What a recovery can't do (`docs/rules.md`, "Recovery"; Realm Core:
// `sync/noinst/client_reset_recovery.cpp`).
extension TriageEntry {
  static let recovery: [TriageEntry] = [
    TriageEntry(
      "recovery-failed", .wrapper,
      patterns: [
        "Unable to automatically recover local changes during client reset: '<inner>'"
      ],
      terms: ["unrecoverable"],
      cause: """
        An unsynced change can't be applied to the server's state; one such change fails the \
        recovery of all
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageEntry(
      "class-added-differently", .wrapper,
      patterns: [
        """
        While recovering from a client reset, an AddTable instruction for '<class>' could not be \
        applied: '<inner>'
        """
      ],
      cause: "The device added class `<class>`, and the server has another of that name",
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "class-differs",
      patterns: [
        "AddTable: The existing table '<class>' has different properties",
        "AddTable: The existing table '<class>' is not embedded",
      ],
      cause: """
        The device added class `<class>`, and the server has one of that name with another primary \
        key, or of another kind (embedded, asymmetric)
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "property-added-differently", .wrapper,
      patterns: [
        """
        While recovering during client reset, an AddColumn instruction could not be applied: '<inner>'
        """
      ],
      cause: "The device added a property that does not fit the server's schema",
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "property-differs",
      patterns: ["AddColumn: Schema mismatch for existing column in '<place>' (<reason>)"],
      cause: """
        The device added `<place>`, and the server has a property of that name that differs: <reason>
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "property-target-missing",
      patterns: ["AddColumn(Link) '<place>' to table '<class>' which doesn't exist"],
      cause: """
        The device added the property `<place>`, which links to class `<class>`, and the server does \
        not have that class
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "dictionary-keys-not-text",
      patterns: ["AddColumn '<place>' adding dictionary column with non-string keys"],
      cause: "The device added the dictionary `<place>` with keys that are no text",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageEntry(
      "class-erased-on-device",
      patterns: ["Types cannot be erased during client reset recovery: '<class>'"],
      cause: "The unsynced changes remove class `<class>`, and a recovery can't do that",
      dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "Discarding goes through; what it drops includes the removal of the class.", .planMerge,
      ]),
    TriageEntry(
      "property-erased-on-device",
      patterns: ["Properties cannot be erased during client reset recovery"],
      cause: """
        The unsynced changes remove a property, even if only one that they had added, and a recovery \
        can't do that
        """,
      dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "Discarding goes through; what it drops includes the removal of the property.", .planMerge,
      ]),
    TriageEntry(
      "property-gone",
      patterns: ["<instruction>: No such field: '<property>' in class '<class>'"],
      cause: """
        The device changed `<property>` of class `<class>` (<instruction>), and the server has \
        removed that property
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
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
      ],
      cause: """
        An unsynced <instruction> leads through, or to, something of another kind on the server \
        (`<place>`): a property that became a collection, a link or a plain value
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
  ]
}
