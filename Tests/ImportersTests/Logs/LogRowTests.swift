import Importers
import Testing
import TraceFormat

/// A message of the sync client: what stands in front of it, its level and the last name of its category.
struct LoggedMessage: Sendable, CustomTestStringConvertible {
  enum Prefix: String, Sendable {
    case session = "Connection[1] Session[2]: "
    case connection = "Connection[1] "
    case database = "DB: 140230 Thread 7: "
    case none = ""
  }

  var prefix: Prefix
  var level: String
  var category: String
  var text: String

  init(_ prefix: Prefix, _ level: String, _ category: String, _ text: String) {
    (self.prefix, self.level, self.category, self.text) = (prefix, level, category, text)
  }

  var testDescription: String { text }
}

/// Every kind of message that Realm Core and the SDKs write about sync: each is understood, and tells the level that
/// its log has.
@Suite struct LogRowTests {
  @Test(arguments: connections + sessions + traffic + errors + resets + outside)
  func `Every message is known`(_ message: LoggedMessage) {
    let line = message.prefix.rawValue + message.text
    let log = ImportedLog(["Realm.Sync.Client.\(message.category) - \(line)"])
    #expect(log.summary.entryCount == 1)
    #expect(log.summary.unknownEntries.map(\.text) == [])
    #expect(log.summary.cutEntryCount == 0)
    #expect(
      log.summary.levels.map { "\($0.category) \($0.level)" } == [
        "\(message.category) \(message.level)"
      ])
  }

  @Test(arguments: connections + sessions + traffic + errors + resets)
  func `Versions before 14 put colons into the prefix`(_ message: LoggedMessage) {
    guard message.prefix != .none else { return }
    let prefix =
      message.prefix == .session ? "Connection[1]: Session[2]: " : "Connection[1]: "
    let log = ImportedLog([prefix + message.text])
    #expect(log.summary.entryCount == 1)
    #expect(log.summary.unknownEntryCount == 0)
  }

  @Test(arguments: [
    "Connection[1] Session[2]: Server log: hello", "Connection[1] Server[2] log: hello",
  ])
  func `What a server logs is noted, and its level is no level of the client's`(_ line: String) {
    let log = ImportedLog([line])
    #expect(log.notes.contains("the server's log: hello"))
    #expect(log.summary.levels.isEmpty)
  }

  private static let status = "SyncClientResetRequired: Bad client file identifier (IDENT)"
  private static let pending =
    "pending client reset of type: 'Recover' at: 2025-03-09 07:15:30.250000000 for error: \(status)"

  private static let connections: [LoggedMessage] = [
    .init(.none, "info", "Session", "Realm sync client ([realm-core-14.14.0])"),
    .init(.none, "debug", "Session", "Supported protocol versions: 2-14"),
    .init(.none, "debug", "Session", "Build mode: Release"),
    .init(.none, "debug", "Session", "Config param: one_connection_per_session = false"),
    .init(.none, "info", "Session", "Platform: Linux Linux 6.1 #1 x86_64"),
    .init(
      .connection, "info", "Session",
      "Connecting to 'wss://ws.example.org:443/api/client/v2.0/app/a/realm-sync'"),
    .init(.none, "detail", "Network", "Resolving 'ws.example.org:443'"),
    .init(.none, "info", "Network", "Connected to endpoint '10.0.0.1:443' (from '10.0.0.2:5000')"),
    .init(.none, "trace", "Network", "HTTP request ="),
    .init(.none, "trace", "Network", "HTTP response = HTTP/1.1 101 Switching Protocols"),
    .init(.connection, "detail", "Session", "Negotiated protocol version: 14"),
    .init(
      .connection, "info", "Session",
      "Connected to app services with request id: \"65aa\". Further log entries for this connection will be prefixed with \"Connection[1:65aa]\""
    ),
    .init(
      .none, "error", "Network",
      "Websocket: Expected HTTP response 101 Switching Protocols, but received:"),
    .init(
      .connection, "info", "Session",
      "Closing the websocket with error code=WebSocket: Read Error, message='End of input', was_clean=false"
    ),
    .init(.connection, "info", "Session", "Connection closed due to error: ConnectionClosed: x"),
    .init(.connection, "info", "Session", "Connection closed due to error"),
    .init(
      .connection, "info", "Session",
      "Connection closed due to transient error: ConnectionClosed: x"),
    .init(
      .connection, "info", "Session", "Connection closed due to error reported by server: x (1011)"),
    .init(.connection, "detail", "Session", "Allowing reconnection in 1000 milliseconds"),
    .init(.connection, "info", "Session", "Connect timeout"),
    .init(.connection, "info", "Session", "Disconnected"),
    .init(.connection, "debug", "Session", "Destroying connection object"),
    .init(.connection, "debug", "Session", "Sending: PING(timestamp=17, rtt=0)"),
    .init(.connection, "debug", "Session", "Received: PONG(timestamp=17)"),
  ]

  private static let sessions: [LoggedMessage] = [
    .init(.session, "info", "Session", "Binding '/app/r/notes.realm' to '\"partition\"'"),
    .init(
      .session, "info", "Session",
      "client_reset_config = false, Realm exists = true, upload messages allowed = yes"),
    .init(
      .session, "info", "Session",
      "client_reset_config = false, Realm exists = true, client reset = false"),
    .init(.session, "debug", "Session", "client_file_ident = 7, client_file_ident_salt = 9001"),
    .init(.session, "debug", "Session", "last_version_available = 12"),
    .init(.session, "debug", "Session", "progress_download_server_version = 20"),
    .init(.session, "debug", "Session", "progress_download_client_version = 11"),
    .init(.session, "debug", "Session", "progress_upload_server_version = 20"),
    .init(.session, "debug", "Session", "progress_upload_client_version = 11"),
    .init(.session, "info", "Reset", "Tracking \(pending)"),
    .init(
      .session, "info", "Reset",
      "Tracking pending 'MigrateToFLX' client reset of type: 'Recover' at: 2025-03-09 07:15:30 for error: \(status)"
    ),
    .init(
      .session, "info", "Reset",
      "Tracking pending client reset of type \"Recover\" from 2025-03-09 07:15:30"),
    .init(
      .session, "debug", "Session",
      "Sending: BIND(session_ident=2, need_client_file_ident=true, is_subserver=false, json_data=\"{\"sessionReason\":0}\")"
    ),
    .init(
      .session, "debug", "Session",
      "Sending: BIND(session_ident=2, need_client_file_ident=true, is_subserver=false, server_path=\"p\")"
    ),
    .init(
      .session, "debug", "Session",
      "Received: IDENT(client_file_ident=7, client_file_ident_salt=9001)"),
    .init(
      .session, "debug", "Session",
      "Sending: IDENT(client_file_ident=7, client_file_ident_salt=9001, scan_server_version=20, scan_client_version=11, latest_server_version=20, latest_server_version_salt=5)"
    ),
    .init(
      .session, "debug", "Session",
      "Sending: QUERY(query_version=1, query_size=2, query=\"{}\", snapshot_version=4)"),
    .init(
      .session, "info", "Session",
      "Received QUERY_ERROR \"bad query\" (error_code=300, query_version=1)"),
    .init(.session, "debug", "Session", "Activating"),
    .init(.session, "debug", "Session", "Suspended"),
    .init(.session, "debug", "Session", "Resumed"),
    .init(.session, "debug", "Session", "Will attempt to resume session after 300000 milliseconds"),
    .init(.session, "debug", "Session", "Initiating deactivation"),
    .init(.session, "debug", "Session", "Deactivation completed"),
    .init(
      .session, "debug", "Session",
      "Progress handler called, downloaded = 1, downloadable = 1, estimate = 1, uploaded = 0, uploadable = 40, estimate = 0, snapshot version = 9, query_version = 1"
    ),
  ]

  private static let traffic: [LoggedMessage] = [
    .init(
      .session, "debug", "Session",
      "Received: DOWNLOAD(download_server_version=21, download_client_version=11, latest_server_version=21, latest_server_version_salt=5, upload_client_version=11, upload_server_version=20, progress_estimate=1, batch_state=SteadyState, query_version=2, num_changesets=0, ...)"
    ),
    .init(
      .session, "debug", "Session",
      "Received: DOWNLOAD(download_server_version=21, download_client_version=11, latest_server_version=21, latest_server_version_salt=5, upload_client_version=11, upload_server_version=20, downloadable_bytes=0, last_in_batch=true, query_version=2, num_changesets=0, ...)"
    ),
    .init(
      .session, "debug", "Session",
      "Received: DOWNLOAD(download_server_version=21, download_client_version=11, latest_server_version=21, latest_server_version_salt=5, upload_client_version=11, upload_server_version=20, downloadable_bytes=0, num_changesets=0, ...)"
    ),
    .init(
      .session, "debug", "Session", "1 remote changeset integrated, producing client version 12"),
    .init(
      .session, "debug", "Session", "3 remote changesets integrated, producing client version 12"),
    .init(.session, "debug", "Changeset", "Integrated 3 changesets out of 3"),
    .init(
      .connection, "debug", "Changeset",
      "Download message compression: session_ident=2, is_body_compressed=true, compressed_body_size=20, uncompressed_body_size=61"
    ),
    .init(
      .connection, "debug", "Changeset",
      "Received: DOWNLOAD CHANGESET(session_ident=2, server_version=21, client_version=11, origin_timestamp=321264930000, origin_file_ident=3, original_changeset_size=61, changeset_size=61)"
    ),
    .init(.connection, "trace", "Changeset", "Changeset: 3F 00 01"),
    .init(.connection, "trace", "Changeset", "Changeset(comp): 3 eJyzZwAAAEIAQg=="),
    .init(.session, "trace", "Changeset", "Changeset: 3F 00 01"),
    .init(.session, "trace", "Changeset", "Changeset(comp): 3 eJyzZwAAAEIAQg=="),
    .init(.connection, "trace", "Changeset", "Changeset (parsed):"),
    .init(
      .session, "info", "Session",
      "Begin processing pending FLX bootstrap for query version 1. (changesets: 3, original total changeset size: 400)"
    ),
    .init(
      .session, "info", "Session",
      "Integrated 3 changesets from pending bootstrap for query version 1, producing client version 5 in 2 ms. 0 changesets remaining in bootstrap"
    ),
    .init(.session, "info", "Session", "Incomplete pending bootstrap found for query version 1"),
    .init(
      .session, "debug", "Changeset",
      "Created new pending bootstrap object with 3 changesets for query version 1"),
    .init(.session, "debug", "Changeset", "Added batch of 3 changesets to bootstrap"),
    .init(.session, "debug", "Changeset", "Finalized bootstrap"),
    .init(.session, "debug", "Changeset", "Removing pending bootstrap obj for query version 1"),
    .init(.session, "debug", "Changeset", "Clearing incomplete bootstrap for query version 1"),
    .init(
      .session, "debug", "Changeset",
      "Finished changeset indexing (incoming: 1 changeset(s) / 2 instructions, local: 0 changeset(s) / 0 instructions, conflict group(s): 1)"
    ),
    .init(
      .session, "debug", "Changeset",
      "Finished transforming 0 local changesets through 1 incoming changesets (0 vs 2 instructions, in 1 conflict groups)"
    ),
    .init(
      .session, "debug", "Session",
      "Sending: UPLOAD(progress_client_version=13, progress_server_version=21, locked_server_version=21, num_changesets=0)"
    ),
    .init(
      .session, "debug", "Changeset",
      "Fetching changeset for upload (client_version=12, server_version=20, changeset_size=48, origin_timestamp=321264940000, origin_file_ident=0)"
    ),
    .init(.session, "trace", "Session", "UPLOAD not allowed (upload not allowed)"),
    .init(
      .session, "trace", "Session",
      "Empty UPLOAD was skipped (progress_client_version=1, progress_server_version=1)"),
    .init(
      .session, "trace", "Session",
      "Limiting UPLOAD message up to version 4 to send QUERY version 2"),
    .init(.session, "debug", "Session", "Sending: MARK(request_ident=1)"),
    .init(.session, "debug", "Session", "Received: MARK(request_ident=1)"),
    .init(.session, "debug", "Session", "Sending: UNBIND"),
    .init(.session, "debug", "Session", "Received: UNBOUND"),
    .init(
      .session, "error", "Session", "Failed to integrate downloaded changesets: BadChangeset: x"),
    .init(.session, "error", "Session", "Failed to parse, or apply received changeset: x"),
    .init(.session, "error", "Session", "Failed to transform received changeset: x"),
    .init(.session, "error", "Session", "Error integrating bootstrap changesets: x"),
    .init(
      .session, "info", "Session",
      "Sending: ERROR \"BadChangeset: x\" (error_code=112, session_ident=2)"),
  ]

  private static let errors: [LoggedMessage] = [
    .init(
      .connection, "trace", "Session",
      "Error message encoded as json: {\"message\":\"x\",\"action\":\"Warning\"}"),
    .init(
      .session, "info", "Session",
      "Received: ERROR \"x\" (error_code=208, is_fatal=true, error_action=ClientReset)"),
    .init(
      .session, "info", "Session",
      "Received: ERROR \"x\" (error_code=208, try_again=false, error_action=ClientReset)"),
    .init(
      .session, "info", "Session",
      "Received: ERROR \"x\" (error_code=208, try_again=0, recovery_disabled=0)"),
    .init(
      .connection, "info", "Session",
      "Received: ERROR \"x\" (error_code=100, is_fatal=false, session_ident=0, error_action=Transient)"
    ),
    .init(
      .session, "info", "Session",
      "Reporting compensating write for client version 31 in server version 88: x"),
  ]

  private static let resets: [LoggedMessage] = [
    .init(
      .session, "debug", "Reset",
      "Possibly beginning client reset operation: realm_path = /a.realm, mode = Recover, action = ClientReset, error = \(status)"
    ),
    .init(
      .session, "debug", "Reset",
      "Local Realm file has never been written to, so skipping client reset."),
    .init(.session, "info", "Reset", "Found a previous \(pending)"),
    .init(
      .session, "info", "Reset",
      "New 'MigrateToFLX' client reset of type: 'Recover' is incompatible - clearing previous reset"
    ),
    .init(
      .session, "info", "Reset",
      "A previous 'Recover' mode reset from 2025-03-09 07:31:12.010000000 downgrades this mode ('DiscardLocal') to DiscardLocal"
    ),
    .init(
      .session, "info", "Reset",
      "Client reset in 'RecoverOrDiscard' is choosing 'DiscardLocal' because the server does not permit recovery for this client"
    ),
    .init(
      .session, "info", "Reset",
      "A previous reset was detected of type: 'Recover' at: 2025-03-09 07:31:12"),
    .init(
      .session, "info", "Reset",
      "Client reset: path_local = /a.realm, client_file_ident = (ident: 12, salt: 443), remote_path = /a.realm.fresh, requested_mode = Recover, recovery_is_allowed = true, actual_mode = Recover, will_recover = true"
    ),
    .init(
      .session, "info", "Reset",
      "Client reset, path_local = /a.realm, client_file_ident.ident = 12, client_file_ident.salt = 443,remote = /a.realm.fresh, mode = DiscardLocal, recovery_is_allowed = true"
    ),
    .init(
      .session, "info", "Reset",
      "Client reset: path_local = /a.realm, fresh_file_ident = (ident: 12, salt: 443), fresh_server_version = (ident: 30, salt: 6), remote_path = /a.realm.fresh, requested_mode = Recover, action = ClientReset, actual_mode = Recover, will_recover = true, originating_error = \(status)"
    ),
    .init(.session, "info", "Session", "Local changesets to recover: 3"),
    .init(.session, "trace", "Reset", "Recovering changeset: Update x"),
    .init(.session, "warn", "Reset", "Cannot recover 'Update' which operates on a deleted object"),
    .init(
      .session, "warn", "Reset",
      "Discarding a local ArrayInsert made to an embedded object which no longer exists along path 'class_T.f'"
    ),
    .init(
      .session, "warn", "Reset",
      "Discarding a local Update because the key 'k' does not exist in a dictionary along path 'k.class_T'"
    ),
    .init(
      .session, "warn", "Session",
      "Discarding a local Clear made to a collection which no longer exists along path. Error: x"),
    .init(.session, "warn", "Reset", "Discarding an update which links to a deleted object"),
    .init(.session, "warn", "Reset", "Discarding ArrayInsert which links to a deleted object"),
    .init(.session, "warn", "Reset", "Discarding a SetInsert which links to a deleted object"),
    .init(
      .session, "debug", "Reset",
      "Recovery overwrites list for 'class_T.pk=1.l[key='k']' size: 3 -> 2"),
    .init(
      .session, "warn", "Reset",
      "Discarding a list recovery made to an object which could not be resolved. remote_path='x'"),
    .init(
      .session, "error", "Reset",
      "Unable to automatically recover local changes during client reset: 'x'"),
    .init(
      .session, "debug", "Reset",
      "transfer_group, src size = 3, dst size = 3, allow_schema_additions = true"),
    .init(.session, "debug", "Reset", "Table 'class_T' will remain"),
    .init(.session, "debug", "Reset", "Table 'class_T' will be removed"),
    .init(.session, "debug", "Reset", "The number of tables is 4"),
    .init(.session, "trace", "Reset", "Create column, table: class_T"),
    .init(.session, "debug", "Reset", "Removing objects in 'class_T'"),
    .init(.session, "debug", "Reset", "  removing '\"a\"'"),
    .init(
      .session, "debug", "Reset",
      "Creating missing objects for table 'class_T', number of rows = 4, primary_key_col = 1"),
    .init(.session, "debug", "Reset", "   created \"a\""),
    .init(.session, "debug", "Reset", "Updating values for table 'class_T', number of rows = 4"),
    .init(.session, "debug", "Reset", "  updating oid(65e2f0a1b2c3d4e5f6071829)"),
    .init(.session, "debug", "Session", "History adjustments: discarding 4 history entries"),
    .init(.session, "debug", "Session", "Client reset adjustments: discarding 4 history entries"),
    .init(
      .session, "debug", "Session",
      "Client reset adjustments: trimming 4 history entries and updating 2 of 3 remaining history entries:"
    ),
    .init(.session, "debug", "Session", "New uploadable bytes after client reset adjustment: 210"),
    .init(
      .session, "debug", "Session",
      "History adjustments: trimming 4 history entries and updating the remaining history entries (2)"
    ),
    .init(.session, "debug", "Session", "- 0: ident(0) changeset_size(40) remote_version(3)"),
    .init(
      .session, "debug", "Session",
      "Updating 5: client_version(7) changeset_size(40) server_version(3)"),
    .init(.session, "debug", "Session", "New uploadable bytes after history adjustment: 210"),
    .init(
      .session, "info", "Reset",
      "perform_client_reset_diff is done: old_version = (version: 42, index: 7), new_version = (version: 43, index: 8)"
    ),
    .init(
      .session, "info", "Reset",
      "perform_client_reset_diff is done, old_version.version = 42, old_version.index = 7, new_version.version = 43, new_version.index = 8"
    ),
    .init(.session, "debug", "Session", "Client reset is completed, path = /a.realm"),
    .init(
      .session, "debug", "Session",
      "upload_progress_client_version = 0, upload_progress_server_version = 0"),
    .init(
      .session, "debug", "Session",
      "download_progress_client_version = 0, download_progress_server_version = 30"),
    .init(
      .session, "error", "Session",
      "A fatal error occurred during 'ClientReset' client reset diff for \(status): 'x'"),
    .init(.session, "error", "Session", "A fatal error occurred during client reset: 'x'"),
    .init(.session, "error", "Session", "A fatal error occured during client reset: 'x'"),
    .init(
      .session, "warn", "Reset",
      "In ClientResetOperation::finalize, the fresh copy '/a.realm.fresh' could not be cleaned up"),
    .init(.session, "debug", "Reset", "Server has acknowledged \(pending)"),
    .init(.session, "debug", "Reset", "Removing client reset cycle detection tracker."),
    .init(
      .session, "debug", "Reset",
      #"Client reset of type "Recover" from 2025-03-09 07:15:30 has been acknowledged by the server. "#
        + "Removing cycle detection tracker."),
    .init(
      .session, "debug", "Reset",
      #"Was going to remove client reset tracker for type "Recover" from 2025-03-09 07:15:30, "#
        + "but it was already removed"),
    .init(.session, "debug", "Reset", "Client reset cycle detection tracker already removed."),
    .init(.session, "info", "Reset", "Found new some(\(pending))"),
    .init(
      .session, "error", "Reset",
      "Error while tracking client reset acknowledgement: OperationAborted: x"),
  ]

  private static let outside: [LoggedMessage] = [
    .init(.database, "detail", "Storage", "Open file: /a.realm"),
    .init(.database, "debug", "Transaction", "Initiate commit version: 12"),
    .init(.none, "error", "App", "App: refresh_access_token: 64f0u5er -> 401 ERROR: unauthorized"),
    .init(.none, "debug", "App", "App: refresh_access_token: user_id: 64f0u5er"),
    .init(.none, "debug", "App", "App: log_out(64f0u5er)"),
    .init(.none, "debug", "App", "App: do_request: GET https://example.org/"),
    .init(.none, "debug", "App", "App: call_function: f name: x args_bson: []"),
    .init(
      .none, "info", "SDK",
      "Client reset: attempting to automatically recover unsynced changes in Realm: /a.realm"),
    .init(
      .none, "info", "SDK",
      "Client reset: successfully recovered all unsynced changes in Realm: /a.realm"),
    .init(
      .none, "debug", "SDK",
      "Client reset: successful recovered all unsynced changes in Realm: /a.realm"),
    .init(
      .none, "info", "SDK",
      "Client reset: couldn't recover successfully, all unsynced changes were discarded in Realm: /a.realm"
    ),
    .init(.none, "error", "SDK", "Client reset: manual reset required for Realm in '/a.realm'"),
    .init(.none, "fatal", "SDK", "Client reset: manual reset requiredhttps://realm.example.org"),
    .init(
      .none, "error", "SDK",
      "An error has occurred while executing DiscardUnsyncedChangesHandler.OnBeforeReset during a client reset: System.Exception: x"
    ),
    .init(.none, "error", "SDK", "A client reset error occurred but no handler was supplied. x"),
    .init(.none, "error", "SDK", "ClientResetError message: x"),
  ]
}
