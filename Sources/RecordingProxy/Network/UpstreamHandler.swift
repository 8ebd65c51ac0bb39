import NIOCore
import NIOHTTP1

/// The server's side before the WebSocket is open: passes HTTP answers on to the client.
final class UpstreamHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let shared: ConnectionContext
  private let client: ClientHandler
  private let clientChannel: any Channel
  private let relay: RelayHandler
  /// The answer that opens the WebSocket, until it is whole.
  private var opening: HTTPResponseHead?
  private var isRefused = false
  /// Whether the client has got a part of an answer that is not whole yet.
  private var isAnswering = false

  init(
    _ shared: ConnectionContext, client: ClientHandler, clientChannel: any Channel,
    relay: RelayHandler
  ) {
    (self.shared, self.client) = (shared, client)
    (self.clientChannel, self.relay) = (clientChannel, relay)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    client.answer(part)
    switch part {
    case .head(let head): begin(head)
    case .body: break
    case .end:
      isAnswering = false
      if let head = opening { open(head, context) }
      client.endExchange()
      guard isRefused else { break }
      shared.tellClosed("the proxy closed the connection behind an answer that opens no WebSocket")
      end()
    }
  }

  private func begin(_ head: HTTPResponseHead) {
    guard !head.isInterim, let exchange = client.exchange else { return }
    isAnswering = true
    if exchange.isOpened(by: head) { opening = head }
    isRefused = exchange.isRefused(by: head)
    if opening == nil { shared.tell(.note(exchange.text(answeredBy: head))) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    client.upstreamChanged(isWritable: context.channel.isWritable)
    context.fireChannelWritabilityChanged()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    client.flush()
    context.fireChannelReadComplete()
  }

  private func open(_ head: HTTPResponseHead, _ context: ChannelHandlerContext) {
    var handshake = client.exchange?.handshake ?? Handshake(target: "")
    handshake.subprotocol = head.headers.first(name: "sec-websocket-protocol")
    handshake.extensions = WebSocketExtensions(head.headers["sec-websocket-extensions"])
    shared.handshake = handshake
    shared.tell(.opened(handshake))
    if shared.faults != nil, handshake.extensions.compression != nil {
      shared.tell(.note("messages continue uncompressed, since faults are injected"))
    }
    // A client that has hung up meanwhile was told of, and its handler closes this side.
    if !RelayHandler.open(client: client.relay, server: relay) { context.close(promise: nil) }
  }

  /// Closes the client's side, behind what is on the way to it.
  private func end() {
    let channel = clientChannel
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer()))).whenComplete {
      _ in
      channel.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    shared.tellClosed("the server closed the connection")
    end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let reason = NetworkFailure.reason(error)
    // Where nothing was asked the client gets no answer.
    if isAnswering || client.exchange == nil || error is IOError {
      shared.tellClosed("the connection to the server broke: \(reason)")
    } else if error is HTTPParserError {
      client.refuse(.badGateway, "the server's answer is not HTTP: \(reason)")
    } else {
      client.refuse(.badGateway, "the server \(shared.options.upstream) was not trusted: \(reason)")
    }
    context.close(promise: nil)
  }
}
