internal import Analyzer

extension TriageProse {
  static let recovery = [
    TriageProse(
      "recovery-failed",
      cause: """
        An unsynced change can't be applied to the server's state; one such change fails the \
        recovery of all
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageProse(
      "class-added-differently",
      cause: "The device added class `<class>`, and the server has another of that name",
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "class-differs",
      cause: """
        The device added class `<class>`, and the server has one of that name with another primary \
        key, or of another kind (embedded, asymmetric)
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "property-added-differently",
      cause: "The device added a property that does not fit the server's schema",
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "property-differs",
      cause: """
        The device added `<place>`, and the server has a property of that name that differs: <reason>
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "property-target-missing",
      cause: """
        The device added the property `<place>`, which links to class `<class>`, and the server does \
        not have that class
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "dictionary-keys-not-text",
      cause: "The device added the dictionary `<place>` with keys that are no text",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageProse(
      "class-erased-on-device",
      cause: "The unsynced changes remove class `<class>`, and a recovery can't do that",
      dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "Discarding goes through; what it drops includes the removal of the class.", .planMerge,
      ]),
    TriageProse(
      "property-erased-on-device",
      cause: """
        The unsynced changes remove a property, even if only one that they had added, and a recovery \
        can't do that
        """, dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "Discarding goes through; what it drops includes the removal of the property.", .planMerge,
      ]),
    TriageProse(
      "property-gone",
      cause: """
        The device changed `<property>` of class `<class>` (<instruction>), and the server has \
        removed that property
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "path-leads-elsewhere",
      cause: """
        An unsynced <instruction> leads through, or to, something of another kind on the server \
        (`<place>`): a property that became a collection, a link or a plain value
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
  ]
}
