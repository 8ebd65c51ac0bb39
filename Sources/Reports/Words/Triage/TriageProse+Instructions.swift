internal import Analyzer

extension TriageProse {
  static let misfits = [
    TriageProse(
      "bad-changeset",
      cause: """
        An unsynced instruction about `<target>` does not fit the server's schema or state; one such \
        instruction fails the recovery of all
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "bad-changeset", variant: "unplaced",
      cause: """
        An unsynced instruction does not fit the server's schema or state; one such instruction \
        fails the recovery of all
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "class-gone",
      cause: """
        The device changed objects of class `<class>`, and the server has removed that class
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "primary-key-does-not-fit",
      cause: """
        The device's object has <key> <value> for its primary key, and on the server `<place>` is of \
        type <type>
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "primary-key-presence-differs",
      cause: """
        The primary key of the device's object does not suit the server's `<place>`, which has none, \
        or has one that must not be null
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "created-with-another-key",
      cause: """
        The device created an object with a primary key of type <key>, and the server's class has \
        keys of another type, or none
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "value-of-another-type",
      cause: """
        The device wrote a value (<instruction>) to `<place>` whose type the server's property does \
        not take: expected <type>, got <otherType>
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "value-not-taken",
      cause: """
        The device wrote (<instruction>) what the server's property has no place for: an embedded \
        object, a collection, the removal of an entry
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "null-where-required",
      cause: "The device wrote null to `<place>`, which is required on the server",
      dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
    TriageProse(
      "no-integer-to-add-to",
      cause: "The device added to the number in `<place>`, and the server has no integer there",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageProse(
      "link-target-class-differs",
      cause: """
        The device set a link where the server's schema does not take it: class `<class>` is missing \
        there, is embedded, or is not what the property links to
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .restoreSchema, .planMerge]),
  ]
}
