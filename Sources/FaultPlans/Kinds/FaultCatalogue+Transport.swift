internal import TraceFormat

extension FaultCatalogue {
  private static func entry(
    _ fault: TransportFault, _ summary: String, _ events: [FaultTrigger.Event],
    wire: [FaultTrigger.Event] = wireEvents, example: String
  ) -> FaultDescription {
    FaultDescription(
      name: fault.rawValue, family: .transport, summary: summary, replayEvents: events,
      wireEvents: wire, parameters: [], example: "\(example): \(fault.rawValue)",
      parse: { (_) throws(JSONShapeFailure) in .transport(fault) })
  }

  private static let messages: [FaultTrigger.Event] = [.commit, .upload, .download, .reset]

  static let transport: [FaultDescription] = [
    entry(
      .disconnect, "the connection breaks in the middle of a message", messages,
      example: "at reset"),
    entry(
      .lostAcknowledgement, "the server has changes that the client thinks unsynced", messages,
      wire: [.upload, .download], example: "at commit 1"),
    entry(.duplicateMessage, "a message arrives twice", messages, example: "at download 2"),
    entry(
      .reorderMessages, "a message arrives after the one that follows it", messages,
      example: "at download 2"),
    entry(.truncateMessage, "a message ends early", messages, example: "at reset"),
    entry(
      .corruptMessage, "a message does not belong to the protocol", messages, example: "at reset"),
    entry(
      .corruptChangeset, "a changeset in a message cannot be read", messages,
      wire: [.message, .upload, .download], example: "at download 2"),
    entry(
      .messageTooLarge, "an upload is too large for the server, and the client resets by itself",
      [.commit, .upload, .reset], wire: [.upload], example: "at upload 2"),
  ]
}
