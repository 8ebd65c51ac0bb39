import NIOCore
import NIOHTTP1

/// The server's side before the WebSocket is open: passes HTTP answers on to the client.
final class UpstreamHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let shared: ConnectionContext
  private let client: ClientHandler
  private let clientChannel: any Channel
  /// The answer that opens the WebSocket, until it is whole.
  private var opening: HTTPResponseHead?
  private var isRefused = false

  init(_ shared: ConnectionContext, client: ClientHandler, clientChannel: any Channel) {
    (self.shared, self.client, self.clientChannel) = (shared, client, clientChannel)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    client.answer(part)
    switch part {
    case .head(let head):
      if client.isOpened(by: head) { opening = head }
      isRefused = client.isRefused(by: head)
      if opening == nil { shared.tell(.note(client.exchange(head))) }
    case .body: break
    case .end:
      if let head = opening { open(head, context) }
      if isRefused { end() }
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    client.flush()
    context.fireChannelReadComplete()
  }

  private func open(_ head: HTTPResponseHead, _ context: ChannelHandlerContext) {
    var handshake = shared.handshake ?? Handshake(target: "")
    handshake.subprotocol = head.headers.first(name: "sec-websocket-protocol")
    shared.handshake = handshake
    shared.tell(.opened(handshake))
    let (clientRelay, serverRelay) = RelayHandler.pair(shared)
    do {
      let pipeline = context.pipeline.syncOperations
      try pipeline.addHandler(serverRelay)
      try client.replace(with: clientRelay)
      pipeline.removeHandler(self, promise: nil)
      pipeline.removeHandler(try pipeline.handler(type: HTTPRequestEncoder.self), promise: nil)
      pipeline.removeHandler(
        try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self), promise: nil)
    } catch {
      shared.tellClosed("the WebSocket cannot be taken over: \(error)")
      context.close(promise: nil)
      end()
    }
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
    shared.tellClosed("the connection to the server broke: \(NetworkFailure.reason(error))")
    context.close(promise: nil)
  }
}
