extension FamilyProse {
  static let protocolFaults = [
    FamilyProse(
      "connection-closed",
      cause: "Connection or session was closed, or the first sync is not complete yet",
      dataNow: .nothingLost, nextSteps: ["Nothing: the client connects again by itself."],
      codes: [
        100: "The server closed the connection", 200: "The server closed the session",
        229: "The server has not completed its own first sync",
      ]),
    FamilyProse(
      "other-error", cause: "An error without a name of its own; its text says more",
      dataNow: .dataStays, nextSteps: [.explainAction],
      codes: [
        101: "An error of the connection without a name of its own",
        110: "The server could not decompress a message",
        201: "An error of the session without a name of its own",
      ]),
    FamilyProse(
      "error-without-its-name",
      cause: """
        The SDK's name for errors that it has no name of its own for; the text or the number that comes with it \
        says more
        """, dataNow: .dataStays,
      nextSteps: ["Explain the text that comes with it.", .explainAction]),
    FamilyProse(
      "protocol-violation", cause: "Client and server do not agree about the protocol or its order",
      dataNow: .dataStays,
      nextSteps: [
        "Check what stands between client and server, and the versions of both.", .explainAction,
      ],
      codes: [
        102: "The server got a message that it does not know",
        103: "The server got a message that it can't read",
        105: "The versions of the protocol do not fit", 106: "The server does not know the session",
        107: "The number of the session is in use",
        108: "The file is being synced by another session", 109: "A message came out of order",
        111: "The head of a changeset can't be read",
        112: "A changeset has another size than its head says",
        216: "A changeset names an origin that the server does not know",
        233: "The progress that the client states can't be",
      ]),
    FamilyProse(
      "wrong-sync-type",
      cause:
        "The client is set to partition-based sync and the server to flexible sync, or reversed",
      dataNow: .dataStays, nextSteps: ["Configure the client for the server's kind of sync."],
      codes: [
        113: "The server uses flexible sync, and the client partitions",
        114: "The server uses partitions, and the client flexible sync",
      ]),
    FamilyProse(
      "schema-version", cause: "Client and server are at different versions of the schema",
      dataNow: """
        With 236 unsynced changes are uploaded first, and then the file is downloaded anew in the new \
        version; with 235 nothing happens to the data.
        """,
      nextSteps: ["Let the client upload everything before its schema version is raised again."],
      codes: [
        235: "The server does not know the client's schema version",
        236: "The file was last synced with another schema version",
      ]),
    FamilyProse(
      "error-that-ends-the-process",
      cause:
        "A number of old servers that Realm Core has no error for: receiving it ends the process",
      dataNow: "The file stays as it is, and the next launch meets the same error.",
      nextSteps: ["The server must not send this number; look at what stands in its place."]),
  ]

  static let connections = [
    FamilyProse(
      "connection-lost", cause: "The connection ended; the client connects again",
      dataNow: .nothingLost, nextSteps: ["Nothing: the client connects again by itself."],
      codes: Dictionary(
        uniqueKeysWithValues: (4400...4404).map {
          ($0, "The server can't be reached; the client tries again")
        })),
    FamilyProse(
      "connection-refused", cause: "The server does not let the user connect",
      dataNow: "Nothing is lost: unsynced changes stay in the file until the user can sync again.",
      nextSteps: ["Log the user in again, and check the server's address."],
      codes: [
        1006: "The connection broke off; the user's access token is refreshed",
        4001: "The access token is not valid any more, and is refreshed",
        4002: "The user may not connect, and is logged out",
        4003: "The server has another address now, which is asked for",
        4405: "The server refuses the connection for good, or has moved",
      ]),
  ]
}
