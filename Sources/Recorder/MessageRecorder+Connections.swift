public import TraceFormat

extension SyncKind {
  /// The kind of sync and the protocol version that a sub-protocol of a WebSocket names, such as
  /// `com.mongodb.realm-query-sync#14`; nil where it is none of Realm's (Realm Core:
  /// `sync/noinst/protocol_codec.hpp`, `sync/protocol.hpp`).
  package static func negotiated(_ subprotocol: String?) -> (kind: SyncKind, version: UInt32)? {
    guard let subprotocol else { return nil }
    let prefixes: [(String, SyncKind)] = [
      ("com.mongodb.realm-query-sync#", .flexible), ("com.mongodb.realm-sync#", .partition),
      ("com.mongodb.realm-sync/", .partition),
    ]
    for (prefix, kind) in prefixes where subprotocol.utf8.starts(with: prefix.utf8) {
      let number = subprotocol.utf8.dropFirst(prefix.utf8.count)
      return UInt32(String(number) ?? "").map { (kind, $0) }
    }
    return nil
  }
}

extension MessageRecorder where Inflater: ~Copyable {
  /// Takes what the handshake of a connection showed, before the first message on it.
  ///
  /// - Parameters:
  ///   - name: names the connection, as its messages do.
  ///   - subprotocol: the one that the server chose, such as `com.mongodb.realm-query-sync#14`.
  ///   - sdk: the SDK of the client, or the `User-Agent` of its request.
  public mutating func beginConnection(_ name: String, subprotocol: String?, sdk: String? = nil) {
    let key = TextBytes(name)
    var connection = connections.removeValue(forKey: key) ?? newConnection(name)
    connection.take(subprotocol: subprotocol, sdk: sdk.map { redactor.redacted($0) })
    connections[key] = connection
  }

  /// Forgets what a connection that is over has shown, so that a recorder that runs for weeks stays small. Its name
  /// stays taken.
  public mutating func endConnection(_ name: String) { connections[TextBytes(name)] = nil }

  /// The `syncError` events of an error that the client makes of a connection's end, one of each bound session.
  package mutating func recordError(
    _ error: SyncError, connection name: String, timeMicroseconds: Int64
  ) -> [Event] {
    lastTimeMicroseconds = timeMicroseconds
    let key = TextBytes(name)
    guard var connection = connections[key] else {
      return [event(0, timeMicroseconds, .syncError(error))]
    }
    defer { connections[key] = connection }
    return end(&connection, by: error, timeMicroseconds)
  }

  /// A `note` event on the whole trace.
  public mutating func recordNote(_ text: String, timeMicroseconds: Int64) -> Event {
    lastTimeMicroseconds = timeMicroseconds
    return event(0, timeMicroseconds, .note(Note(text: redactor.redacted(text))))
  }

  /// The connection of a name that was not met before. Names that differ in nothing but a secret get
  /// numbers, so that they stay different.
  mutating func newConnection(_ name: String) -> RecordedConnection {
    let plain = redactor.redacted(name)
    var unique = plain
    var number = connectionNumbers[TextBytes(plain)] ?? 0
    repeat {
      number += 1
      if number > 1 { unique = "\(plain) (\(number))" }
    } while connectionNumbers[TextBytes(unique)] != nil
    connectionNumbers[TextBytes(unique)] = 1
    connectionNumbers[TextBytes(plain)] = number
    connectionNames.append(unique)
    return RecordedConnection(name: unique, source: source)
  }
}
