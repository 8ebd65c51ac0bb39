import NIOCore
import NIOHTTP1
import TraceFormat

/// The client's side before the WebSocket is open: passes HTTP requests on to the server.
///
/// Requests that ask for no WebSocket are passed on too. An answer that opens one ends the HTTP on both sides,
/// and ``RelayHandler`` takes over.
final class ClientHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let shared: ConnectionContext
  private let connector: UpstreamConnector
  private var upstream: (any Channel)?
  private var isConnecting = false
  /// What came before the server was reached; reading stops meanwhile, so it is little.
  private var waiting: [HTTPClientRequestPart] = []
  private var context: ChannelHandlerContext?
  private var requestLine = ""
  private var isUpgrade = false

  init(_ shared: ConnectionContext, connector: UpstreamConnector) {
    (self.shared, self.connector) = (shared, connector)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      begin(head)
      send(.head(forwarded(head)))
    case .body(let bytes): send(.body(.byteBuffer(bytes)))
    case .end(let trailers): send(.end(trailers))
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    upstream?.flush()
    context.fireChannelReadComplete()
  }

  private func begin(_ head: HTTPRequestHead) {
    requestLine = "\(head.method) \(head.uri)"
    isUpgrade = head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
    shared.handshake =
      isUpgrade
      ? Handshake(target: head.uri, userAgent: head.headers.first(name: "user-agent")) : nil
    guard !isConnecting, upstream == nil else { return }
    connect()
  }

  /// The request as the server gets it: as it came, unless its host is to be another.
  private func forwarded(_ head: HTTPRequestHead) -> HTTPRequestHead {
    guard shared.options.rewritesHost else { return head }
    var head = head
    let upstream = shared.options.upstream
    let isUsual = upstream.address.port == (upstream.isSecure ? 443 : 80)
    head.headers.replaceOrAdd(
      name: "Host", value: isUsual ? upstream.address.host : upstream.address.description)
    return head
  }

  private func send(_ part: HTTPClientRequestPart) {
    if let upstream { upstream.write(part, promise: nil) } else { waiting.append(part) }
  }

  private func connect() {
    guard let context else { return }
    isConnecting = true
    context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
    let loop = context.eventLoop
    let here = NIOLoopBound(self, eventLoop: loop)
    let handler = UpstreamHandler(shared, client: self, clientChannel: context.channel)
    connector.connect(on: loop, adding: NIOLoopBound(handler, eventLoop: loop)).whenComplete {
      here.value.connected($0)
    }
  }

  private func connected(_ result: Result<any Channel, any Error>) {
    isConnecting = false
    guard let context else {
      if case .success(let channel) = result { channel.close(promise: nil) }
      return
    }
    switch result {
    case .success(let channel):
      upstream = channel
      for part in waiting { channel.write(part, promise: nil) }
      channel.flush()
      waiting = []
      context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
      context.read()
    case .failure(let error):
      refuse(
        "the server \(shared.options.upstream) cannot be reached: \(NetworkFailure.reason(error))",
        context)
    }
  }

  /// Tells the client that the server did not answer (RFC 9110, section 15.6.3), and ends.
  private func refuse(_ reason: String, _ context: ChannelHandlerContext) {
    shared.tellClosed(reason)
    let body = context.channel.allocator.buffer(string: "tracetool: \(reason)\n")
    let headers: HTTPHeaders = [
      "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.readableBytes)",
      "Connection": "close",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: .badGateway, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }

  /// Passes a part of the server's answer on to the client.
  func answer(_ part: HTTPClientResponsePart) {
    guard let context else { return }
    switch part {
    case .head(let head):
      context.write(
        wrapOutboundOut(
          .head(
            HTTPResponseHead(version: head.version, status: head.status, headers: head.headers))),
        promise: nil)
    case .body(let bytes): context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    case .end(let trailers): context.writeAndFlush(wrapOutboundOut(.end(trailers)), promise: nil)
    }
  }

  func flush() { context?.flush() }

  /// What was asked for and how it was answered, for people.
  func exchange(_ head: HTTPResponseHead) -> String {
    "\(requestLine): \(head.status.code) \(head.status.reasonPhrase)"
  }

  /// Whether the answer to the request in hand opens a WebSocket.
  func isOpened(by head: HTTPResponseHead) -> Bool {
    isUpgrade && head.status == .switchingProtocols
  }

  /// Whether the request in hand asked for a WebSocket that it did not get. Its connection speaks nothing
  /// more: what a client sends behind such a request is no HTTP.
  func isRefused(by head: HTTPResponseHead) -> Bool {
    isUpgrade && head.status != .switchingProtocols && !(100..<200).contains(Int(head.status.code))
  }

  /// Ends the HTTP on the client's side; what it has sent behind its request comes to the new handler.
  func replace(with relay: RelayHandler) throws {
    guard let context else { return }
    let pipeline = context.pipeline.syncOperations
    try pipeline.addHandler(relay)
    pipeline.removeHandler(self, promise: nil)
    pipeline.removeHandler(try pipeline.handler(type: HTTPResponseEncoder.self), promise: nil)
    pipeline.removeHandler(
      try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    shared.tellClosed("the client closed the connection")
    upstream?.close(promise: nil)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    shared.tellClosed("the connection to the client broke: \(NetworkFailure.reason(error))")
    context.close(promise: nil)
  }
}
