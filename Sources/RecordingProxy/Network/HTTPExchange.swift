import NIOHTTP1
import TraceFormat

/// A request on its way, until its answer is whole. Answers come in the order of their requests.
struct HTTPExchange {
  let requestLine: String
  /// Whether the answer has no body, whatever its headers say of one.
  let isHead: Bool
  /// What a request for a WebSocket asks for; nil of any other.
  let handshake: Handshake?

  init(_ head: HTTPRequestHead) {
    requestLine = "\(head.method) \(head.uri)"
    isHead = head.method == .HEAD
    let isUpgrade = head.headers[canonicalForm: "upgrade"].contains {
      $0.lowercased() == "websocket"
    }
    handshake =
      isUpgrade
      ? Handshake(target: head.uri, userAgent: head.headers.first(name: "user-agent")) : nil
  }

  /// What the trace says of an answer that opens no WebSocket. A blank ends the target, so that a secret at its end has
  /// the mark that it has elsewhere.
  func text(answeredBy head: HTTPResponseHead) -> String {
    "\(requestLine) was answered with \(head.status.code)"
      + (head.status == .switchingProtocols
        ? ": what follows is not a WebSocket, and is not passed on" : "")
  }

  func isOpened(by head: HTTPResponseHead) -> Bool {
    handshake != nil && head.status == .switchingProtocols
  }

  /// Whether a WebSocket was asked for and refused. Such a connection speaks nothing more: what a client sends
  /// behind its request is not HTTP.
  func isRefused(by head: HTTPResponseHead) -> Bool {
    handshake != nil && head.status != .switchingProtocols
  }
}

extension HTTPResponseHead {
  /// Whether another answer to the same request follows (RFC 9110, section 15.2).
  var isInterim: Bool { (100..<200).contains(Int(status.code)) && status != .switchingProtocols }
}
