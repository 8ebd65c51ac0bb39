/// What the head alone shows, for recorders and for messages that cannot be read whole.
extension WireMessage {
  /// The word that the message begins with, as far as it looks like one.
  package var typeWord: String? { (try? HeadReader(head.rawBytes))?.type }

  /// The sizes that the head of an UPLOAD or a DOWNLOAD announces; nil for the types whose body is
  /// never compressed, and where the head cannot be read.
  package var announcedBodySize: BodySize? { headOfEntries?.bodySize }

  /// An UPLOAD or a DOWNLOAD as far as its head shows it, without entries.
  var headOfEntries: ProtocolMessage? {
    guard var reader = try? HeadReader(head.rawBytes) else { return nil }
    switch (direction, reader.type) {
    case (.clientToServer, "upload"): return (try? readHead(&reader)).map { .upload($0) }
    case (.serverToClient, "download"): return (try? readHead(&reader)).map { .download($0) }
    default: return nil
    }
  }

  /// The session on its connection that the head names, even where the rest makes no sense.
  package var headSessionIdent: UInt64? {
    guard var reader = try? HeadReader(head.rawBytes) else { return nil }
    let fieldsBefore: Int
    switch reader.type {
    case "ping", "pong": return 0
    case "error": fieldsBefore = 3
    case "json_error", "query_error": fieldsBefore = 2
    default: fieldsBefore = 0
    }
    for _ in 0..<fieldsBefore {
      guard (try? reader.integer("field before session_ident", Int64.self)) != nil else {
        return nil
      }
    }
    return try? reader.integer("session_ident")
  }

  /// How many fields stand in the head after the type.
  package var headFieldCount: Int { head.count { $0 == UInt8(ascii: " ") } }
}
