internal import Analyzer

extension TriageProse {
  static let discards = warnings + silent

  private static let warnings = [
    TriageProse(
      "object-gone",
      cause: """
        The device changed an object that the server has deleted; the deletion wins
        """, dataNow: .writeDropped, nextSteps: [.seeLosses]),
    TriageProse(
      "embedded-object-gone",
      cause: """
        The device changed an embedded object below `<place>` that the server has removed
        """, dataNow: .writeDropped, nextSteps: [.seeLosses]),
    TriageProse(
      "dictionary-key-gone",
      cause: """
        The device changed something below the dictionary key `<key>`, which the server has removed \
        (the path in the message, `<place>`, repeats the key in place of the property)
        """, dataNow: .writeDropped, nextSteps: [.seeLosses]),
    TriageProse(
      "collection-gone",
      cause: """
        The device changed a collection inside a mixed value that the server has replaced by \
        something else
        """, dataNow: .writeDropped, nextSteps: [.seeLosses]),
    TriageProse(
      "list-link-target-gone",
      cause: """
        The device put a link into a list whose target the server has deleted
        """,
      dataNow: """
        The link is not in the list, and the change is not uploaded. Later changes to the same list \
        can hit wrong elements (docs/rules.md, R5). The app is told `didRecover = true`.
        """, nextSteps: [.seeLosses]),
    TriageProse(
      "set-link-target-gone",
      cause: "The device put a link into a set whose target the server has deleted",
      dataNow: .writeDropped, nextSteps: [.seeLosses]),
    TriageProse(
      "list-copy-not-resolved",
      cause: """
        A list was to be copied whole from the device, but can't be found on both sides (`<place>`): \
        what holds it is gone, or stands below a dictionary of embedded objects (docs/rules.md, R12)
        """,
      dataNow: """
        All of the device's changes to that list are gone, and the server's list stays. It is tried \
        again, with the same warning, after each further changeset. The app is told \
        `didRecover = true`.
        """, nextSteps: [.seeLosses]),
    TriageProse(
      "list-copied-whole",
      cause: """
        The device touched an element of the list `<place>` that it had not inserted itself, so its \
        whole list (<limit> elements) replaces the server's (<count>)
        """,
      dataNow: """
        The device's list is kept. What others had changed in that list since the last sync is \
        overwritten, and the overwriting is uploaded. Realm says so at debug level only.
        """, nextSteps: [.seeLosses]),
  ]

  /// What no log tells.
  private static let silent = [
    TriageProse(
      "update-link-target-gone",
      cause: """
        The device set a link to an object that the server has deleted, so null is written in its \
        place, over whatever the server has
        """, dataNow: "The device's link is gone, and so is the server's. Nothing is logged.",
      nextSteps: [.seeLosses]),
    TriageProse(
      "add-integer-not-an-integer",
      cause: "The device added to a number that is null or no integer on the server",
      dataNow: .writeDropped, nextSteps: [.seeLosses]),
    TriageProse(
      "list-already-copied",
      cause: "The list was copied whole after an earlier changeset, in its final form",
      dataNow: """
        The change is in that copy, unless it inserted a link to an object that was created later \
        (docs/rules.md, R4). Nothing is logged.
        """, nextSteps: [.seeLosses]),
    TriageProse(
      "create-existing-object",
      cause: "The device created an object whose primary key the server has as well",
      dataNow: """
        The two become one object: what the device set, default values included, replaces the \
        server's values.
        """, nextSteps: [.seeLosses]),
    TriageProse(
      "erase-missing-object", cause: "The device deleted an object that the server has deleted too",
      dataNow: .nothingLost, nextSteps: []),
    TriageProse(
      "dictionary-erase-missing",
      cause: "The device removed a dictionary entry that the server has removed too",
      dataNow: .nothingLost, nextSteps: []),
    TriageProse(
      "set-erase-missing",
      cause: "The device removed an element of a set that the server has removed too",
      dataNow: .nothingLost, nextSteps: []),
  ]
}
