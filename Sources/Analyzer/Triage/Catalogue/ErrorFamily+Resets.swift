// The numbers whose meaning is that a file can't go on as it is, and those that often come with a reset
// (Realm Core: `sync/protocol.hpp`, `sync/noinst/protocol_codec.hpp`).
extension ErrorFamily {
  static let clientResets: [ErrorFamily] = [
    ErrorFamily(
      identifier: "client-reset-required", statusNames: ["SyncClientResetRequired"],
      cause: "The server does not take this file for sync as it is",
      dataNow: .actionDecides, nextSteps: [.explainAction, .compareModes],
      codes: [
        Code(
          number: 208,
          cause: """
            The server does not know this file's identifier: sync was terminated and enabled again, \
            or the server was restored from a backup
            """,
          phrases: ["Bad client file identifier (IDENT)"]),
        Code(
          number: 209,
          cause: """
            The file has seen versions that the server does not have: the server was restored from a \
            backup. What it had acknowledged since that backup counts as synced, and is not recovered
            """,
          phrases: ["Bad server version (IDENT"]),
        Code(
          number: 210,
          cause: """
            The server has changes of this client that the file itself does not have: the file is an \
            older copy of itself
            """,
          phrases: ["Bad client version (IDENT"]),
        Code(
          number: 211,
          cause: """
            Client and server disagree about a version that both have: the server was restored or \
            replaced. What it had acknowledged and does not have now is not recovered
            """,
          phrases: ["Diverging histories (IDENT)"]),
        Code(
          number: 217, cause: "This file can't be synced any more",
          phrases: ["Synchronization no longer possible for client-side file"]),
        Code(
          number: 222,
          cause: """
            The client was away for longer than the server keeps its history (the maximum offline \
            time)
            """,
          phrases: ["Client file has expired"]),
      ]),
    ErrorFamily(
      identifier: "message-too-large", statusNames: ["LimitExceeded"],
      cause: """
        An upload was larger than the server takes. The client itself then asks for a reset, with the \
        action ClientReset
        """,
      dataNow: """
        In an automatic mode the reset runs. What is recovered is uploaded again in the same \
        transactions, so one that is too large is so again, and the next reset meets a record of \
        this one.
        """,
      nextSteps: [
        "Find the large transaction: `tracetool cat --kind localCommit --instructions`.",
        "Write in smaller transactions, or raise the server's limit before the client connects again.",
        .compareModes,
      ],
      codes: [
        Code(
          number: 1009, cause: "The server closed the connection because a message was too large",
          phrases: [
            """
            Sync websocket closed because the server received a message that was too large
            """
          ])
      ]),
    ErrorFamily(
      identifier: "migration", statusNames: [],
      cause: "The server moves the app to the other kind of sync",
      dataNow: """
        A client reset into the other kind of sync follows, whatever the mode; mode Manual is not \
        provided for. Unsynced changes are recovered or discarded as the mode says.
        """,
      nextSteps: ["Set an automatic mode before the server migrates.", .compareModes],
      codes: [
        Code(number: 232, cause: "The server moves the app from partitions to flexible sync"),
        Code(number: 234, cause: "The server takes the move to flexible sync back"),
      ]),
  ]
}
