import Importers
import TestSupport
import Testing
import TraceFormat

/// What Core writes into a log at level trace about the messages of a capture.
private struct CoreLog {
  private(set) var lines: [String] = []

  mutating func write(_ message: ProtocolMessage) {
    switch message {
    case .bind(let bind):
      add(
        bind.sessionIdent,
        "Binding '/data/\(bind.sessionIdent).realm' to '\(bind.syncKind == .flexible ? "" : bind.path)'"
      )
      let target =
        bind.syncKind == .flexible ? "json_data=\"\(bind.path)\"" : "server_path=\(bind.path)"
      add(
        bind.sessionIdent,
        "Sending: BIND(session_ident=\(bind.sessionIdent), need_client_file_ident=\(bind.needsFileIdent), is_subserver=\(bind.isSubserver), \(target))"
      )
    case .serverIdent(let ident):
      add(
        ident.sessionIdent,
        "Received: IDENT(client_file_ident=\(ident.file.ident), client_file_ident_salt=\(ident.file.salt))"
      )
    case .clientIdent(let ident):
      let query =
        ident.subscriptions.map {
          ", query_version=\($0.version), query_size=\($0.json.count), query=\"\(String(decoding: $0.json, as: UTF8.self))\""
        } ?? ""
      add(
        ident.sessionIdent,
        "Sending: IDENT(client_file_ident=\(ident.file.ident), client_file_ident_salt=\(ident.file.salt), scan_server_version=\(ident.downloadServerVersion), scan_client_version=\(ident.downloadClientVersion), latest_server_version=\(ident.latestServerVersion), latest_server_version_salt=\(ident.latestServerVersionSalt)\(query))"
      )
    case .upload(let upload):
      add(
        upload.sessionIdent,
        "Sending: UPLOAD(progress_client_version=\(upload.progressClientVersion), progress_server_version=\(upload.progressServerVersion), locked_server_version=\(upload.lockedServerVersion), num_changesets=\(upload.entries.count))"
      )
      for entry in upload.entries {
        add(
          upload.sessionIdent,
          "Fetching changeset for upload (client_version=\(entry.clientVersion), server_version=\(entry.serverVersion), changeset_size=\(entry.changeset.count), origin_timestamp=\(entry.originTimestampMilliseconds), origin_file_ident=\(entry.originFileIdent))"
        )
        add(upload.sessionIdent, "Changeset: \(hex(entry.changeset))")
      }
    case .download(let download):
      for entry in download.entries {
        lines.append(
          "Connection[1] Received: DOWNLOAD CHANGESET(session_ident=\(download.sessionIdent), server_version=\(entry.serverVersion), client_version=\(entry.clientVersion), origin_timestamp=\(entry.originTimestampMilliseconds), origin_file_ident=\(entry.originFileIdent), original_changeset_size=\(entry.originalChangesetSize), changeset_size=\(entry.changeset.count))"
        )
        lines.append("Connection[1] Changeset: \(hex(entry.changeset))")
      }
      let scope =
        switch download.scope {
        case .partition(let bytes): "downloadable_bytes=\(bytes)"
        case .flexible(let version, let state, let estimate):
          "progress_estimate=\(estimate), batch_state=\(["MoreToCome", "LastInBatch", "SteadyState"][Int(state.rawValue)]), query_version=\(version)"
        }
      add(
        download.sessionIdent,
        "Received: DOWNLOAD(download_server_version=\(download.downloadServerVersion), download_client_version=\(download.downloadClientVersion), latest_server_version=\(download.latestServerVersion), latest_server_version_salt=\(download.latestServerVersionSalt), upload_client_version=\(download.uploadClientVersion), upload_server_version=\(download.uploadServerVersion), \(scope), num_changesets=\(download.entries.count), ...)"
      )
    case .mark: break
    case .unbind(let reference): add(reference.sessionIdent, "Sending: UNBIND")
    case .unbound(let reference): add(reference.sessionIdent, "Received: UNBOUND")
    default: break
    }
  }

  private mutating func add(_ session: UInt64, _ text: String) {
    lines.append("Connection[1] Session[\(session)]: \(text)")
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { Hex.encode([$0]).uppercased() }.joined(separator: " ")
  }
}

@Suite struct LoggedCaptureTests {
  @Test func `A log at trace gives back the messages of a capture`() throws {
    let capture = try ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson")
    var importer = CaptureImporter()
    var recorded: [Event] = []
    for line in capture.split(separator: 0x0A) {
      importer.importLine(Array(line)) { recorded.append($0) }
    }
    let connection = try #require(importer.summary.connections.first)
    let messages = recorded.compactMap { event -> ProtocolMessage? in
      guard case .message(let message) = event.content,
        message.connection.utf8.elementsEqual(connection.utf8)
      else { return nil }
      return try? message.parsed()
    }
    // One connection of the capture is a client.
    var log = CoreLog()
    for message in messages { log.write(message) }
    let imported = ImportedLog(log.lines)
    #expect(imported.summary.changesetCount > 10)
    #expect(imported.summary.partialMessageCount == 0)
    let expected = messages.filter {
      switch $0 {
      case .bind, .serverIdent, .clientIdent, .upload, .download, .unbind, .unbound: true
      default: false
      }
    }
    let found = try imported.messages.map { try $0.parsed() }
    #expect(found.count == expected.count)
    #expect(
      found.map(\.withFittingBodySize)
        == expected.map { message in
          // A log has no tokens.
          guard case .bind(var bind) = message else { return message.withFittingBodySize }
          bind.token = []
          return .bind(bind)
        })
  }
}
