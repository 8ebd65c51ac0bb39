import NIOCore
import TraceFormat

/// What the handlers of one connection share. It belongs to one event loop.
final class ConnectionContext {
  /// Such as `c1`.
  let name: String
  let options: ProxyOptions
  let observer: any TrafficObserver
  private let clock: @Sendable () -> Int64
  /// What the client asked for, once it has.
  var handshake: Handshake?
  private var isClosed = false

  init(
    name: String, options: ProxyOptions, observer: any TrafficObserver,
    clock: @escaping @Sendable () -> Int64
  ) {
    (self.name, self.options, self.observer, self.clock) = (name, options, observer, clock)
  }

  /// Microseconds since 1970.
  func now() -> Int64 { clock() }

  func tell(_ content: TrafficEvent.Content) {
    let event = TrafficEvent(connection: name, timeMicroseconds: now(), content: content)
    _ = observer.observe(event, whenRoom: {})
  }

  /// Tells of the connection's end, which both of its sides notice.
  func tellClosed(_ reason: String) {
    guard !isClosed else { return }
    isClosed = true
    tell(.closed(reason: reason))
  }

  func stream(
    _ direction: WireMessage.Direction, whenRoom: @escaping @Sendable () -> Void
  ) -> ObservedStream {
    ObservedStream(
      connection: name, direction: direction, observer: observer,
      messageSizeMax: options.messageSizeMax, whenRoom: whenRoom)
  }
}
