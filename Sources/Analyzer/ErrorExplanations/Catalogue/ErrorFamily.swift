internal import TraceFormat

/// Error numbers of one kind, and the client's names for them.
struct ErrorFamily {
  /// A number of the sync protocol, or of a closed WebSocket.
  struct Code: ExpressibleByIntegerLiteral {
    var number: Int32
    /// Words by which Realm Core's or the server's own text tells the number.
    var phrases: [MessagePattern]

    init(number: Int32, phrases: [MessagePattern]) {
      (self.number, self.phrases) = (number, phrases)
    }

    init(integerLiteral number: Int32) { self.init(number: number, phrases: []) }
  }

  var topic: ErrorExplanation.Topic
  /// What becomes of the data with each of them.
  var ending: ErrorExplanation.Ending
  /// The client's names for the error, as they stand in front of its text.
  var statusNames: [String]
  /// The client's numbers for them (Realm Core: `error_codes.h`), but for those that are numbers of closed
  /// WebSockets too.
  var statusCodes: [Int32]
  var codes: [Code]

  init(
    _ topic: ErrorExplanation.Topic, _ ending: ErrorExplanation.Ending, statusNames: [String],
    statusCodes: [Int32] = [], codes: [Code]
  ) {
    (self.topic, self.ending) = (topic, ending)
    (self.statusNames, self.statusCodes, self.codes) = (statusNames, statusCodes, codes)
  }
}

extension ErrorFamily {
  /// An entry for the family by its names, then one for each number.
  var entries: [ExplainedMessage] {
    let names = ExplainedMessage(
      topic, ending, .wrapper, patterns: statusNames.map { MessagePattern("\($0): <inner*>") },
      terms: statusNames + statusCodes.map(String.init), isInnerFree: true)
    return [names]
      + codes.map { code in
        ExplainedMessage(
          topic, variant: String(code.number), ending, patterns: code.phrases, terms: code.terms)
      }
  }
}

extension ErrorFamily.Code {
  /// The number, and the protocol's own name for it.
  fileprivate var terms: [String] {
    [String(number)] + (ProtocolErrorCode.name(number).map { [$0] } ?? [])
  }
}
