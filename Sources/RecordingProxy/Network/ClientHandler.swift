import NIOCore
import NIOHTTP1
import TraceFormat

/// The client's side before the WebSocket is open: passes HTTP requests on to the server.
///
/// Requests that ask for no WebSocket are passed on too. An answer that opens one ends the HTTP on both sides,
/// and ``RelayHandler`` takes over.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let shared: ConnectionContext
  private let connector: UpstreamConnector
  let relay: RelayHandler
  private var upstream: (any Channel)?
  private var isConnecting = false
  /// Whether the proxy has answered in place of the server; nothing is passed on any more.
  private var isRefused = false
  /// What came before the server was reached; reading stops meanwhile, so it is little.
  private var waiting: [HTTPClientRequestPart] = []
  private var context: ChannelHandlerContext?
  /// The requests whose answers have not come whole, in their order.
  private var exchanges: [HTTPExchange] = []
  /// Those of the request and the answer that are passed on.
  private var requestFraming = ChunkFraming([:], .http1_1)
  private var answerFraming = ChunkFraming([:], .http1_1)
  /// Whether the answer that is passed on may have a body.
  private var hasBody = false

  init(_ shared: ConnectionContext, connector: UpstreamConnector, relay: RelayHandler) {
    (self.shared, self.connector, self.relay) = (shared, connector, relay)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      requestFraming = ChunkFraming(head.headers, head.version)
      begin(head)
      send(.head(forwarded(head)))
    case .body(let bytes): send(.body(.byteBuffer(requestFraming.part(bytes))))
    case .end(let trailers):
      send(.body(.byteBuffer(requestFraming.end(trailers))))
      send(.end(trailers))
      // What comes behind it is for the WebSocket that is not open yet.
      if exchanges.last?.handshake != nil {
        relay.endHTTP()
        setReading(false)
      }
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    upstream?.flush()
    context.fireChannelReadComplete()
  }

  private func begin(_ head: HTTPRequestHead) {
    exchanges.append(HTTPExchange(head))
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
    setReading(false)
    let loop = context.eventLoop
    let here = NIOLoopBound(self, eventLoop: loop)
    let relay = RelayHandler(shared, reading: .serverToClient)
    let handler = UpstreamHandler(
      shared, client: self, clientChannel: context.channel, relay: relay)
    connector.connect(
      on: loop, adding: NIOLoopBound(relay, eventLoop: loop), NIOLoopBound(handler, eventLoop: loop)
    ).whenComplete {
      here.value.connected($0)
    }
  }

  private func connected(_ result: Result<any Channel, any Error>) {
    isConnecting = false
    guard context != nil else {
      if case .success(let channel) = result { channel.close(promise: nil) }
      return
    }
    switch result {
    case .success(let channel):
      upstream = channel
      for part in waiting { channel.write(part, promise: nil) }
      channel.flush()
      waiting = []
      if exchanges.last?.handshake == nil { setReading(true) }
    case .failure(let error):
      refuse(
        .badGateway,
        "the server \(shared.options.upstream) cannot be reached: \(NetworkFailure.reason(error))")
    }
  }

  /// Answers in place of the server (RFC 9110, sections 15.5.1 and 15.6.3), and ends.
  ///
  /// What the client still sends is read for a moment, since a connection that is closed over unread bytes loses the
  /// answer.
  func refuse(_ status: HTTPResponseStatus, _ reason: String) {
    guard !isRefused else { return }
    isRefused = true
    shared.tellClosed(reason)
    guard let context else { return }
    let body = context.channel.allocator.buffer(string: "tracetool: \(reason)\n")
    let headers: HTTPHeaders = [
      "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.readableBytes)",
      "Connection": "close",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(mode: .output, promise: nil)
      channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
    setReading(true)
  }

  func answer(_ part: HTTPClientResponsePart) {
    guard let context else { return }
    switch part {
    case .head(let head):
      answerFraming = ChunkFraming(head.headers, head.version)
      hasBody = head.status.mayHaveResponseBody && exchange?.isHead != true
      context.write(
        wrapOutboundOut(
          .head(
            HTTPResponseHead(version: head.version, status: head.status, headers: head.headers))),
        promise: nil)
    case .body(let bytes): write(answerFraming.part(bytes), context)
    case .end(let trailers):
      // Without a body there is no last chunk either.
      guard hasBody else { return context.flush() }
      write(answerFraming.end(trailers), context)
      context.writeAndFlush(wrapOutboundOut(.end(trailers)), promise: nil)
    }
  }

  private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
  }

  func flush() { context?.flush() }

  /// The request that the next answer is for; nil where none was asked.
  var exchange: HTTPExchange? { exchanges.first }

  func endExchange() { if !exchanges.isEmpty { exchanges.removeFirst() } }

  private func setReading(_ isReading: Bool) {
    context?.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
  }

  /// A client that does not take its answers stops the reading of them.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    upstream?.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
    context.fireChannelWritabilityChanged()
  }

  /// A server that does not take requests stops the reading of them.
  func upstreamChanged(isWritable: Bool) {
    if exchanges.last?.handshake == nil { setReading(isWritable) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    let unanswered = exchanges.first.map { " before the answer to \($0.requestLine) was whole" }
    shared.tellClosed("the client closed the connection\(unanswered ?? "")")
    upstream?.close(promise: nil)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isRefused else { return }
    let reason = NetworkFailure.reason(error)
    if error is HTTPParserError, exchanges.isEmpty {
      return refuse(.badRequest, "the client did not send an HTTP request: \(reason)")
    }
    shared.tellClosed("the connection to the client broke: \(reason)")
    context.close(promise: nil)
  }
}
