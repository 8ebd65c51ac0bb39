extension ProtocolMessage {
  func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> ProtocolMessage {
    switch self {
    case .bind(let message): .bind(try message.rewritten(by: &rewriting))
    case .clientIdent(let message): .clientIdent(try message.rewritten(by: &rewriting))
    case .query(let message): .query(try message.rewritten(by: &rewriting))
    case .upload(let message): .upload(try message.rewritten(by: &rewriting))
    case .unbind(let message): .unbind(try message.rewritten(by: &rewriting))
    case .ping(let message): .ping(try message.rewritten(by: &rewriting))
    case .clientError(let message): .clientError(try message.rewritten(by: &rewriting))
    case .mark(let message): .mark(try message.rewritten(by: &rewriting))
    case .testCommand(let message): .testCommand(try message.rewritten(by: &rewriting))
    case .serverIdent(let message): .serverIdent(try message.rewritten(by: &rewriting))
    case .download(let message): .download(try message.rewritten(by: &rewriting))
    case .unbound(let message): .unbound(try message.rewritten(by: &rewriting))
    case .legacyError(let message): .legacyError(try message.rewritten(by: &rewriting))
    case .serverError(let message): .serverError(try message.rewritten(by: &rewriting))
    case .queryError(let message): .queryError(try message.rewritten(by: &rewriting))
    case .pong(let message): .pong(try message.rewritten(by: &rewriting))
    case .logMessage(let message): .logMessage(try message.rewritten(by: &rewriting))
    }
  }
}

extension MessageLayout {
  fileprivate func rewritten<Rewriting: EventRewriting>(
    by rewriting: inout Rewriting
  ) throws(RewritingFailure) -> Self {
    var message = self
    // Moved, so that its tables are not copied.
    var rewriter = FieldRewriter(rewriting: consume rewriting)
    defer { rewriting = rewriter.rewriting }
    try message.visitFields(&rewriter)
    return message
  }
}

/// Asks a rewriting for what takes the place of each field.
private struct FieldRewriter<Rewriting: EventRewriting>: FieldVisitor {
  typealias Failure = RewritingFailure

  var rewriting: Rewriting

  mutating func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField) {
    value = rewriting.number(value, meaning)
  }

  mutating func signed(_ value: inout Int64, _ name: FieldName, _ meaning: NumberField) {
    value = rewriting.number(value, meaning)
  }

  mutating func errorCode(_ code: inout Int32) { code = rewriting.number(code, .errorCode) }

  mutating func progressEstimate(_ estimate: inout Double) {
    estimate = rewriting.progressEstimate(estimate)
  }

  mutating func text(_ bytes: inout [UInt8], _ member: String, _ meaning: TextField) {
    bytes = rewriting.textBytes(bytes, meaning)
  }

  mutating func json(
    _ bytes: inout [UInt8], _ member: String, _ body: JSONBody
  ) throws(RewritingFailure) {
    bytes = try rewriting.json(bytes, body)
  }

  mutating func entries<Entry: ChangesetEntry>(
    _ entries: inout [Entry], _ size: BodySize, isBinding: Bool
  ) throws(RewritingFailure) {
    for index in entries.indices {
      try entries[index].visitNumbers(&self)
      entries[index].changeset = try rewriting.changesetBytes(entries[index].changeset)
    }
  }

  // Flags and vocabulary are changed with the whole message, and sizes follow from what they measure.
  func flag(_ value: inout Bool, _ name: FieldName) {}
  func batchState(_ state: inout Download.BatchState) {}
  func bodySize(_ size: inout BodySize) {}
  func size(of part: [UInt8], _ name: StaticString) {}
}
