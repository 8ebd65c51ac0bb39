extension FamilyProse {
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
