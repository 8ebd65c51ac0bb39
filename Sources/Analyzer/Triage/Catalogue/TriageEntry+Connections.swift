// How a WebSocket ended (Realm Core: `sync/noinst/client_impl_base.cpp`).
extension TriageEntry {
  static let connections: [TriageEntry] = [
    ErrorFamily(
      identifier: "connection-lost", statusNames: [],
      cause: "The connection ended; the client connects again",
      dataNow: .nothingLost, nextSteps: ["Nothing: the client connects again by itself."],
      codes: [1000, 1001, 1002, 1003, 1004, 1005, 1007, 1008, 1010, 1011, 1015]
        .map {
          ErrorFamily.Code(number: $0, cause: "The connection ended; the client connects again")
        }
        + [4400, 4401, 4402, 4403, 4404].map {
          ErrorFamily.Code(number: $0, cause: "The server can't be reached; the client tries again")
        }),
    ErrorFamily(
      identifier: "connection-refused", statusNames: [],
      cause: "The server does not let the user connect",
      dataNow: "Nothing is lost: unsynced changes stay in the file until the user can sync again.",
      nextSteps: ["Log the user in again, and check the server's address."],
      codes: [
        ErrorFamily.Code(
          number: 1006, cause: "The connection broke off; the user's access token is refreshed"),
        ErrorFamily.Code(
          number: 4001, cause: "The access token is not valid any more, and is refreshed"),
        ErrorFamily.Code(number: 4002, cause: "The user may not connect, and is logged out"),
        ErrorFamily.Code(
          number: 4003, cause: "The server has another address now, which is asked for"),
        ErrorFamily.Code(
          number: 4405, cause: "The server refuses the connection for good, or has moved"),
      ]),
  ].flatMap(\.entries)
}
