internal import TraceFormat

extension ExplainedMessage {
  // What a recovery can't do (`docs/rules.md`, "Recovery"; Realm Core:
  // `sync/noinst/client_reset_recovery.cpp`).

  static let recovery: [ExplainedMessage] = [
    ExplainedMessage(
      .recoveryFailed, .rolledBack, .wrapper,
      patterns: [
        "Unable to automatically recover local changes during client reset: '<inner*>'"
      ], terms: ["unrecoverable"]),
    ExplainedMessage(
      .classAddedDifferently, .schemaMismatch, .wrapper,
      patterns: [
        """
        While recovering from a client reset, an AddTable instruction for '<class>' could not be \
        applied: '<inner*>'
        """
      ]),
    ExplainedMessage(
      .classDiffers, .schemaMismatch,
      patterns: [
        "AddTable: The existing table '<class>' has different properties",
        "AddTable: The existing table '<class>' is not embedded",
      ]),
    ExplainedMessage(
      .propertyAddedDifferently, .schemaMismatch, .wrapper,
      patterns: [
        """
        While recovering during client reset, an AddColumn instruction could not be applied: '<inner*>'
        """
      ]),
    ExplainedMessage(
      .propertyDiffers, .schemaMismatch,
      patterns: ["AddColumn: Schema mismatch for existing column in '<place>' (<reason>)"]),
    ExplainedMessage(
      .propertyTargetMissing, .schemaMismatch,
      patterns: ["AddColumn(Link) '<place>' to table '<class>' which doesn't exist"]),
    ExplainedMessage(
      .dictionaryKeysNotText, .rolledBack,
      patterns: ["AddColumn '<place>' adding dictionary column with non-string keys"]),
    ExplainedMessage(
      .classErasedOnDevice, .rolledBack,
      patterns: ["Types cannot be erased during client reset recovery: '<class>'"]),
    ExplainedMessage(
      .propertyErasedOnDevice, .rolledBack,
      patterns: ["Properties cannot be erased during client reset recovery"]),
    ExplainedMessage(
      .propertyGone, .schemaMismatch,
      patterns: ["<instruction>: No such field: '<property>' in class '<class>'"]),
    ExplainedMessage(
      .pathLeadsElsewhere, .schemaMismatch,
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

  // What a recovery drops or overwrites on its way, and still calls itself successful. The identifiers are
  // those of the rules (`docs/rules.md`); Realm Core warns of some (`sync/noinst/client_reset_recovery.cpp`).

  static let discards: [ExplainedMessage] = warnings + silent

  private static let warnings: [ExplainedMessage] = [
    ExplainedMessage(
      .objectGone, .writeDropped,
      patterns: ["Cannot recover '<instruction>' which operates on a deleted object"]
    ),
    ExplainedMessage(
      .embeddedObjectGone, .writeDropped,
      patterns: [
        """
        Discarding a local <instruction> made to an embedded object which no longer exists along \
        path '<place>'
        """
      ]),
    ExplainedMessage(
      .dictionaryKeyGone, .writeDropped,
      patterns: [
        """
        Discarding a local <instruction> because the key '<key>' does not exist in a dictionary \
        along path '<place>'
        """
      ]),
    ExplainedMessage(
      .collectionGone, .writeDropped, .wrapper,
      patterns: [
        """
        Discarding a local <instruction> made to a collection which no longer exists along path. \
        Error: <inner*>
        """
      ], isDeciding: true),
    ExplainedMessage(
      .listLinkTargetGone, .own,
      patterns: [
        "Discarding an update which links to a deleted object",
        "Discarding ArrayInsert which links to a deleted object",
      ]),
    ExplainedMessage(
      .setLinkTargetGone, .writeDropped,
      patterns: ["Discarding a SetInsert which links to a deleted object"]),
    ExplainedMessage(
      .listCopyNotResolved, .own,
      patterns: [
        """
        Discarding a list recovery made to an object which could not be resolved. \
        remote_path='<place>'
        """
      ]),
    ExplainedMessage(
      .listCopiedWhole, .own,
      patterns: ["Recovery overwrites list for '<place>' size: <count> -> <limit>"]),
  ]

  /// What no log tells.
  private static let silent: [ExplainedMessage] = [
    ExplainedMessage(.updateLinkTargetGone, .own),
    ExplainedMessage(.addIntegerNotAnInteger, .writeDropped),
    ExplainedMessage(.listAlreadyCopied, .own),
    ExplainedMessage(.createExistingObject, .own),
    ExplainedMessage(.eraseMissingObject, .nothing),
    ExplainedMessage(.dictionaryEraseMissing, .nothing),
    ExplainedMessage(.setEraseMissing, .nothing),
  ]
}
