import FaultPlans
import Recorder
import TraceFormat

struct TrafficEvent: Sendable {
  var connection: String
  var timeMicroseconds: Int64
  var content: Content

  enum Content: Sendable {
    case opened(Handshake)
    case message(WireMessage.Direction, WebSocketMessage)
    /// Messages that could not be read; nil if nobody knows how many.
    case lost(count: UInt64?, reason: String)
    /// Something else that explains what follows, such as how a WebSocket was closed.
    case note(String)
    /// What the client makes of how its WebSocket is closed.
    indirect case error(SyncError)
    /// What a fault did, in the words of its note.
    case injected(String)
    case closed(reason: String)
  }

  var isMessage: Bool { if case .message = content { true } else { false } }

  /// Roughly the bytes that it takes in memory.
  var size: Int {
    switch content {
    case .message(_, let message): message.bytes.count + 128
    case .opened(let handshake): handshake.target.utf8.count + 256
    case .error(let error): error.message.utf8.count + 256
    case .note(let text), .injected(let text), .closed(let text), .lost(_, let text):
      text.utf8.count + 128
    }
  }
}

extension SyncError {
  /// What a client makes of the payload of a close frame (Realm Core: `sync/noinst/client_impl_base.cpp`); nil where it
  /// makes nothing of it but to connect again, with a new token or location at most.
  init?(closing payload: [UInt8]) {
    guard payload.count >= 2 else { return nil }
    switch Int(payload[0]) << 8 | Int(payload[1]) {
    case 1009: self = .messageTooLarge
    case 4002:
      self = SyncError(
        code: nil, name: "AuthError", message: "Sync websocket closed: Forbidden",
        action: .logOutUser, isFatal: true)
    default: return nil
    }
  }
}

/// What the HTTP upgrade of a WebSocket showed (RFC 6455, section 4).
struct Handshake: Equatable, Sendable {
  /// Path and query as they were asked for, tokens included.
  var target: String
  /// The sub-protocol that the server chose.
  var subprotocol: String?
  var extensions = WebSocketExtensions()
  var userAgent: String?
}

/// Where everything goes that is seen. It is told from many threads and must not keep them waiting.
struct TrafficObserver: Sendable {
  let queue: BoundedQueue<TrafficEvent>
  /// Whether what finds no room is taken all the same, and whoever gives it is to wait.
  let waits: Bool
  /// What explains the rest is small, and not to be missed.
  private static let reserveBytes = 1 << 20

  /// Takes something that was seen.
  ///
  /// - Parameter whenRoom: called from any thread when there is room again, where there is none.
  /// - Returns: whether there is room for more. Where there is none, whoever can stop giving should.
  @discardableResult
  func observe(_ event: TrafficEvent, whenRoom: @escaping @Sendable () -> Void = {}) -> Bool {
    if waits { return queue.insist(event, size: event.size, whenRoom: whenRoom) }
    queue.offer(event, size: event.size, reserve: event.isMessage ? 0 : Self.reserveBytes)
    return true
  }
}
