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
      ],
      terms: ["badChangeset", "BadChangesetError"],
      cause: """
        An unsynced instruction about `<target>` does not fit the server's schema or state; one such \
        instruction fails the recovery of all
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "bad-changeset", .suffix,
      patterns: [
        """
        <inner> (version: <version>, last_integrated_remote_version: <remote>, origin_file_ident: \
        <ident>, timestamp: <time>)
        """
      ],
      cause: """
        An unsynced instruction does not fit the server's schema or state; one such instruction \
        fails the recovery of all
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "class-gone",
      patterns: [
        "<instruction>: Table '<class>' does not exist", "Table '<class>' does not exist",
      ],
      cause: """
        The device changed objects of class `<class>`, and the server has removed that class
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "primary-key-does-not-fit",
      patterns: [
        """
        <instruction> instruction with <key> primary key (<value>), but '<place>' has primary keys of \
        type '<type>'
        """
      ],
      cause: """
        The device's object has <key> <value> for its primary key, and on the server `<place>` is of \
        type <type>
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "primary-key-presence-differs",
      patterns: [
        "<instruction> instruction without primary key, but table '<place>' has a primary key",
        "<instruction> instruction with NULL primary key, but column '<place>' is not nullable",
        "<instruction> instruction with NULL primary key, but '<place>' has primary keys of type",
        "primary key (<key>), but table '<place>' does not have a primary key column",
        "NULL primary key, but table '<place>' does not have a primary key column",
      ],
      cause: """
        The primary key of the device's object does not suit the server's `<place>`, which has none, \
        or has one that must not be null
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "created-with-another-key",
      patterns: [
        "CreateObject(<key>) on a table with primary key type type_<other>",
        "CreateObject(<key>) on a table with a non-nullable primary key",
        "CreateObject(<key>) on table without a primary key",
        "CreateObject(<key>) on table with a primary key",
      ],
      cause: """
        The device created an object with a primary key of type <key>, and the server's class has \
        keys of another type, or none
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "value-of-another-type",
      patterns: [
        "<instruction>: Type mismatch in '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in list at '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in set at '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in list at '<place>' (expected <type> type, was <otherType>)",
        "<instruction>: Type mismatch in set at '<place>' (expected <type> type, was <otherType>)",
      ],
      cause: """
        The device wrote a value (<instruction>) to `<place>` whose type the server's property does \
        not take: expected <type>, got <otherType>
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
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
      ],
      cause: """
        The device wrote (<instruction>) what the server's property has no place for: an embedded \
        object, a collection, the removal of an entry
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "null-where-required",
      patterns: [
        "<instruction>: NULL in non-nullable field '<place>'",
        "<instruction>: NULL in non-nullable list '<place>'",
        "<instruction>: NULL in non-nullable set '<place>'",
      ],
      cause: "The device wrote null to `<place>`, which is required on the server",
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "no-integer-to-add-to", patterns: ["AddInteger: Not an integer field '<place>'"],
      cause: "The device added to the number in `<place>`, and the server has no integer there",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageEntry(
      "link-target-class-differs",
      patterns: [
        "Link with invalid target table '<class>'",
        "Link to embedded table '<class>'",
        "<instruction>: Target table mismatch (expected <class>, got <otherClass>)",
      ],
      cause: """
        The device set a link where the server's schema does not take it: class `<class>` is missing \
        there, is embedded, or is not what the property links to
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
  ]
}
