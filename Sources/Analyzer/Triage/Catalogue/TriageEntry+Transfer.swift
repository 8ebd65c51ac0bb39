// Schemas that the transfer can't bridge (`docs/rules.md`, "Transfer"; Realm Core: `transfer_group` in
// `sync/noinst/client_reset.cpp`).
extension TriageEntry {
  static let transfer: [TriageEntry] = [
    TriageEntry(
      "primary-keys-differ", terms: ["incompatiblePrimaryKey"],
      cause: """
        The primary key of a class differs between server and device: in type, name or optionality, \
        or only one side has one
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "primary-key-missing",
      patterns: ["Client reset requires a primary key column in <side> table '<class>'"],
      cause: """
        Of class `<class>` one side has a primary key and the other has none (`dest` is the device: \
        it lacks the key; `source` is the server). Mostly one side holds it to be embedded
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "primary-key-type-changed",
      patterns: [
        "Client reset found incompatible primary key types (<type> vs <otherType>) on '<class>'"
      ],
      cause: """
        The primary key of class `<class>` is of type <type> on the server and <otherType> on the device
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "primary-key-attributes-changed",
      patterns: [
        """
        Client reset found incompatible primary key attributes (<key> vs <otherKey>) on '<class>'
        """
      ],
      cause: """
        The primary key of class `<class>` is optional on one side only (the numbers in the message \
        are internal)
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "primary-key-renamed",
      patterns: [
        """
        Client reset requires equal pk column names but '<property>' != '<otherProperty>' on '<class>'
        """
      ],
      cause: """
        The primary key of class `<class>` is `<property>` on the server and `<otherProperty>` on the \
        device
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "classes-removed",
      patterns: ["Client reset cannot recover when classes have been removed: {<names>}"],
      terms: ["classesRemoved"],
      cause: """
        The device has these classes, and the server does not: `<names>`. The server removed them, or \
        never got them; recovery only survives it where adding them is itself unsynced, and \
        discarding never does
        """,
      dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "If the server removed them: restore its schema, or ship a client without them.",
        """
        If the app added them: let the server take them (development mode) before a reset, or use a \
        mode that recovers. Opening the file with a new schema adds them.
        """, .planMerge,
      ]),
    TriageEntry(
      "properties-removed",
      patterns: [
        """
        Client reset cannot recover when columns have been removed from '<class>': {<names>}
        """
      ],
      terms: ["propertiesRemoved"],
      cause: """
        The device has these properties of class `<class>`, and the server does not: `<names>`. The \
        server removed them, or never got them; recovery only survives it where adding them is \
        itself unsynced, and discarding never does
        """,
      dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "If the server removed them: restore its schema, or ship a client without them.",
        """
        If the app added them: let the server take them (development mode) before a reset, or use a \
        mode that recovers. Opening the file with a new schema adds them.
        """, .planMerge,
      ]),
    TriageEntry(
      "property-type-changed",
      patterns: [
        """
        Incompatible column type change detected during client reset for '<place>' (<type> vs \
        <otherType>)
        """
      ],
      terms: ["incompatibleType"],
      cause: "`<place>` is of type <type> on the server and <otherType> on the device",
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageEntry(
      "property-kind-changed",
      patterns: [
        """
        Incompatable column attribute change detected during client reset for '<place>' (<key> vs \
        <otherKey>)
        """
      ],
      terms: ["incompatibleAttributes"],
      cause: """
        `<place>` is optional on one side and required on the other, or a single value on one and a \
        collection on the other (the numbers in the message are internal)
        """,
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
  ]
}
