/// The error numbers of the sync protocol (Realm Core: `sync/protocol.hpp`, `ProtocolError`).
public enum ProtocolErrorCode {
  /// The protocol's own name of a number, such as `bad_client_file_ident`; nil for a number that
  /// Realm Core does not know.
  public static func name(_ code: Int32) -> String? { table[code]?.name }

  /// The error that the client reports to the app, such as `SyncClientResetRequired`.
  ///
  /// Nil for the numbers at which Realm Core ends the process, because it knows no such error.
  public static func clientName(_ code: Int32) -> String? {
    guard let entry = table[code] else { return "UnknownError" }
    return entry.clientName
  }

  /// The name under which the app sees an error: the client's, or the protocol's where the client has none.
  package static func reportedName(_ code: Int32) -> String {
    clientName(code) ?? name(code) ?? "UnknownError"
  }

  /// The text that servers send with a number, without what Realm Core puts around it (`sync/protocol.cpp`,
  /// `get_protocol_error_message`); nil for a number that Realm Core does not know.
  public static func message(_ code: Int32) -> String? { table[code]?.message }

  package static let known: [Int32] = table.keys.sorted()

  /// Whether the number concerns the whole connection.
  public static func isConnectionLevel(_ code: Int32) -> Bool { (100..<200).contains(code) }

  /// Whether the meaning of the number is that the file cannot go on as it is.
  public static func requiresClientReset(_ code: Int32) -> Bool {
    clientName(code) == resetRequired
  }

  static let invariantFailed = "SyncProtocolInvariantFailed"
  private static let resetRequired = "SyncClientResetRequired"

  private static let table: [Int32: (name: String, clientName: String?, message: String)] = [
    100: ("connection_closed", "ConnectionClosed", "Connection closed (no error)"),
    101: ("other_error", "RuntimeError", "Other connection level error"),
    102: ("unknown_message", invariantFailed, "Unknown type of input message"),
    103: ("bad_syntax", invariantFailed, "Bad syntax in input message head"),
    104: ("limits_exceeded", nil, "Limits exceeded in input message"),
    105: ("wrong_protocol_version", invariantFailed, "Wrong protocol version (CLIENT)"),
    106: ("bad_session_ident", invariantFailed, "Bad session identifier in input message"),
    107: (
      "reuse_of_session_ident", invariantFailed,
      "Overlapping reuse of session identifier (BIND)"
    ),
    108: ("bound_in_other_session", invariantFailed, "Client file bound in other session (IDENT)"),
    109: ("bad_message_order", invariantFailed, "Bad input message order"),
    110: ("bad_decompression", "RuntimeError", "Bad decompression of message"),
    111: ("bad_changeset_header_syntax", invariantFailed, "Bad changeset header syntax"),
    112: ("bad_changeset_size", invariantFailed, "Bad changeset size"),
    113: (
      "switch_to_flx_sync", "WrongSyncType",
      "Wrong wire protocol, switch to the flexible sync wire protocol"
    ),
    114: (
      "switch_to_pbs", "WrongSyncType",
      "Wrong wire protocol, switch to the partition-based sync wire protocol"
    ),
    200: ("session_closed", "ConnectionClosed", "Session closed (no error)"),
    201: ("other_session_error", "RuntimeError", "Other session level error"),
    202: ("token_expired", nil, "Access token expired"),
    203: ("bad_authentication", nil, "Bad user authentication (BIND)"),
    204: ("illegal_realm_path", "BadSyncPartitionValue", "Illegal Realm path (BIND)"),
    205: ("no_such_realm", nil, "No such Realm (BIND)"),
    206: ("permission_denied", "SyncPermissionDenied", "Permission denied (BIND)"),
    207: ("bad_server_file_ident", nil, "Bad server file identifier (IDENT)"),
    208: ("bad_client_file_ident", resetRequired, "Bad client file identifier (IDENT)"),
    209: ("bad_server_version", resetRequired, "Bad server version (IDENT)"),
    210: ("bad_client_version", resetRequired, "Bad client version (IDENT, UPLOAD)"),
    211: ("diverging_histories", resetRequired, "Diverging histories (IDENT)"),
    212: ("bad_changeset", "BadChangeset", "Bad changeset (UPLOAD)"),
    214: ("partial_sync_disabled", nil, "Query-based sync is disabled"),
    215: ("unsupported_session_feature", nil, "Unsupported session-level feature"),
    216: ("bad_origin_file_ident", invariantFailed, "Bad origin file identifier (UPLOAD)"),
    217: (
      "bad_client_file", resetRequired,
      "Synchronization no longer possible for client-side file"
    ),
    218: ("server_file_deleted", nil, "Server file was deleted while a session was bound to it"),
    219: ("client_file_blacklisted", nil, "Client file has been blacklisted (IDENT)"),
    220: ("user_blacklisted", nil, "User has been blacklisted (BIND)"),
    221: ("transact_before_upload", nil, "Serialized transaction before upload completion"),
    222: ("client_file_expired", resetRequired, "Client file has expired"),
    223: ("user_mismatch", "SyncUserMismatch", "User mismatch for client file identifier (IDENT)"),
    224: ("too_many_sessions", nil, "Too many sessions in connection (BIND)"),
    225: ("invalid_schema_change", "InvalidSchemaChange", "Invalid schema change (UPLOAD)"),
    226: (
      "bad_query", "InvalidSubscriptionQuery",
      "Client query is invalid/malformed (IDENT, QUERY)"
    ),
    227: (
      "object_already_exists", "ObjectAlreadyExists",
      "Client tried to create an object that already exists outside their view (UPLOAD)"
    ),
    228: (
      "server_permissions_changed", "SyncServerPermissionsChanged",
      "Server permissions for this file ident have changed since the last time it was used (IDENT)"
    ),
    229: (
      "initial_sync_not_completed", "ConnectionClosed",
      "Client tried to open a session before initial sync is complete (BIND)"
    ),
    230: (
      "write_not_allowed", "SyncWriteNotAllowed",
      """
      Client attempted a write that is disallowed by permissions, or modifies an object \
      outside the current query - requires client reset
      """
    ),
    231: (
      "compensating_write", "SyncCompensatingWrite",
      """
      Client attempted a write that is disallowed by permissions, or modifies an object \
      outside the current query, and the server undid the change
      """
    ),
    232: ("migrate_to_flx", "WrongSyncType", "Server migrated to flexible sync"),
    233: ("bad_progress", invariantFailed, "Bad progress information (DOWNLOAD)"),
    234: ("revert_to_pbs", "WrongSyncType", "Server rolled back to partition-based sync"),
    235: (
      "bad_schema_version", "SyncSchemaMigrationError",
      "Client tried to open a session with an invalid schema version (BIND)"
    ),
    236: (
      "schema_version_changed", "SyncSchemaMigrationError",
      "Client opened a session with a new valid schema version"
    ),
  ]
}
