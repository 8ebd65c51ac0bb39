// Errors about the protocol itself.
extension ErrorFamily {
  static let protocolFaults: [ErrorFamily] = [
    ErrorFamily(
      "connection-closed", statusNames: ["ConnectionClosed"], statusCodes: [1030],
      codes: [100, 200, 229]),
    ErrorFamily("other-error", statusNames: ["RuntimeError"], codes: [101, 110, 201]),
    ErrorFamily(
      "protocol-violation", statusNames: ["SyncProtocolInvariantFailed"],
      statusCodes: [1038, 1039],
      codes: [102, 103, 105, 106, 107, 108, 109, 111, 112, 216, 233]),
    ErrorFamily("error-without-its-name", statusNames: [], codes: []),
    ErrorFamily(
      "wrong-sync-type", statusNames: ["WrongSyncType"], statusCodes: [1043], codes: [113, 114]),
    ErrorFamily(
      "schema-version", statusNames: ["SyncSchemaMigrationError"], statusCodes: [1046],
      codes: [235, 236]),
    // Numbers of old servers that Realm Core has no error for.
    ErrorFamily(
      "error-that-ends-the-process", statusNames: [],
      codes: [104, 202, 203, 205, 207, 214, 215, 218, 219, 220, 221, 224]),
  ]
}
