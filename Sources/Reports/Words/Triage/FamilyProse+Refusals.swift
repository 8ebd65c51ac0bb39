extension FamilyProse {
  static let refusals = [
    FamilyProse(
      "changeset-refused", cause: "The server could not integrate a changeset of this client",
      dataNow: .dataStays, nextSteps: [.explainAction, .compareModes]),
    FamilyProse(
      "schema-change-refused",
      cause: "The server does not take a change of the schema that the client made",
      dataNow: .dataStays,
      nextSteps: [
        """
        Make the change on the server first, or allow additive changes there (development mode); \
        discarding fails while the client has classes or properties that the server lacks.
        """, .explainAction,
      ]),
    FamilyProse(
      "compensating-write",
      cause: "The server undid writes that this client may not make or does not subscribe to",
      dataNow: """
        The objects concerned go back to the server's state, with other edits that the client made to \
        them since; unsynced changes to other objects stay. No reset follows.
        """,
      nextSteps: [
        "The error names class, key and reason of each write; check permissions and subscriptions."
      ]),
    FamilyProse(
      "write-not-allowed",
      cause: "The client wrote what it may not write, and the server refuses the upload",
      dataNow: .dataStays, nextSteps: [.explainAction, .compareModes]),
    FamilyProse(
      "object-already-exists", cause: "The client created an object that the server has already",
      dataNow: .dataStays, nextSteps: [.explainAction, .compareModes]),
    FamilyProse(
      "permissions-changed",
      cause: """
        The user's role changed: what it may read or write. Servers before protocol 14 ask for a reset \
        then; later ones send what the user may see anew, and undo what it may not write
        """, dataNow: .actionDecides, nextSteps: [.explainAction, .compareModes]),
    FamilyProse(
      "no-access",
      cause: "The user may not sync this file: no permission, another user's, no such partition",
      dataNow: .dataStays, nextSteps: ["Check user, permissions and partition.", .explainAction],
      codes: [
        204: "The partition value of the file is none that the server takes",
        206: "The user may not sync this file",
        223: "The file belongs to another user on the server",
      ]),
  ]

  static let subscriptions = [
    FamilyProse(
      "subscription-refused",
      cause: "The server does not take a query that the client subscribed to",
      dataNow: """
        Outside a reset nothing is lost: the subscriptions of before stay in force. In a reset it fails \
        the download of the fresh copy, and so the reset, which changed nothing and left no record.
        """,
      nextSteps: [
        "Correct the query, or make its properties queryable on the server; then subscribe anew.",
        .saveFile,
      ])
  ]
}
