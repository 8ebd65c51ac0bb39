import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a server does with each message.
enum ServerAnswer: String {
  /// Sends it back.
  case echo
  /// Sends a byte for it.
  case acknowledgement
}

/// A server of WebSockets, with a thread for each connection; the path that is asked for says how it answers.
final class WebSocketServer: Sendable {
  let port: Int
  private let descriptor: Int32

  init() throws {
    let listening = try LoopbackAddress.makeSocket()
    guard LoopbackAddress(port: 0).with({ bind(listening, $0, $1) }) == 0,
      listen(listening, 16) == 0
    else { throw BlockingSocket.Failure(call: "listen") }
    (descriptor, port) = (listening, LoopbackAddress.port(of: listening))
    Thread.detachNewThread {
      while true {
        let connection = accept(listening, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { Self.serve(connection) }
      }
    }
  }

  /// Ends the waiting for clients; connections end with their clients.
  func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func serve(_ descriptor: Int32) {
    let connection = WebSocketConnection(BlockingSocket(descriptor))
    // A client that goes away ends it.
    guard let target = try? connection.acceptUpgrade() else { return }
    let answer = ServerAnswer(rawValue: String(target.dropFirst())) ?? .echo
    while true {
      do {
        switch answer {
        case .echo: try connection.send(try connection.message(), isMasked: false)
        case .acknowledgement:
          try connection.skipMessage()
          try connection.send([0], isMasked: false)
        }
      } catch { return }
    }
  }
}
