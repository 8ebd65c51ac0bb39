import Dispatch
import NIOCore
import NIOHTTP1

/// Answers one request, or refuses it, and ends the connection.
final class LiveViewHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let server: LiveViewServer
  private var isAnswered = false

  init(_ server: LiveViewServer) { self.server = server }

  func channelActive(context: ChannelHandlerContext) {
    let here = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .seconds(Int64(server.requestSecondsMax))) {
      if !here.value.0.isAnswered { here.value.1.close(promise: nil) }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isAnswered, case .head(let head) = unwrapInboundIn(data) else { return }
    isAnswered = true
    let channel = context.channel
    guard head.headers["host"] == [server.host(of: channel)] else {
      return Self.answer(.forbidden, on: channel)
    }
    guard let answer = server.answer(at: head.uri) else {
      return Self.answer(.notFound, on: channel)
    }
    guard head.method == .GET else { return Self.answer(.methodNotAllowed, on: channel) }
    server.work.async {
      // Whoever has left needs no page.
      if channel.isActive { Self.answer(.ok, answer.text(), type: answer.type, on: channel) }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private static func answer(
    _ status: HTTPResponseStatus, _ text: String? = nil, type: String = "text/plain",
    on channel: any Channel
  ) {
    let body = ByteBuffer(string: text ?? "tracetool: \(status)\n")
    let headers: HTTPHeaders = [
      "Content-Type": "\(type); charset=utf-8", "Content-Length": "\(body.readableBytes)",
      "Connection": "close", "Cache-Control": "no-store",
      // What the page itself cannot ask for; the rest of its policy is in it.
      "Content-Security-Policy": "frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    channel.write(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil)
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in
      channel.close(promise: nil)
    }
  }
}
