internal import TraceFormat

extension ExplainedMessage {
  // Instructions that do not fit the server's schema or state (Realm Core: `BadChangesetError` of
  // `sync/instruction_applier.cpp`).

  static let instructions: [ExplainedMessage] = misfits + listPositions

  private static let misfits: [ExplainedMessage] = [
    ExplainedMessage(
      .badChangeset, .schemaMismatch, .suffix,
      patterns: [
        """
        <inner*> (instruction target: <target>, version: <version>, last_integrated_remote_version: \
        <remote>, origin_file_ident: <ident>, timestamp: <time>)
        """,
        """
        <inner*> (instruction table: <target>, version: <version>, last_integrated_remote_version: \
        <remote>, origin_file_ident: <ident>, timestamp: <time>)
        """,
      ], terms: ["badChangeset", "BadChangesetError"]),
    ExplainedMessage(
      .badChangeset, variant: "unplaced", .schemaMismatch, .suffix,
      patterns: [
        """
        <inner*> (version: <version>, last_integrated_remote_version: <remote>, origin_file_ident: \
        <ident>, timestamp: <time>)
        """
      ]),
    ExplainedMessage(
      .classGone, .schemaMismatch,
      patterns: [
        "<instruction>: Table '<class>' does not exist", "Table '<class>' does not exist",
      ]),
    ExplainedMessage(
      .primaryKeyDoesNotFit, .schemaMismatch,
      patterns: [
        """
        <instruction> instruction with <key> primary key (<value>), but '<place>' has primary keys of \
        type '<type>'
        """
      ]),
    ExplainedMessage(
      .primaryKeyPresenceDiffers, .schemaMismatch,
      patterns: [
        "<instruction> instruction without primary key, but table '<place>' has a primary key",
        "<instruction> instruction with NULL primary key, but column '<place>' is not nullable",
        "<instruction> instruction with NULL primary key, but '<place>' has primary keys of type",
        "primary key (<key>), but table '<place>' does not have a primary key column",
        "NULL primary key, but table '<place>' does not have a primary key column",
      ]),
    ExplainedMessage(
      .createdWithAnotherKey, .schemaMismatch,
      patterns: [
        "CreateObject(<key>) on a table with primary key type type_<other>",
        "CreateObject(<key>) on a table with a non-nullable primary key",
        "CreateObject(<key>) on table without a primary key",
        "CreateObject(<key>) on table with a primary key",
      ]),
    ExplainedMessage(
      .valueOfAnotherType, .schemaMismatch,
      patterns: [
        "<instruction>: Type mismatch in '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in list at '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in set at '<place>' (expected <type>, got <otherType>)",
        "<instruction>: Type mismatch in list at '<place>' (expected <type> type, was <otherType>)",
        "<instruction>: Type mismatch in set at '<place>' (expected <type> type, was <otherType>)",
      ]),
    ExplainedMessage(
      .valueNotTaken, .schemaMismatch,
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
    ExplainedMessage(
      .nullWhereRequired, .schemaMismatch,
      patterns: [
        "<instruction>: NULL in non-nullable field '<place>'",
        "<instruction>: NULL in non-nullable list '<place>'",
        "<instruction>: NULL in non-nullable set '<place>'",
      ]),
    ExplainedMessage(
      .noIntegerToAddTo, .rolledBack, patterns: ["AddInteger: Not an integer field '<place>'"]),
    ExplainedMessage(
      .linkTargetClassDiffers, .schemaMismatch,
      patterns: [
        "Link with invalid target table '<class>'",
        "Link to embedded table '<class>'",
        "<instruction>: Target table mismatch (expected <class>, got <otherClass>)",
      ]),
  ]

  /// List positions that lead nowhere, at worst because the engine lost count itself.
  static let listPositions: [ExplainedMessage] = [
    ExplainedMessage(
      .listPositionLost, .rolledBack,
      patterns: [
        "<instruction>: Index out of bounds (<index> > <limit>)",
        "<instruction>: Index out of bounds (<index> >= <limit>)",
        "<instruction>: Invalid insertion index (index = <index>, prior_size = <limit>)",
        "<instruction>: Invalid index (index = <index>, prior_size = <limit>)",
        "<instruction> from out of bounds (<index> >= <limit>)",
        "<instruction> to out of bounds (<index> >= <limit>)",
      ]),
    ExplainedMessage(
      .listSizeDiffers, .own,
      patterns: ["<instruction>: Invalid prior_size (list size = <count>, prior_size = <limit>)"]),
    ExplainedMessage(
      .listSizeDiffers, variant: "quoted", .own,
      // As people quote it, without the sizes.
      patterns: ["<instruction>: Invalid prior_size"]),
    ExplainedMessage(
      .listSizeDiffers, variant: "merge", .own,
      patterns: [
        "Merge error: left.prior_size == right.prior_size",
        "Exception: left.prior_size == right.prior_size",
      ]),
    ExplainedMessage(
      .listElementGone, .rolledBack,
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
    ExplainedMessage(
      .objectMissing, .rolledBack,
      patterns: ["<instruction>: No such object: '<object>' in class '<class>'"]),
  ]

  // Refusals of the storage layer, while changes are applied or lists copied (Realm Core: `exceptions.cpp`,
  // `collection.cpp`, `collection_parent.cpp`, `dictionary.cpp`, `table.cpp`).

  static let storage: [ExplainedMessage] = [
    ExplainedMessage(
      .indexOutOfBounds, .rolledBack,
      patterns: [
        "Requested index <index> calling <method> on <place> when max is <limit>",
        "Requested index <index> calling <method> on <place> when empty",
      ]),
    ExplainedMessage(.nestedTooDeep, .rolledBack, patterns: ["Max nesting level reached"]),
    ExplainedMessage(.targetObjectNotFound, .rolledBack, patterns: ["Target object not found"]),
    ExplainedMessage(
      .dictionaryRefusesValue, .schemaMismatch, patterns: ["Dictionary::insert: <reason>"]),
    ExplainedMessage(
      .rejectedByStorage, .rolledBack,
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
