internal import Analyzer

extension TriageProse {
  static let transfer = [
    TriageProse(
      "primary-keys-differ",
      cause: """
        The primary key of a class differs between server and device: in type, name or optionality, \
        or only one side has one
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "primary-key-missing",
      cause: """
        Of class `<class>` one side has a primary key and the other has none (`dest` is the device: \
        it lacks the key; `source` is the server). Mostly one side holds it to be embedded
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "primary-key-type-changed",
      cause: """
        The primary key of class `<class>` is of type <type> on the server and <otherType> on the device
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "primary-key-attributes-changed",
      cause: """
        The primary key of class `<class>` is optional on one side only (the numbers in the message \
        are internal)
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "primary-key-renamed",
      cause: """
        The primary key of class `<class>` is `<property>` on the server and `<otherProperty>` on the \
        device
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "classes-removed",
      cause: """
        The device has these classes, and the server does not: `<names>`. The server removed them, or \
        never got them; recovery only survives it where adding them is itself unsynced, and \
        discarding never does
        """, dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "If the server removed them: restore its schema, or ship a client without them.",
        """
        If the app added them: let the server take them (development mode) before a reset, or use a \
        mode that recovers. Opening the file with a new schema adds them.
        """, .planMerge,
      ]),
    TriageProse(
      "properties-removed",
      cause: """
        The device has these properties of class `<class>`, and the server does not: `<names>`. The \
        server removed them, or never got them; recovery only survives it where adding them is \
        itself unsynced, and discarding never does
        """, dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "If the server removed them: restore its schema, or ship a client without them.",
        """
        If the app added them: let the server take them (development mode) before a reset, or use a \
        mode that recovers. Opening the file with a new schema adds them.
        """, .planMerge,
      ]),
    TriageProse(
      "property-type-changed",
      cause: "`<place>` is of type <type> on the server and <otherType> on the device",
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "property-kind-changed",
      cause: """
        `<place>` is optional on one side and required on the other, or a single value on one and a \
        collection on the other (the numbers in the message are internal)
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
  ]
}
