extension ServerIdent: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try file.visitFields(&visitor)
  }
}

extension Download: MessageLayout {
  init(blank syncKind: SyncKind) { scope = Scope(blank: syncKind) }

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.unsigned(&downloadServerVersion, "download_server_version", .serverVersion)
    try visitor.unsigned(&downloadClientVersion, "download_client_version", .clientVersion)
    try visitor.unsigned(&latestServerVersion, "latest_server_version", .serverVersion)
    try visitor.signed(&latestServerVersionSalt, "latest_server_version_salt", .serverVersionSalt)
    try visitor.unsigned(&uploadClientVersion, "upload_client_version", .clientVersion)
    try visitor.unsigned(&uploadServerVersion, "upload_server_version", .serverVersion)
    try scope.visitFields(&visitor)
    try visitor.bodySize(&bodySize)
    // Realm Core does not compare the size of a body that is not compressed either.
    try visitor.entries(&entries, bodySize, isBinding: false)
  }
}

extension Download.Scope {
  fileprivate init(blank syncKind: SyncKind) {
    switch syncKind {
    case .partition: self = .partition(downloadableBytes: 0)
    case .flexible:
      self = .flexible(queryVersion: 0, batchState: .steadyState, progressEstimate: 0)
    }
  }

  fileprivate mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V
    .Failure)
  {
    switch self {
    case .partition(var bytes):
      try visitor.unsigned(&bytes, "downloadable_bytes", .byteCount)
      self = .partition(downloadableBytes: bytes)
    case .flexible(var version, var state, var estimate):
      try visitor.signed(&version, "query_version", .queryVersion)
      try visitor.batchState(&state)
      try visitor.progressEstimate(&estimate)
      self = .flexible(queryVersion: version, batchState: state, progressEstimate: estimate)
    }
  }
}

extension Download.Entry: ChangesetEntry {
  init() {}

  mutating func visitNumbers<V: EntryVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&serverVersion, "server_version", .serverVersion)
    try visitor.unsigned(&clientVersion, "client_version", .clientVersion)
    try visitor.unsigned(
      &originTimestampMilliseconds,
      .init("origin_timestamp", member: "originTimestampMilliseconds"),
      .originTimestampMilliseconds)
    try visitor.unsigned(&originFileIdent, "origin_file_ident", .fileIdent)
    try visitor.unsigned(&originalChangesetSize, "original_changeset_size", .byteCount)
  }
}

extension LegacyError: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.errorCode(&code)
    try visitor.size(of: text, "message size")
    try visitor.flag(&tryAgain, "try_again")
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.text(&text, "message", .errorMessage)
  }
}

extension JSONError: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.errorCode(&code)
    try visitor.size(of: json, "body size")
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.json(&json, "body", .error)
  }
}

extension QueryError: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.errorCode(&code)
    try visitor.size(of: text, "message size")
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.signed(&queryVersion, "query_version", .queryVersion)
    try visitor.text(&text, "message", .errorMessage)
  }
}

extension Pong: MessageLayout {
  init(blank _: SyncKind) {}
  var sessionIdent: UInt64 { 0 }

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(
      &timestampMilliseconds, .init("timestamp", member: "timestampMilliseconds"),
      .clockMilliseconds)
  }
}

extension LogMessage: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.size(of: json, "body size")
    try visitor.json(&json, "body", .logMessage)
  }
}
