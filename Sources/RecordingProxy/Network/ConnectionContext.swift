import NIOCore
import Recorder
import TraceFormat

/// What the handlers of one connection share. It belongs to one event loop.
final class ConnectionContext {
  /// Such as `c1`.
  let name: String
  let options: ProxyOptions
  let observer: TrafficObserver
  private let clock: RecordingClock
  private let budget: AssemblyBudget
  var handshake: Handshake?
  /// Nil for a connection whose messages need not be taken whole.
  let faults: Lock<WireFaults>?
  private var syncKind: SyncKind?
  private var isClosed = false

  init(
    name: String, options: ProxyOptions, observer: TrafficObserver, faults: Lock<WireFaults>?,
    budget: AssemblyBudget, clock: RecordingClock
  ) {
    (self.name, self.options, self.observer, self.clock) = (name, options, observer, clock)
    self.budget = budget
    self.faults = faults.flatMap { gate in gate.withLock { $0.needsMessages } ? gate : nil }
  }

  /// Microseconds since 1970.
  func now() -> Int64 { clock.nowMicroseconds() }

  func tell(_ content: TrafficEvent.Content) {
    let event = TrafficEvent(connection: name, timeMicroseconds: now(), content: content)
    observer.observe(event)
  }

  /// Tells of the connection's end, which both of its sides notice.
  func tellClosed(_ reason: String) {
    guard !isClosed else { return }
    isClosed = true
    for firing in faults?.withLock({ $0.connectionEnded(name) }) ?? [] {
      tell(.injected(firing.noteText))
    }
    tell(.closed(reason: reason))
  }

  func stream(
    _ direction: WireMessage.Direction, whenRoom: @escaping @Sendable () -> Void
  ) -> ObservedStream {
    ObservedStream(
      connection: name, direction: direction, observer: observer,
      messageSizeMax: faults == nil ? options.messageSizeMax : Self.injectedSizeMax,
      budget: budget, compression: handshake?.extensions.compression, whenRoom: whenRoom)
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
