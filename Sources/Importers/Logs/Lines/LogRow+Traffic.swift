// Messages of the protocol, and errors.
extension LogRow {
  static let traffic: [LogRow] = [
    LogRow(.download, .session, .debug, "Session", "Received: DOWNLOAD(<fields>)"),
    LogRow(.integrated, .session, .debug, "Session", "1 remote changeset integrated<*>"),
    LogRow(
      .integrated, .session, .debug, "Session",
      "<count> remote changesets integrated, producing client version <version>"),
    LogRow(
      .bootstrap, .session, .info, "Session",
      "Integrated <count> changesets from pending bootstrap for query version <*>"),
    LogRow(.integrated, .either, .debug, "Changeset", "Integrated <*>"),
    LogRow(
      .downloadCompression, .either, .debug, "Changeset", "Download message compression: <fields>"),
    LogRow(
      .downloadChangeset, .either, .debug, "Changeset", "Received: DOWNLOAD CHANGESET(<fields>)"),
    LogRow(.changesetHex, .either, .trace, "Changeset", "Changeset: <data>"),
    LogRow(.changesetCompressed, .either, .trace, "Changeset", "Changeset(comp): <size> <data>"),
    LogRow(.parsedChangeset, .either, .trace, "Changeset", "Changeset (parsed):<text>"),
    LogRow(.parsedChangeset, .either, .trace, "Reset", "Recovering changeset: <text>"),
    LogRow(.bootstrap, .session, .info, "Session", "Begin processing pending FLX bootstrap <*>"),
    LogRow(.bootstrap, .session, .info, "Session", "Incomplete pending bootstrap found <*>"),
    LogRow(.bootstrap, .session, .debug, "Changeset", "Created new pending bootstrap <*>"),
    LogRow(.bootstrap, .session, .debug, "Changeset", "Added batch of <*>"),
    LogRow(.bootstrap, .session, .debug, "Changeset", "Finalized <*>"),
    LogRow(.bootstrap, .session, .debug, "Changeset", "Removing pending bootstrap <*>"),
    LogRow(.bootstrap, .session, .debug, "Changeset", "Clearing incomplete bootstrap <*>"),
    LogRow(.merge, .session, .debug, "Changeset", "Finished changeset indexing <*>"),
    LogRow(.merge, .session, .debug, "Changeset", "Finished transforming <*>"),
    LogRow(.upload, .session, .debug, "Session", "Sending: UPLOAD(<fields>)"),
    LogRow(
      .uploadChangeset, .session, .debug, "Changeset", "Fetching changeset for upload (<fields>)"),
    LogRow(.noUpload, .session, .trace, "Session", "UPLOAD not allowed<*>"),
    LogRow(.noUpload, .session, .trace, "Session", "Empty UPLOAD was skipped<*>"),
    LogRow(.noUpload, .session, .trace, "Session", "Limiting UPLOAD message <*>"),
    LogRow(.mark, .session, .debug, "Session", "Sending: MARK(request_ident=<ident>)"),
    LogRow(.serverMark, .session, .debug, "Session", "Received: MARK(request_ident=<ident>)"),
    LogRow(.unbind, .session, .debug, "Session", "Sending: UNBIND"),
    LogRow(.unbound, .session, .debug, "Session", "Received: UNBOUND"),
    LogRow(
      .integrationFailed, .session, .error, "Session",
      "Failed to integrate downloaded changesets: <status>"),
    LogRow(
      .clientError, .session, .info, "Session",
      "Sending: ERROR \"<message*>\" (error_code=<code>, session_ident=<session>)"),
  ]

  static let errors: [LogRow] = [
    LogRow(.errorBody, .either, .trace, "Session", "Error message encoded as json: <json>"),
    LogRow(
      .serverError, .either, .info, "Session",
      "Received: ERROR \"<message*>\" (error_code=<fields>)"),
    LogRow(
      .compensatingWrite, .either, .info, "Session",
      "Reporting compensating write for client version <client> in server version <server>: <message>"
    ),
    LogRow(.serverLog, .either, .info, "Session", "Server log: <text>"),
    LogRow(.serverLog, .either, .info, "Session", "Server[<ident>] log: <text>"),
  ]
}
