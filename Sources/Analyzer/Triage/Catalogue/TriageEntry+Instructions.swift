// Instructions that do not fit the server's schema or state (Realm Core: `BadChangesetError` of
// `sync/instruction_applier.cpp`).
extension TriageEntry {
  static let instructions: [TriageEntry] = misfits + listPositions

  private static let misfits: [TriageEntry] = [
    TriageEntry(
      "bad-changeset", .suffix,
      patterns: [
        """
        <inner> (instruction target: <target>, version: <version>, last_integrated_remote_version: \
        <remote>, origin_file_ident: <ident>, timestamp: <time>)
        """,
        """
        <inner> (instruction table: <target>, version: <version>, last_integrated_remote_version: \
        <remote>, origin_file_ident: <ident>, timestamp: <time>)
        """,
      ], terms: ["badChangeset", "BadChangesetError"]),
    TriageEntry(
      "bad-changeset", variant: "unplaced", .suffix,
      patterns: [
        """
        <inner> (version: <version>, last_integrated_remote_version: <remote>, origin_file_ident: \
        <ident>, timestamp: <time>)
        """
      ]),
    TriageEntry(
      "class-gone",
      patterns: [
        "<instruction>: Table '<class>' does not exist", "Table '<class>' does not exist",
      ]),
    TriageEntry(
      "primary-key-does-not-fit",
      patterns: [
        """
        <instruction> instruction with <key> primary key (<value>), but '<place>' has primary keys of \
        type '<type>'
        """
      ]),
    TriageEntry(
      "primary-key-presence-differs",
      patterns: [
        "<instruction> instruction without primary key, but table '<place>' has a primary key",
        "<instruction> instruction with NULL primary key, but column '<place>' is not nullable",
        "<instruction> instruction with NULL primary key, but '<place>' has primary keys of type",
        "primary key (<key>), but table '<place>' does not have a primary key column",
        "NULL primary key, but table '<place>' does not have a primary key column",
      ]),
    TriageEntry(
      "created-with-another-key",
      patterns: [
        "CreateObject(<key>) on a table with primary key type type_<other>",
        "CreateObject(<key>) on a table with a non-nullable primary key",
        "CreateObject(<key>) on table without a primary key",
        "CreateObject(<key>) on table with a primary key",
      ]),
    TriageEntry(
      "value-of-another-type",
      patterns: [
        "<instruction>: Type mismatch in '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in list at '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in set at '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in list at '<place>' (expected <type> type, was <otherType>)",
        "<instruction>: Type mismatch in set at '<place>' (expected <type> type, was <otherType>)",
      ]),
    TriageEntry(
      "value-not-taken",
      patterns: [
        "<instruction>: Creation of embedded object in non-link list field",
        "<instruction>: Creation of embedded object of type",
        "<instruction>: Sets of embedded objects are not supported",
        "<instruction>: Sets of lists are not supported",
        "<instruction>: Sets of sets are not supported",
        "<instruction>: Sets of dictionaries are not supported",
        "<instruction>: Dictionary erase",
        "<instruction>: Embedded object field reference is not a string",
        "Dictionary erase payload for <instruction>",
      ]),
    TriageEntry(
      "null-where-required",
      patterns: [
        "<instruction>: NULL in non-nullable field '<place>'",
        "<instruction>: NULL in non-nullable list '<place>'",
        "<instruction>: NULL in non-nullable set '<place>'",
      ]),
    TriageEntry("no-integer-to-add-to", patterns: ["AddInteger: Not an integer field '<place>'"]),
    TriageEntry(
      "link-target-class-differs",
      patterns: [
        "Link with invalid target table '<class>'",
        "Link to embedded table '<class>'",
        "<instruction>: Target table mismatch (expected <class>, got <otherClass>)",
      ]),
  ]
}
