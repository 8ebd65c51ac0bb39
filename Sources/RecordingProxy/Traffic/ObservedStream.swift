import TraceCompression
import TraceFormat

/// One direction of a WebSocket: finds the messages in its bytes and reports them.
struct ObservedStream {
  let connection: String
  let direction: WireMessage.Direction
  private let observer: TrafficObserver
  /// Called from any thread when the observer has room again.
  private let whenRoom: @Sendable () -> Void
  private(set) var isObserverFull = false
  private let budgetSizeMax: Int
  private let messageSizeMax: Int
  /// Nil after bytes that were no frames.
  private var parser: WebSocketParser?
  /// Compressed messages that build on a damaged one, and were not counted in a loss yet.
  private var behindDamageCount: UInt64 = 0
  /// Messages behind a close frame, whose receiver discards them (RFC 6455, section 1.4); nil before one.
  private var behindCloseCount: UInt64?

  init(
    connection: String, direction: WireMessage.Direction, observer: TrafficObserver,
    messageSizeMax: Int, budget: AssemblyBudget, compression: MessageCompression?,
    whenRoom: @escaping @Sendable () -> Void
  ) {
    self.whenRoom = whenRoom
    (self.connection, self.direction, self.observer) = (connection, direction, observer)
    parser = WebSocketParser(
      messageSizeMax: messageSizeMax, budget: budget,
      inflater: compression.map {
        MessageInflater(
          keepsContext: direction == .clientToServer
            ? $0.clientKeepsContext : $0.serverKeepsContext)
      })
    (budgetSizeMax, self.messageSizeMax) = (budget.sizeMax, messageSizeMax)
  }

  /// Takes the bytes that came at a time, in microseconds since 1970.
  ///
  /// Returns what is whole, up to a close frame; all of it has been told.
  @discardableResult mutating func take(
    _ bytes: RawSpan, timeMicroseconds: Int64, tellingMessages: Bool = true
  ) -> [WebSocketParser.Element] {
    var elements: [WebSocketParser.Element] = []
    for element in parse(bytes, timeMicroseconds) {
      if let count = behindCloseCount {
        if case .control = element {} else { behindCloseCount = count + 1 }
        continue
      }
      elements.append(element)
      switch element {
      case .message(let message):
        if tellingMessages { tell(.message(direction, message), timeMicroseconds) }
      case .omitted(let message):
        if message.reason == .behindDamage {
          behindDamageCount += 1
        } else {
          tell(.lost(count: 1, reason: text(of: message)), timeMicroseconds)
        }
      case .control(.close, let payload):
        behindCloseCount = 0
        tell(
          .note("the \(direction.sender) closes the WebSocket\(Self.closing(payload))"),
          timeMicroseconds)
        if tellingMessages, direction == .serverToClient, let error = SyncError(closing: payload) {
          tell(.error(error), timeMicroseconds)
        }
      case .control: break
      }
    }
    return elements
  }

  private func text(of message: OmittedMessage) -> String {
    let start =
      "a \(message.isCompressed ? "compressed " : "")message of \(message.size.counted("byte")) from the "
      + "\(direction.sender) was passed on and "
    switch message.reason {
    case .tooLarge:
      return start
        + (message.isCompressed ? "inflates to more than can be" : "is too large to be")
        + Self.limitText(messageSizeMax)
    case .crowdedOut:
      return start
        + "is not recorded: the messages that came in at the same time on all connections took the "
        + "\(budgetSizeMax) bytes that there are for them"
    case .damaged(let code, let isContextLost):
      return start + "cannot be inflated: \(code)"
        + (isContextLost
          ? "; compressed messages that follow on connection \(connection) need it, so they are "
            + "passed on and counted, and not recorded" : "")
    case .behindDamage: return start + "needs one that cannot be inflated"
    }
  }

  static func limitText(_ messageSizeMax: Int) -> String {
    " recorded: at most \(messageSizeMax) bytes are (`--message-size-max`, and what "
      + "`--queue-size` has room for)"
  }

  /// Tells of what the end of the connection leaves: a message in its middle, of which a part was passed on that
  /// nobody received as a message, and those that nobody could inflate.
  mutating func end(timeMicroseconds: Int64) {
    if behindDamageCount > 0 {
      tell(
        .lost(
          count: behindDamageCount,
          reason: behindDamageCount.counted("compressed message")
            + " from the \(direction.sender) on connection \(connection), passed on and not "
            + "recorded: behind one that cannot be inflated"), timeMicroseconds)
      behindDamageCount = 0
    }
    if let count = behindCloseCount, count > 0 {
      tell(
        .note(
          "\(count.counted("message")) from the \(direction.sender) behind its close frame, not "
            + "recorded: the other side discards what comes there"), timeMicroseconds)
      behindCloseCount = 0
    }
    guard let unfinished = parser?.unfinishedMessage else { return }
    parser = nil
    tell(
      .note(
        "the connection ends in the middle of a message from the \(direction.sender): "
          + "\(unfinished.received) of at least \(unfinished.announced.counted("byte")) came"),
      timeMicroseconds)
  }

  private mutating func parse(
    _ bytes: RawSpan, _ timeMicroseconds: Int64
  ) -> [WebSocketParser.Element] {
    guard var running = parser else { return [] }
    // Taken out while it is changed, so that its buffers are not copied.
    parser = nil
    var elements: [WebSocketParser.Element] = []
    do {
      try running.take(bytes, into: &elements)
      parser = running
    } catch {
      tell(
        .lost(
          count: nil,
          reason: "what the \(direction.sender) sends on connection \(connection) from here on is "
            + "passed on and not recorded: \(error)"), timeMicroseconds)
    }
    return elements
  }

  private mutating func tell(_ content: TrafficEvent.Content, _ timeMicroseconds: Int64) {
    let event = TrafficEvent(
      connection: connection, timeMicroseconds: timeMicroseconds, content: content)
    if !observer.observe(event, whenRoom: whenRoom) { isObserverFull = true }
  }

  /// Whether there were bytes that were no frames, after which nothing is found any more.
  var isUnreadable: Bool { parser == nil }

  mutating func goOn() { isObserverFull = false }

  /// The code and the reason of a close frame (RFC 6455, section 5.5.1).
  private static func closing(_ payload: [UInt8]) -> String {
    guard payload.count >= 2 else { return " without a code" }
    let code = Int(payload[0]) << 8 | Int(payload[1])
    let reason = String(decoding: payload.dropFirst(2), as: UTF8.self)
    return " with code \(code)" + (reason.isEmpty ? "" : ": \(reason)")
  }
}
