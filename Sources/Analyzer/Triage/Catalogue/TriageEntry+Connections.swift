// How a WebSocket ended (Realm Core: `sync/noinst/client_impl_base.cpp`).
extension TriageEntry {
  static let connections: [TriageEntry] = [
    ErrorFamily(
      "connection-lost", statusNames: [], statusCodes: [1034, 1035, 1042],
      codes: [
        1000, 1001, 1002, 1003, 1004, 1005, 1007, 1008, 1010, 1011, 1015,
        4400, 4401, 4402, 4403, 4404,
      ]),
    ErrorFamily("connection-refused", statusNames: [], codes: [1006, 4001, 4002, 4003, 4405]),
  ].flatMap(\.entries)
}
