import NIOCore
import TraceFormat

// While faults are injected, messages are passed on whole, in one frame each and never compressed, so that what a
// fault drops or changes is missed by no message behind it: what a fault does is done to a message. The client's side is recorded (docs/recording.md, "Faults on the wire"): what the client said,
// whatever became of it, and what it was told, whoever said it.
extension RelayHandler {
  /// Takes bytes of this side, and passes on what the faults leave of the messages in them.
  func inject(_ buffer: ByteBuffer, into gate: Lock<WireFaults>) {
    let elements =
      stream?.take(
        buffer.readableBytesSpan, timeMicroseconds: shared.now(), tellingMessages: false) ?? []
    for element in elements {
      switch element {
      case .control(let opcode, let payload):
        partner?.output.put(.frame(opcode, payload, isMessage: false))
      case .message(let message): take(message, gate)
      case .omitted: endBoth()
      }
    }
    if stream?.isUnreadable == true { endBoth() }
    flushBoth()
  }

  private func take(_ message: WebSocketMessage, _ gate: Lock<WireFaults>) {
    guard !shared.isClosed else { return }
    if direction == .clientToServer { shared.tell(message, direction) }
    // Nothing that comes behind the end goes on.
    guard !output.isEnding else { return }
    let syncKind = shared.syncKind(after: message.bytes, direction)
    let verdict = gate.withLock {
      $0.take(message.bytes, direction, connection: shared.name, syncKind: syncKind)
    }
    for note in verdict.notes { shared.tell(.injected(note)) }
    for action in verdict.actions {
      switch action {
      case .pass:
        partner?.output.put(
          .frame(message.isText ? .text : .binary, message.bytes, isMessage: true))
      case .send(let bytes, let direction):
        side(writing: direction)?.output.put(.frame(.binary, bytes, isMessage: true))
      case .delay(let milliseconds, let direction):
        side(writing: direction)?.output.put(.delay(.milliseconds(Int64(milliseconds))))
      case .close(let close): end(close)
      }
    }
  }

  private func side(writing direction: WireMessage.Direction) -> RelayHandler? {
    direction == self.direction ? partner : self
  }

  private func end(_ close: WireClose) {
    let sides: [(WireMessage.Direction, UInt16?, String)] = [
      (.serverToClient, close.code, close.reason),
      // The server is told that its client has gone away.
      (.clientToServer, close.code == nil ? nil : 1001, ""),
    ]
    for (direction, code, reason) in sides {
      let side = side(writing: direction)
      if let code {
        let payload = [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8)
        side?.output.put(.frame(.close, payload, isMessage: false))
      }
      side?.output.put(.end("the connection was ended by a fault"))
    }
  }

  private func endBoth() {
    let reason =
      "the connection was ended: while faults are injected, only messages that can be read are "
      + "passed on"
    output.put(.end(reason))
    partner?.output.put(.end(reason))
  }

  private func flushBoth() {
    sendOutput()
    partner?.sendOutput()
  }

  func sendOutput() {
    guard let context else { return }
    for item in output.take() {
      switch item {
      case .frame(let opcode, let bytes, let isMessage):
        send(opcode, bytes, context)
        // The other side is the server's.
        guard direction == .clientToServer else { break }
        if isMessage {
          let message = WebSocketMessage(bytes: bytes, isText: opcode == .text)
          shared.tell(message, .serverToClient)
        } else if opcode == .close, let error = SyncError(closing: bytes) {
          shared.tell(.error(error))
        }
      case .delay(let amount):
        let here = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: amount) {
          here.value.output.goOn()
          here.value.sendOutput()
        }
      case .end(let reason):
        // Behind the last that the client was told; what the server gets is told when it comes.
        if direction == .clientToServer { shared.tellClosed(reason) }
        closeBehindWrites(context)
      }
    }
    context.flush()
  }

  /// Writes a frame; towards the server it is masked, as a client's is (RFC 6455, section 5.3).
  private func send(_ opcode: WebSocketOpcode, _ bytes: [UInt8], _ context: ChannelHandlerContext) {
    let isToServer = direction == .serverToClient
    let mask = isToServer ? UInt32.random(in: 0...UInt32.max) : nil
    let head = WebSocketFrameHead(opcode: opcode, payloadSize: UInt64(bytes.count), mask: mask)
    var payload = bytes
    if let mask { WebSocketMask.apply(mask, to: &payload, from: 0) }
    var buffer = context.channel.allocator.buffer(capacity: payload.count + 14)
    buffer.writeBytes(head.bytes)
    buffer.writeBytes(payload)
    context.write(wrapOutboundOut(buffer), promise: nil)
  }
}

/// What goes out at one side of a WebSocket while faults are injected: everything in its order, and some of it late.
struct RelayOutput {
  /// Something that goes out, or holds up what is behind it.
  enum Item {
    case frame(WebSocketOpcode, [UInt8], isMessage: Bool)
    case delay(TimeAmount)
    /// The end of the connection, and why.
    case end(String)
  }

  private var waiting: [Item] = []
  /// Whether a delay has not passed yet.
  private(set) var isHeld = false

  /// Whether the end has been put; nothing goes out behind it.
  private(set) var isEnding = false

  mutating func put(_ item: Item) {
    guard !isEnding else { return }
    if case .end = item { isEnding = true }
    waiting.append(item)
  }

  /// Takes what may go out now; a delay comes last, and nothing more until ``goOn()``.
  mutating func take() -> [Item] {
    guard !isHeld else { return [] }
    let end = waiting.firstIndex { if case .delay = $0 { true } else { false } }
    let count = end.map { $0 + 1 } ?? waiting.count
    defer { waiting.removeFirst(count) }
    isHeld = end != nil
    return Array(waiting.prefix(count))
  }

  mutating func goOn() { isHeld = false }
}
