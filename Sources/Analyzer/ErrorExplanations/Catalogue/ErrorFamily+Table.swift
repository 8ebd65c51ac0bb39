internal import TraceFormat

// Error numbers (Realm Core: `sync/protocol.hpp`, `sync/noinst/protocol_codec.hpp`).
extension ErrorFamily {
  /// What a flexible sync client is told about its subscriptions.
  static let subscriptions = [
    ErrorFamily(
      .subscriptionRefused, .own, statusNames: ["InvalidSubscriptionQuery"], statusCodes: [1031],
      codes: [226])
  ]

  /// Numbers whose meaning is that a file can't go on as it is, and those that often come with a reset.
  static let clientResets = [
    ErrorFamily(
      .clientResetRequired, .decidedByAction, statusNames: ["SyncClientResetRequired"],
      statusCodes: [1032],
      codes: [
        Code(number: 208, phrases: ["Bad client file identifier (IDENT)"]),
        Code(number: 209, phrases: ["Bad server version (IDENT"]),
        Code(number: 210, phrases: ["Bad client version (IDENT"]),
        Code(number: 211, phrases: ["Diverging histories (IDENT)"]),
        Code(number: 217, phrases: ["Synchronization no longer possible for client-side file"]),
        Code(number: 222, phrases: ["Client file has expired"]),
      ]),
    ErrorFamily(
      .messageTooLarge, .own, statusNames: ["LimitExceeded"],
      codes: [
        Code(
          number: 1009,
          phrases: [
            """
            Sync websocket closed because the server received a message that was too large
            """, "Closing the websocket with error code=WebSocket: Message Too Big",
          ])
      ]),
    ErrorFamily(.migration, .own, statusNames: [], codes: [232, 234]),
  ]

  /// The server does not take what the client sends or asks for.
  static let refusals = [
    ErrorFamily(
      .changesetRefused, .syncError, statusNames: ["BadChangeset"],
      codes: [Code(number: 212, phrases: ["Bad changeset (UPLOAD)"])]),
    ErrorFamily(
      .schemaChangeRefused, .syncError, statusNames: ["InvalidSchemaChange"], statusCodes: [1036],
      codes: [Code(number: 225, phrases: ["Invalid schema change (UPLOAD)"])]),
    ErrorFamily(
      .compensatingWrite, .own, statusNames: ["SyncCompensatingWrite"], statusCodes: [1033],
      codes: [231]),
    ErrorFamily(
      .writeNotAllowed, .syncError, statusNames: ["SyncWriteNotAllowed"], statusCodes: [1044],
      codes: [230]),
    ErrorFamily(
      .objectAlreadyExists, .syncError, statusNames: ["ObjectAlreadyExists"], codes: [227]),
    ErrorFamily(
      .permissionsChanged, .decidedByAction, statusNames: ["SyncServerPermissionsChanged"],
      statusCodes: [1040],
      codes: [228]),
    ErrorFamily(
      .noAccess, .syncError,
      statusNames: [
        "SyncPermissionDenied", "SyncUserMismatch", "BadSyncPartitionValue",
      ], statusCodes: [1029, 1037, 1041], codes: [204, 206, 223]),
  ]

  /// Errors about the protocol itself.
  static let protocolFaults = [
    ErrorFamily(
      .connectionClosed, .nothing, statusNames: ["ConnectionClosed"], statusCodes: [1030],
      codes: [100, 200, 229]),
    ErrorFamily(.otherError, .syncError, statusNames: ["RuntimeError"], codes: [101, 110, 201]),
    ErrorFamily(
      .protocolViolation, .syncError, statusNames: ["SyncProtocolInvariantFailed"],
      statusCodes: [1038, 1039],
      codes: [102, 103, 105, 106, 107, 108, 109, 111, 112, 216, 233]),
    ErrorFamily(.errorWithoutItsName, .syncError, statusNames: [], codes: []),
    ErrorFamily(
      .wrongSyncType, .syncError, statusNames: ["WrongSyncType"], statusCodes: [1043],
      codes: [113, 114]),
    ErrorFamily(
      .schemaVersion, .own, statusNames: ["SyncSchemaMigrationError"], statusCodes: [1046],
      codes: [235, 236]),
    // Numbers of old servers that Realm Core has no error for.
    ErrorFamily(
      .errorThatEndsTheProcess, .own, statusNames: [],
      codes: [104, 202, 203, 205, 207, 214, 215, 218, 219, 220, 221, 224]),
  ]

  /// How a WebSocket ended (Realm Core: `sync/noinst/client_impl_base.cpp`).
  static let connections = [
    ErrorFamily(
      .connectionLost, .nothing, statusNames: [], statusCodes: [1034, 1035, 1042],
      codes: [
        1000, 1001, 1002, 1003, 1004, 1005, 1007, 1008, 1010, 1011, 1015,
        4400, 4401, 4402, 4403, 4404,
      ]),
    ErrorFamily(.connectionRefused, .own, statusNames: [], codes: [1006, 4001, 4002, 4003, 4405]),
  ]
}
