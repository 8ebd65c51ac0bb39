public import TraceFormat

extension WireMessage {
  /// A message from the text of a test, split at its first line feed.
  public init(
    _ direction: Direction, _ text: String, _ syncKind: SyncKind = .partition,
    connection: String = "c1"
  ) {
    let bytes = Array(text.utf8)
    let headSize = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    self.init(
      direction: direction, connection: connection, syncKind: syncKind,
      head: Array(bytes[..<headSize]), body: Array(bytes[headSize...]))
  }
}

/// One message of every type, sync kind and direction, as text with ASCII bodies.
public struct SampleMessage: Sendable, CustomStringConvertible {
  public var direction: WireMessage.Direction
  public var syncKind: SyncKind
  public var kind: ProtocolMessage.Kind
  public var text: String

  public var message: WireMessage { WireMessage(direction, text, syncKind) }
  public var description: String { "\(kind) (\(syncKind))" }

  private init(
    _ direction: WireMessage.Direction, _ kind: ProtocolMessage.Kind, _ text: String,
    _ syncKind: SyncKind = .partition
  ) {
    self.direction = direction
    self.kind = kind
    self.text = text
    self.syncKind = syncKind
  }

  private static let flexibleBind = #"{"schemaVersion":7,"sessionReason":1}"#
  private static let queries = #"{"Person":"(age > 10) OR (name == \"x\")"}"#
  private static let rejection =
    #"{"message":"m","tryAgain":false,"shouldClientReset":true,"isRecoveryModeDisabled":false,"#
    + #""logURL":"https://log","action":"ClientReset"}"#

  public static let all: [SampleMessage] = [
    SampleMessage(.clientToServer, .bind, "bind 1 9 3 1 0\n\"my-part\"tok"),
    SampleMessage(
      .clientToServer, .bind, "bind 2 \(flexibleBind.utf8.count) 0 0 0\n\(flexibleBind)",
      .flexible),
    SampleMessage(.clientToServer, .clientIdent, "ident 1 12 -4937292 5 4 6 811\n"),
    SampleMessage(
      .clientToServer, .clientIdent,
      "ident 1 12 4937292 5 4 6 811 3 \(queries.utf8.count)\n\(queries)", .flexible),
    SampleMessage(
      .clientToServer, .query, "query 1 4 \(queries.utf8.count)\n\(queries)", .flexible),
    SampleMessage(
      .clientToServer, .upload, "upload 1 0 39 0 9 5 4\n6 5 375150759833 0 3 abc8 5 1 0 5 d e f"),
    SampleMessage(.clientToServer, .upload, "upload 1 0 0 0 9 5 4\n"),
    SampleMessage(.clientToServer, .mark, "mark 1 2\n"),
    SampleMessage(.clientToServer, .unbind, "unbind 18446744073709551615\n"),
    SampleMessage(.clientToServer, .ping, "ping 123456 17\n"),
    SampleMessage(.clientToServer, .clientError, "json_error 212 17 3\n{\"message\":\"bad\"}"),
    SampleMessage(.clientToServer, .testCommand, "test_command 1 2 19\n{\"command\":\"PAUSE\"}"),
    SampleMessage(.serverToClient, .serverIdent, "ident 1 12 4937292\n"),
    SampleMessage(
      .serverToClient, .download,
      "download 1 5 4 6 -811 9 3 77 0 32 0\n5 4 375150759833 2 9 4 \n 0 "
    ),
    SampleMessage(
      .serverToClient, .download, "download 1 5 4 6 811 9 3 2 1 0.25 0 20 0\n5 4 0 2 9 3 xyz",
      .flexible),
    SampleMessage(.serverToClient, .mark, "mark 1 2\n"),
    SampleMessage(.serverToClient, .unbound, "unbound 1\n"),
    SampleMessage(.serverToClient, .legacyError, "error 209 9 0 4\nto é far"),
    SampleMessage(
      .serverToClient, .serverError, "json_error 211 \(rejection.utf8.count) 5\n\(rejection)"),
    SampleMessage(.serverToClient, .queryError, "query_error 226 3 5 8\nbad", .flexible),
    SampleMessage(.serverToClient, .pong, "pong 123456\n"),
    SampleMessage(
      .serverToClient, .logMessage, "log_message 0 29\n{\"co_id\":\"6b\",\"level\":\"info\"}"),
    SampleMessage(.serverToClient, .testCommand, "test_command 1 2 2\n{}"),
  ]
}
