import NIOCore
import Recorder
import TraceFormat

/// What the handlers of one connection share. It belongs to one event loop.
final class ConnectionContext {
  /// Such as `c1`.
  let name: String
  private let server: ProxyServer
  var handshake: Handshake?
  /// Nil for a connection whose messages need not be taken whole.
  let faults: Lock<WireFaults>?
  private var syncKind: SyncKind?
  /// Whether the connection's end has been told.
  private(set) var isClosed = false

  init(_ name: String, of server: ProxyServer) {
    (self.name, self.server) = (name, server)
    faults = server.faults.flatMap { gate in gate.withLock { $0.needsMessages } ? gate : nil }
  }

  var options: ProxyOptions { server.options }

  /// Microseconds since 1970.
  func now() -> Int64 { server.clock.nowMicroseconds() }

  func tell(_ content: TrafficEvent.Content) {
    let event = TrafficEvent(connection: name, timeMicroseconds: now(), content: content)
    server.observer.observe(event)
  }

  /// Tells of a message that was taken whole for the faults, which may be larger than those that are recorded.
  func tell(_ message: WebSocketMessage, _ direction: WireMessage.Direction) {
    let size = message.bytes.count
    guard size > options.messageSizeMax else { return tell(.message(direction, message)) }
    let reason =
      "a message of \(size.counted("byte")) from the \(direction.sender) is too large to be"
      + ObservedStream.limitText(options.messageSizeMax)
    tell(.lost(count: 1, reason: reason))
  }

  /// Tells of the connection's end, which both of its sides notice.
  func tellClosed(_ reason: String) {
    guard !isClosed else { return }
    isClosed = true
    for note in faults?.withLock({ $0.connectionEnded(name) }) ?? [] { tell(.injected(note)) }
    tell(.closed(reason: reason))
  }

  func stream(
    _ direction: WireMessage.Direction, whenRoom: @escaping @Sendable () -> Void
  ) -> ObservedStream {
    ObservedStream(
      connection: name, direction: direction, observer: server.observer,
      messageSizeMax: faults == nil ? options.messageSizeMax : Self.injectedSizeMax,
      budget: server.budget, compression: handshake?.extensions.compression, whenRoom: whenRoom)
  }

  /// While faults are injected messages are held until they are whole, so a larger one ends its connection.
  static let injectedSizeMax = 1 << 28

  /// The kind of sync, as far as is known with this message; partition sync until something tells.
  func syncKind(after bytes: [UInt8], _ direction: WireMessage.Direction) -> SyncKind {
    if let syncKind { return syncKind }
    let negotiated = SyncKind.negotiated(handshake?.subprotocol)?.kind
    syncKind =
      negotiated ?? SyncKindEvidence(UnderstoodMessage(bytes, direction, .partition).message).kind
    return syncKind ?? .partition
  }
}

extension SyncKindEvidence {
  fileprivate var kind: SyncKind? { if case .decided(let kind) = self { kind } else { nil } }
}
