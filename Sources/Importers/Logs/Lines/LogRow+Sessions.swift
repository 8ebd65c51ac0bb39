// Clients, connections and what sessions say of themselves (reference: Realm Core 10 to 14.14).
extension LogRow {
  static let connections: [LogRow] = [
    LogRow(
      .clientStart, .none, .info, "Session", "Realm sync client ([realm-core-<version>])",
      isUnmistakable: true),
    LogRow(.buildMode, .none, .debug, "Session", "Build mode: <mode>"),
    LogRow(.clientConfig, .none, .debug, "Session", "Supported protocol versions: <*>"),
    LogRow(.clientConfig, .none, .info, "Session", "Platform: <*>"),
    LogRow(.clientConfig, .none, .debug, "Session", "Config param: <*>"),
    LogRow(.clientConfig, .none, .debug, "Session", "User agent string: <*>"),
    LogRow(.connecting, .either, .info, "Session", "Connecting to '<address>'"),
    LogRow(.network, .none, .detail, "Network", "Resolving '<*>"),
    LogRow(.network, .none, .info, "Network", "Connected to endpoint '<*>"),
    LogRow(.network, .either, .detail, "Session", "Resolving '<*>"),
    LogRow(.network, .either, .info, "Session", "Connected to endpoint '<*>"),
    LogRow(
      .httpDump, .none, .trace, "Network", "HTTP request =<text>", isUnmistakable: true),
    LogRow(
      .httpDump, .none, .trace, "Network", "HTTP response =<text>", isUnmistakable: true),
    LogRow(.httpDump, .either, .trace, "Session", "HTTP request =<text>"),
    LogRow(.httpDump, .either, .trace, "Session", "HTTP response =<text>"),
    LogRow(
      .negotiatedVersion, .either, .detail, "Session", "Negotiated protocol version: <version>"),
    LogRow(.requestIdent, .either, .info, "Session", "Connected to app services with <*>"),
    LogRow(
      .handshakeRefused, .none, .error, "Network",
      "Websocket: Expected HTTP response 101 Switching Protocols, but received:<text>",
      isUnmistakable: true),
    LogRow(
      .handshakeRefused, .either, .error, "Session",
      "Websocket: Expected HTTP response 101 Switching Protocols, but received:<text>"),
    LogRow(
      .websocketClosed, .either, .info, "Session",
      "Closing the websocket with error code=WebSocket: <name>, message='<message*>', was_clean=<clean>"
    ),
    LogRow(
      .connectionClosed, .either, .info, "Session", "Connection closed due to error: <status>"),
    LogRow(
      .connectionClosed, .either, .info, "Session",
      "Connection closed due to transient error: <status>"),
    LogRow(
      .connectionClosed, .either, .info, "Session",
      "Connection closed due to error reported by server: <status>"),
    LogRow(.connectionEnd, .either, .detail, "Session", "Allowing reconnection in <*>"),
    LogRow(.connectionEnd, .either, .info, "Session", "Connect timeout"),
    LogRow(.connectionEnd, .either, .info, "Session", "Disconnected"),
    LogRow(.connectionEnd, .either, .debug, "Session", "Destroying connection object"),
    LogRow(
      .ping, .either, .debug, "Session", "Sending: PING(timestamp=<timestamp>, rtt=<rtt>)"),
    LogRow(.pong, .either, .debug, "Session", "Received: PONG(timestamp=<timestamp>)"),
  ]

  static let sessions: [LogRow] = [
    LogRow(.binding, .session, .info, "Session", "Binding '<file>' to '<partition*>'"),
    LogRow(.sessionConfig, .session, .info, "Session", "client_reset_config = <fields>"),
    LogRow(
      .storedIdent, .session, .debug, "Session",
      "client_file_ident = <ident>, client_file_ident_salt = <salt>"),
    LogRow(.storedProgress, .session, .debug, "Session", "last_version_available = <*>"),
    LogRow(.storedProgress, .session, .debug, "Session", "progress_<*>"),
    LogRow(.storedProgress, .session, .debug, "Session", "upload_progress_<*>"),
    LogRow(.storedProgress, .session, .debug, "Session", "download_progress_<*>"),
    LogRow(.tracking, .session, .info, "Reset", "Tracking pending <pending>"),
    LogRow(.bind, .session, .debug, "Session", "Sending: BIND(<fields>)"),
    LogRow(.serverIdent, .session, .debug, "Session", "Received: IDENT(<fields>)"),
    LogRow(.clientIdent, .session, .debug, "Session", "Sending: IDENT(<fields>)"),
    LogRow(.query, .session, .debug, "Session", "Sending: QUERY(<fields>)"),
    LogRow(
      .queryError, .session, .info, "Session",
      "Received QUERY_ERROR \"<message*>\" (error_code=<code>, query_version=<version>)"),
    LogRow(.life, .session, .debug, "Session", "Activating"),
    LogRow(.life, .session, .debug, "Session", "Suspended"),
    LogRow(.life, .session, .debug, "Session", "Resumed"),
    LogRow(.life, .session, .debug, "Session", "Will attempt to resume session after <*>"),
    LogRow(.life, .session, .debug, "Session", "Initiating deactivation"),
    LogRow(.deactivated, .session, .debug, "Session", "Deactivation completed"),
    LogRow(.progressHandler, .session, .debug, "Session", "Progress handler called<*>"),
  ]
}
