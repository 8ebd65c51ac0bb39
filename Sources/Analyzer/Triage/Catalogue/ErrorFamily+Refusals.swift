// Refusals: the server does not take what the client sends or asks for.
extension ErrorFamily {
  static let refusals: [ErrorFamily] = [
    ErrorFamily(
      identifier: "changeset-refused", statusNames: ["BadChangeset"],
      cause: "The server could not integrate a changeset of this client",
      dataNow: .dataStays, nextSteps: [.explainAction, .compareModes],
      codes: [
        Code(
          number: 212, cause: "The server could not integrate a changeset of this client",
          phrases: ["Bad changeset (UPLOAD)"])
      ]),
    ErrorFamily(
      identifier: "schema-change-refused", statusNames: ["InvalidSchemaChange"],
      cause: "The server does not take a change of the schema that the client made",
      dataNow: .dataStays,
      nextSteps: [
        """
        Make the change on the server first, or allow additive changes there (development mode); \
        discarding fails while the client has classes or properties that the server lacks.
        """, .explainAction,
      ],
      codes: [
        Code(
          number: 225,
          cause: "The server does not take a change of the schema that the client made",
          phrases: ["Invalid schema change (UPLOAD)"])
      ]),
    ErrorFamily(
      identifier: "compensating-write", statusNames: ["SyncCompensatingWrite"],
      cause: "The server undid writes that this client may not make or does not subscribe to",
      dataNow: """
        The objects concerned go back to the server's state, with other edits that the client made to \
        them since; unsynced changes to other objects stay. No reset follows.
        """,
      nextSteps: [
        "The error names class, key and reason of each write; check permissions and subscriptions."
      ],
      codes: [
        Code(
          number: 231,
          cause: "The server undid writes that this client may not make or does not subscribe to")
      ]),
    ErrorFamily(
      identifier: "write-not-allowed", statusNames: ["SyncWriteNotAllowed"],
      cause: "The client wrote what it may not write, and the server refuses the upload",
      dataNow: .dataStays, nextSteps: [.explainAction, .compareModes],
      codes: [
        Code(
          number: 230,
          cause: "The client wrote what it may not write, and the server refuses the upload")
      ]),
    ErrorFamily(
      identifier: "object-already-exists", statusNames: ["ObjectAlreadyExists"],
      cause: "The client created an object that the server has already",
      dataNow: .dataStays, nextSteps: [.explainAction, .compareModes],
      codes: [
        Code(number: 227, cause: "The client created an object that the server has already")
      ]),
    ErrorFamily(
      identifier: "permissions-changed", statusNames: ["SyncServerPermissionsChanged"],
      cause: """
        The user's role changed. Servers before protocol 14 ask for a reset then; later ones send \
        what the user may see anew
        """,
      dataNow: .actionDecides, nextSteps: [.explainAction, .compareModes],
      codes: [
        Code(
          number: 228,
          cause: """
            The user's role changed. Servers before protocol 14 ask for a reset then; later ones \
            send what the user may see anew
            """)
      ]),
    ErrorFamily(
      identifier: "no-access",
      statusNames: [
        "SyncPermissionDenied", "SyncUserMismatch", "BadSyncPartitionValue",
      ],
      cause: "The user may not sync this file: no permission, another user's, no such partition",
      dataNow: .dataStays, nextSteps: ["Check user, permissions and partition.", .explainAction],
      codes: [
        Code(number: 204, cause: "The partition value of the file is none that the server takes"),
        Code(number: 206, cause: "The user may not sync this file"),
        Code(number: 223, cause: "The file belongs to another user on the server"),
      ]),
  ]
}
