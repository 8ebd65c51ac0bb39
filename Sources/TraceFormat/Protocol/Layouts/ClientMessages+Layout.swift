// Layouts: Realm Core, `sync/noinst/protocol_codec.hpp` and `.cpp`.

extension Bind: MessageLayout {
  init(blank syncKind: SyncKind) { self.syncKind = syncKind }

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.size(of: target, syncKind == .partition ? "path size" : "JSON size")
    try visitor.size(of: token, "token size")
    switch syncKind {
    case .partition: try visitor.text(&target, "path", .path)
    case .flexible: try visitor.json(&target, "body", .flexibleBind)
    }
    try visitor.text(&token, "token", .token)
    try visitor.flag(&needsFileIdent, .init("need_client_file_ident", member: "needsFileIdent"))
    try visitor.flag(&isSubserver, "is_subserver")
  }
}

extension ClientIdent: MessageLayout {
  init(blank syncKind: SyncKind) {
    subscriptions = syncKind == .flexible ? QuerySet(version: 0, json: []) : nil
  }

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try file.visitFields(&visitor)
    try visitor.unsigned(&downloadServerVersion, "download_server_version", .serverVersion)
    try visitor.unsigned(&downloadClientVersion, "download_client_version", .clientVersion)
    try visitor.unsigned(&latestServerVersion, "latest_server_version", .serverVersion)
    try visitor.signed(&latestServerVersionSalt, "latest_server_version_salt", .serverVersionSalt)
    if var set = subscriptions {
      try set.visitFields(&visitor)
      subscriptions = set
    }
  }
}

extension QuerySet {
  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.signed(&version, "query_version", .queryVersion)
    try visitor.size(of: json, "query size")
    try visitor.json(&json, "queries", .queries)
  }
}

extension Query: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try subscriptions.visitFields(&visitor)
  }
}

extension Upload: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.bodySize(&bodySize)
    try visitor.unsigned(&progressClientVersion, "progress_client_version", .clientVersion)
    try visitor.unsigned(&progressServerVersion, "progress_server_version", .serverVersion)
    try visitor.unsigned(&lockedServerVersion, "locked_server_version", .serverVersion)
    try visitor.entries(&entries, bodySize, isBinding: true)
  }
}

extension Upload.Entry: ChangesetEntry {
  init() {}

  mutating func visitNumbers<V: EntryVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&clientVersion, "client_version", .clientVersion)
    try visitor.unsigned(&serverVersion, "server_version", .serverVersion)
    try visitor.unsigned(
      &originTimestampMilliseconds,
      .init("origin_timestamp", member: "originTimestampMilliseconds"),
      .originTimestampMilliseconds)
    try visitor.unsigned(&originFileIdent, "origin_file_ident", .fileIdent)
  }
}

extension Ping: MessageLayout {
  init(blank _: SyncKind) {}
  var sessionIdent: UInt64 { 0 }

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(
      &timestampMilliseconds, .init("timestamp", member: "timestampMilliseconds"),
      .clockMilliseconds)
    try visitor.unsigned(
      &roundTripMilliseconds, .init("rtt", member: "roundTripMilliseconds"), .durationMilliseconds)
  }
}

extension SessionReference: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
  }
}

extension Mark: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.unsigned(&requestIdent, .init("request_ident", member: "request"), .requestIdent)
  }
}

extension TestCommand: MessageLayout {
  init(blank _: SyncKind) {}

  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&sessionIdent, "session_ident", .sessionIdent)
    try visitor.unsigned(&requestIdent, .init("request_ident", member: "request"), .requestIdent)
    try visitor.size(of: json, "body size")
    try visitor.json(&json, "body", .testCommand)
  }
}

extension FileIdent {
  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.unsigned(&ident, .init("client_file_ident", member: "fileIdent"), .fileIdent)
    try visitor.signed(
      &salt, .init("client_file_ident_salt", member: "fileIdentSalt"), .fileIdentSalt)
  }
}
