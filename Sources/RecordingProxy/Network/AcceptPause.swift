import NIOCore
import NIOPosix

/// Stops accepting connections for a moment where the process can open no more: the next client waits, and a
/// listening socket that is read again at once would take a whole processor.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private static let pause = TimeAmount.milliseconds(100)
  private let tell: (String) -> Void
  /// Whether the connection that waits was told of.
  private var isTold = false

  /// - Parameter tell: called with why a connection has to wait, once for each time that there is no room.
  init(tellingWaiting tell: @escaping (String) -> Void) { self.tell = tell }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isTold = false
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is IOError else { return context.fireErrorCaught(error) }
    if !isTold { tell(NetworkFailure.reason(error)) }
    isTold = true
    let channel = context.channel
    channel.setOption(.autoRead, value: false).whenFailure { _ in }
    channel.eventLoop.scheduleTask(in: Self.pause) {
      channel.setOption(.autoRead, value: true).whenFailure { _ in }
    }
  }
}
