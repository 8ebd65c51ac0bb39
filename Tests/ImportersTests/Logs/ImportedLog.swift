import Importers
import TestSupport
import TraceFormat

/// A log, imported.
struct ImportedLog {
  var events: [Event] = []
  var summary: LogSummary

  init(
    _ lines: [String], secrets: SecretHandling = .kept,
    options: LogImportOptions = LogImportOptions()
  ) {
    self.init(files: [lines], secrets: secrets, options: options)
  }

  init(
    files: [[String]], secrets: SecretHandling = .kept,
    options: LogImportOptions = LogImportOptions()
  ) {
    var importer = LogImporter(secrets: secrets, options: options)
    var found: [Event] = []
    for (index, lines) in files.enumerated() {
      if index > 0 { importer.beginNextFile { found.append($0) } }
      for line in lines { importer.importLine(Array(line.utf8)) { found.append($0) } }
    }
    importer.finish { found.append($0) }
    (events, summary) = (found, importer.summary)
  }

  init(bytes: [UInt8]) {
    var importer = LogImporter()
    var found: [Event] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      importer.importLine(Array(line)) { found.append($0) }
    }
    importer.finish { found.append($0) }
    (events, summary) = (found, importer.summary)
  }

  var starts: [SessionStart] {
    events.compactMap { if case .sessionStart(let start) = $0.content { start } else { nil } }
  }
  var messages: [WireMessage] {
    events.compactMap { if case .message(let message) = $0.content { message } else { nil } }
  }
  var errors: [SyncError] {
    events.compactMap { if case .syncError(let error) = $0.content { error } else { nil } }
  }
  var resets: [LoggedReset] {
    events.compactMap { if case .note(let note) = $0.content { note.reset } else { nil } }
  }
  var notes: [String] {
    events.compactMap { if case .note(let note) = $0.content { note.text } else { nil } }
  }
  var losses: [Loss] {
    events.compactMap { if case .loss(let loss) = $0.content { loss } else { nil } }
  }
  /// What happened, without when and on which line.
  var contents: [Event.Content] {
    events.map { event in
      guard case .note(var note) = event.content else { return event.content }
      note.reset?.lineNumber = 0
      note.reset?.clock = .none
      return .note(note)
    }
  }
}

/// Lines of a session and of a reset, as Core writes them at debug, without what anything puts around them.
enum LogLines {
  static let client = "Realm sync client ([realm-core-14.14.0])"

  static let session: [String] = [
    "Connection[1] Session[1]: Binding '/data/app/tasks.realm' to ''",
    "Connection[1] Session[1]: client_reset_config = false, Realm exists = true, upload messages allowed = yes",
    "Connection[1] Negotiated protocol version: 14",
    "Connection[1] Session[1]: Sending: IDENT(client_file_ident=5, client_file_ident_salt=77, scan_server_version=9, scan_client_version=4, latest_server_version=9, latest_server_version_salt=3, query_version=1, query_size=30, query=\"{\"Task\":\"owner == \"a\", \\\"b\\\"\"}\")",
    "Connection[1] Received: DOWNLOAD CHANGESET(session_ident=1, server_version=10, client_version=4, origin_timestamp=321264930000, origin_file_ident=2, original_changeset_size=30, changeset_size=28)",
    "Connection[1] Session[1]: Received: DOWNLOAD(download_server_version=10, download_client_version=4, latest_server_version=10, latest_server_version_salt=3, upload_client_version=4, upload_server_version=9, progress_estimate=1, batch_state=SteadyState, query_version=1, num_changesets=1, ...)",
    "Connection[1] Session[1]: Sending: UPLOAD(progress_client_version=6, progress_server_version=10, locked_server_version=10, num_changesets=1)",
    "Connection[1] Session[1]: Fetching changeset for upload (client_version=6, server_version=10, changeset_size=41, origin_timestamp=321264940000, origin_file_ident=0)",
    "Connection[1] Session[1]: Sending: MARK(request_ident=1)",
    "Connection[1] Session[1]: Received: ERROR \"Diverging \"histories\" (IDENT)\" (error_code=211, is_fatal=true, error_action=ClientReset)",
  ]

  static func reset(mode: String = "Recover", actual: String = "Recover") -> [String] {
    [
      "Connection[1] Session[2]: Binding '/data/app/tasks.realm.fresh' to ''",
      "Connection[1] Session[2]: client_reset_config = false, Realm exists = true, upload messages allowed = no",
      "Connection[1] Session[3]: Binding '/data/app/tasks.realm' to ''",
      "Connection[1] Session[3]: client_reset_config = true, Realm exists = true, upload messages allowed = yes",
      "Connection[1] Session[3]: Activating",
      "Connection[1] Session[3]: Client reset: path_local = /data/app/tasks.realm, fresh_file_ident = (ident: 8, salt: 12), fresh_server_version = (ident: 30, salt: 6), remote_path = /data/app/tasks.realm.fresh, requested_mode = \(mode), action = ClientReset, actual_mode = \(actual), will_recover = \(actual == "Recover"), originating_error = SyncClientResetRequired: Diverging \"histories\" (IDENT)",
    ] + (actual == "Recover" ? ["Connection[1] Session[3]: Local changesets to recover: 2"] : [])
  }

  static let done =
    "Connection[1] Session[3]: perform_client_reset_diff is done: old_version = (version: 42, index: 7), new_version = (version: 43, index: 8)"
  static let drop =
    "Connection[1] Session[3]: Cannot recover 'Update' which operates on a deleted object"

  static let all = session + reset() + [drop, done]
}
