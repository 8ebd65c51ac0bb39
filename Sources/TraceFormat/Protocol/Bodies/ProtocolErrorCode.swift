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
  public static func message(_ code: Int32) -> String? { messages[code] }

  package static let known: [Int32] = table.keys.sorted()

  /// Whether the number concerns the whole connection.
  public static func isConnectionLevel(_ code: Int32) -> Bool { (100..<200).contains(code) }

  /// Whether the meaning of the number is that the file cannot go on as it is.
  public static func requiresClientReset(_ code: Int32) -> Bool {
    clientName(code) == "SyncClientResetRequired"
  }

  private static let table: [Int32: (name: String, clientName: String?)] = [
    100: ("connection_closed", "ConnectionClosed"),
    101: ("other_error", "RuntimeError"),
    102: ("unknown_message", "SyncProtocolInvariantFailed"),
    103: ("bad_syntax", "SyncProtocolInvariantFailed"),
    104: ("limits_exceeded", nil),
    105: ("wrong_protocol_version", "SyncProtocolInvariantFailed"),
    106: ("bad_session_ident", "SyncProtocolInvariantFailed"),
    107: ("reuse_of_session_ident", "SyncProtocolInvariantFailed"),
    108: ("bound_in_other_session", "SyncProtocolInvariantFailed"),
    109: ("bad_message_order", "SyncProtocolInvariantFailed"),
    110: ("bad_decompression", "RuntimeError"),
    111: ("bad_changeset_header_syntax", "SyncProtocolInvariantFailed"),
    112: ("bad_changeset_size", "SyncProtocolInvariantFailed"),
    113: ("switch_to_flx_sync", "WrongSyncType"),
    114: ("switch_to_pbs", "WrongSyncType"),
    200: ("session_closed", "ConnectionClosed"),
    201: ("other_session_error", "RuntimeError"),
    202: ("token_expired", nil),
    203: ("bad_authentication", nil),
    204: ("illegal_realm_path", "BadSyncPartitionValue"),
    205: ("no_such_realm", nil),
    206: ("permission_denied", "SyncPermissionDenied"),
    207: ("bad_server_file_ident", nil),
    208: ("bad_client_file_ident", "SyncClientResetRequired"),
    209: ("bad_server_version", "SyncClientResetRequired"),
    210: ("bad_client_version", "SyncClientResetRequired"),
    211: ("diverging_histories", "SyncClientResetRequired"),
    212: ("bad_changeset", "BadChangeset"),
    214: ("partial_sync_disabled", nil),
    215: ("unsupported_session_feature", nil),
    216: ("bad_origin_file_ident", "SyncProtocolInvariantFailed"),
    217: ("bad_client_file", "SyncClientResetRequired"),
    218: ("server_file_deleted", nil),
    219: ("client_file_blacklisted", nil),
    220: ("user_blacklisted", nil),
    221: ("transact_before_upload", nil),
    222: ("client_file_expired", "SyncClientResetRequired"),
    223: ("user_mismatch", "SyncUserMismatch"),
    224: ("too_many_sessions", nil),
    225: ("invalid_schema_change", "InvalidSchemaChange"),
    226: ("bad_query", "InvalidSubscriptionQuery"),
    227: ("object_already_exists", "ObjectAlreadyExists"),
    228: ("server_permissions_changed", "SyncServerPermissionsChanged"),
    229: ("initial_sync_not_completed", "ConnectionClosed"),
    230: ("write_not_allowed", "SyncWriteNotAllowed"),
    231: ("compensating_write", "SyncCompensatingWrite"),
    232: ("migrate_to_flx", "WrongSyncType"),
    233: ("bad_progress", "SyncProtocolInvariantFailed"),
    234: ("revert_to_pbs", "WrongSyncType"),
    235: ("bad_schema_version", "SyncSchemaMigrationError"),
    236: ("schema_version_changed", "SyncSchemaMigrationError"),
  ]
}
