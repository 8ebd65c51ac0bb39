internal import TraceFormat

extension FaultCatalogue {
  /// Whatever crosses the wire; what both sides say is counted together.
  static let wireEvents: [FaultTrigger.Event] = [.message, .upload, .download, .error]

  private static func entry(
    _ name: String, _ summary: String, _ parameters: [FaultDescription.Parameter] = [],
    example: String,
    _ parse: @escaping @Sendable (inout JSONMembers) throws(JSONShapeFailure) -> WireFault
  ) -> FaultDescription {
    FaultDescription(
      name: name, family: .transport, summary: summary, replayEvents: [],
      wireEvents: wireEvents, parameters: parameters, example: example,
      parse: { (members) throws(JSONShapeFailure) in .wire(try parse(&members)) })
  }

  static let wire: [FaultDescription] = [
    entry(
      "delay", "a message arrives later, and what follows it in its direction behind it",
      [
        .init(
          name: "milliseconds", meaning: "for how long it is held up, one day at most",
          isRequired: true)
      ], example: "at download 2: delay milliseconds=5000"
    ) { (members) throws(JSONShapeFailure) in
      .delay(milliseconds: try members.require("milliseconds").milliseconds())
    },
    entry(
      "drop-message", "a message never arrives", example: "at message 7: drop-message"
    ) { (_) throws(JSONShapeFailure) in .dropMessage },
    entry(
      "close-connection", "the server closes the connection, with a code of its choice",
      [
        .init(
          name: "code",
          meaning: "the WebSocket close code that the client gets, such as 4001; 1011 by default",
          isRequired: false),
        .init(
          name: "reason",
          meaning: "the text that goes with it, of 123 bytes at most; none by default",
          isRequired: false),
      ], example: "at upload 2: close-connection code=4001"
    ) { (members) throws(JSONShapeFailure) in
      .closeConnection(
        code: try members.take("code")?.closeCode() ?? 1011,
        reason: try members.take("reason")?.closeReason())
    },
  ]
}

extension JSONNode {
  fileprivate func milliseconds() throws(JSONShapeFailure) -> Int { try number(in: 1...86_400_000) }

  /// A code that may stand in a close frame (RFC 6455, 7.4).
  fileprivate func closeCode() throws(JSONShapeFailure) -> UInt16 {
    guard case .number(let digits) = json, let code = UInt16(digits),
      (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
    else { throw failure(expected: "a number from 1000 to 1003, 1007 to 1014 or 3000 to 4999") }
    return code
  }

  /// What has room in a close frame next to the code (RFC 6455, 5.5).
  fileprivate func closeReason() throws(JSONShapeFailure) -> String {
    let text = try string()
    guard text.utf8.count <= 123 else { throw failure(expected: "a text of 123 bytes at most") }
    return text
  }
}
