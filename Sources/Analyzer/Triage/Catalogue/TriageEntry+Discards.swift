// What a recovery drops or overwrites on its way, and still calls itself successful. The identifiers are
// those of the rules (`docs/rules.md`); Realm Core warns of some (`sync/noinst/client_reset_recovery.cpp`).
extension TriageEntry {
  static let discards: [TriageEntry] = warnings + silent

  private static let warnings: [TriageEntry] = [
    TriageEntry(
      "object-gone", patterns: ["Cannot recover '<instruction>' which operates on a deleted object"]
    ),
    TriageEntry(
      "embedded-object-gone",
      patterns: [
        """
        Discarding a local <instruction> made to an embedded object which no longer exists along \
        path '<place>'
        """
      ]),
    TriageEntry(
      "dictionary-key-gone",
      patterns: [
        """
        Discarding a local <instruction> because the key '<key>' does not exist in a dictionary \
        along path '<place>'
        """
      ]),
    TriageEntry(
      "collection-gone", .wrapper,
      patterns: [
        """
        Discarding a local <instruction> made to a collection which no longer exists along path. \
        Error: <inner>
        """
      ], isDeciding: true),
    TriageEntry(
      "list-link-target-gone",
      patterns: [
        "Discarding an update which links to a deleted object",
        "Discarding ArrayInsert which links to a deleted object",
      ]),
    TriageEntry(
      "set-link-target-gone", patterns: ["Discarding a SetInsert which links to a deleted object"]),
    TriageEntry(
      "list-copy-not-resolved",
      patterns: [
        """
        Discarding a list recovery made to an object which could not be resolved. \
        remote_path='<place>'
        """
      ]),
    TriageEntry(
      "list-copied-whole",
      patterns: ["Recovery overwrites list for '<place>' size: <count> -> <limit>"]),
  ]

  /// What no log tells.
  private static let silent: [TriageEntry] = [
    TriageEntry("update-link-target-gone"),
    TriageEntry("add-integer-not-an-integer"),
    TriageEntry("list-already-copied"),
    TriageEntry("create-existing-object"),
    TriageEntry("erase-missing-object"),
    TriageEntry("dictionary-erase-missing"),
    TriageEntry("set-erase-missing"),
  ]
}
