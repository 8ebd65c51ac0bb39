// The numbers whose meaning is that a file can't go on as it is, and those that often come with a reset
// (Realm Core: `sync/protocol.hpp`, `sync/noinst/protocol_codec.hpp`).
extension ErrorFamily {
  static let clientResets: [ErrorFamily] = [
    ErrorFamily(
      "client-reset-required", statusNames: ["SyncClientResetRequired"], statusCodes: [1032],
      codes: [
        Code(number: 208, phrases: ["Bad client file identifier (IDENT)"]),
        Code(number: 209, phrases: ["Bad server version (IDENT"]),
        Code(number: 210, phrases: ["Bad client version (IDENT"]),
        Code(number: 211, phrases: ["Diverging histories (IDENT)"]),
        Code(number: 217, phrases: ["Synchronization no longer possible for client-side file"]),
        Code(number: 222, phrases: ["Client file has expired"]),
      ]),
    ErrorFamily(
      "message-too-large", statusNames: ["LimitExceeded"],
      codes: [
        Code(
          number: 1009,
          phrases: [
            """
            Sync websocket closed because the server received a message that was too large
            """, "Closing the websocket with error code=WebSocket: Message Too Big",
          ])
      ]),
    ErrorFamily("migration", statusNames: [], codes: [232, 234]),
  ]
}
