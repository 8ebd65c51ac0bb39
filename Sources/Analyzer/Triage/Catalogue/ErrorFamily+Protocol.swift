// Errors about the protocol itself.
extension ErrorFamily {
  static let protocolFaults: [ErrorFamily] = [
    ErrorFamily(
      identifier: "connection-closed", statusNames: ["ConnectionClosed"],
      cause: "Connection or session was closed, or the first sync is not complete yet",
      dataNow: .nothingLost, nextSteps: ["Nothing: the client connects again by itself."],
      codes: [
        Code(number: 100, cause: "The server closed the connection"),
        Code(number: 200, cause: "The server closed the session"),
        Code(number: 229, cause: "The server has not completed its own first sync"),
      ]),
    ErrorFamily(
      identifier: "other-error", statusNames: ["RuntimeError"],
      cause: "An error without a name of its own; its text says more",
      dataNow: .dataStays, nextSteps: [.explainAction],
      codes: [
        Code(number: 101, cause: "An error of the connection without a name of its own"),
        Code(number: 110, cause: "The server could not decompress a message"),
        Code(number: 201, cause: "An error of the session without a name of its own"),
      ]),
    ErrorFamily(
      identifier: "protocol-violation", statusNames: ["SyncProtocolInvariantFailed"],
      cause: "Client and server do not agree about the protocol or its order",
      dataNow: .dataStays,
      nextSteps: [
        "Check what stands between client and server, and the versions of both.", .explainAction,
      ],
      codes: [
        Code(number: 102, cause: "The server got a message that it does not know"),
        Code(number: 103, cause: "The server got a message that it can't read"),
        Code(number: 105, cause: "The versions of the protocol do not fit"),
        Code(number: 106, cause: "The server does not know the session"),
        Code(number: 107, cause: "The number of the session is in use"),
        Code(number: 108, cause: "The file is being synced by another session"),
        Code(number: 109, cause: "A message came out of order"),
        Code(number: 111, cause: "The head of a changeset can't be read"),
        Code(number: 112, cause: "A changeset has another size than its head says"),
        Code(number: 216, cause: "A changeset names an origin that the server does not know"),
        Code(number: 233, cause: "The progress that the client states can't be"),
      ]),
    ErrorFamily(
      identifier: "wrong-sync-type", statusNames: ["WrongSyncType"],
      cause:
        "The client is set to partition-based sync and the server to flexible sync, or reversed",
      dataNow: .dataStays, nextSteps: ["Configure the client for the server's kind of sync."],
      codes: [
        Code(number: 113, cause: "The server uses flexible sync, and the client partitions"),
        Code(number: 114, cause: "The server uses partitions, and the client flexible sync"),
      ]),
    ErrorFamily(
      identifier: "schema-version", statusNames: ["SyncSchemaMigrationError"],
      cause: "Client and server are at different versions of the schema",
      dataNow: """
        With 236 unsynced changes are uploaded first, and then the file is downloaded anew in the new \
        version; with 235 nothing happens to the data.
        """,
      nextSteps: ["Let the client upload everything before its schema version is raised again."],
      codes: [
        Code(number: 235, cause: "The server does not know the client's schema version"),
        Code(number: 236, cause: "The file was last synced with another schema version"),
      ]),
    ErrorFamily(
      identifier: "error-that-ends-the-process", statusNames: [],
      cause:
        "A number of old servers that Realm Core has no error for: receiving it ends the process",
      dataNow: "The file stays as it is, and the next launch meets the same error.",
      nextSteps: ["The server must not send this number; look at what stands in its place."],
      codes: [104, 202, 203, 205, 207, 214, 215, 218, 219, 220, 221, 224].map { number in
        Code(
          number: number,
          cause: """
            A number of old servers that Realm Core has no error for: receiving it ends the process
            """)
      }),
  ]
}
