import NIOCore
import TraceFormat

/// Passes the bytes of an open WebSocket from one side to the other, as they are, and looks at them on the
/// way.
///
/// A side that does not take its bytes stops the reading of the other: no more is in memory than the
/// system's buffers and a few reads.
final class RelayHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  let shared: ConnectionContext
  /// What this side sends.
  let direction: WireMessage.Direction
  /// Known from the moment on when there is an event loop to come back to.
  private var stream: ObservedStream?
  /// The other side's handler; the two hold each other until one ends.
  private var partner: RelayHandler?
  private var context: ChannelHandlerContext?
  private var isReadPending = false
  /// What goes out here while faults are injected.
  private var output = RelayOutput()

  private init(_ shared: ConnectionContext, reading direction: WireMessage.Direction) {
    (self.shared, self.direction) = (shared, direction)
  }

  /// The handlers of both sides: what the client's one reads, the server's one writes.
  static func pair(_ shared: ConnectionContext) -> (client: RelayHandler, server: RelayHandler) {
    let client = RelayHandler(shared, reading: .clientToServer)
    let server = RelayHandler(shared, reading: .serverToClient)
    client.partner = server
    server.partner = client
    return (client, server)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let here = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    stream = shared.stream(direction) {
      loop.execute { here.value.observerHasRoom() }
    }
  }

  private func observerHasRoom() {
    stream?.goOn()
    resumeReading()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    partner = nil
    stream = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    if let faults = shared.faults { return inject(buffer, into: faults) }
    // First on the way, then looked at: recording costs the passage nothing.
    partner?.pass(buffer)
    stream?.take(buffer.readableBytesSpan, timeMicroseconds: shared.now())
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    partner?.context?.flush()
    context.fireChannelReadComplete()
  }

  // MARK: For the injection of faults

  var other: RelayHandler? { partner }
  var ownContext: ChannelHandlerContext? { context }
  /// Whether what this side sends is no WebSocket any more.
  var isUnreadable: Bool { stream?.isUnreadable ?? false }

  func put(_ item: RelayOutput.Item) { output.put(item) }
  func takeOutput() -> [RelayOutput.Item] { output.take() }
  func endDelay() { output.goOn() }

  /// What is whole now, of which messages have not been told.
  func takeElements(_ buffer: ByteBuffer) -> [WebSocketParser.Element] {
    stream?.take(
      buffer.readableBytesSpan, timeMicroseconds: shared.now(), tellingMessages: false) ?? []
  }

  private func pass(_ buffer: ByteBuffer) { context?.write(wrapOutboundOut(buffer), promise: nil) }

  func channelInactive(context: ChannelHandlerContext) {
    tellUnfinished()
    shared.tellClosed("the \(direction.sender) closed the connection")
    endPartner()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    tellUnfinished()
    shared.tellClosed(
      "the connection to the \(direction.sender) broke: \(NetworkFailure.reason(error))")
    context.close(promise: nil)
  }

  /// Tells of the messages, in both directions, that the end of the connection cuts off.
  private func tellUnfinished() {
    let time = shared.now()
    stream?.end(timeMicroseconds: time)
    partner?.stream?.end(timeMicroseconds: time)
  }

  /// Closes the other side, behind what is still on the way to it.
  private func endPartner() {
    guard let partner, let other = partner.context else { return }
    self.partner = nil
    partner.partner = nil
    // What a fault delays still goes out.
    guard shared.faults == nil else { return partner.endBehindOutput() }
    let channel = other.channel
    let isStalled = !channel.isWritable
    partner.closeBehindWrites(other)
    guard isStalled else { return }
    // A side that takes nothing any more is not waited for without end.
    channel.eventLoop.scheduleTask(in: .seconds(10)) { channel.close(promise: nil) }
  }

  /// Closes this side once all that was written has been sent.
  func closeBehindWrites(_ context: ChannelHandlerContext) {
    let channel = context.channel
    let empty = channel.allocator.buffer(capacity: 0)
    context.writeAndFlush(wrapOutboundOut(empty)).whenComplete { _ in channel.close(promise: nil) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { partner?.resumeReading() }
    context.fireChannelWritabilityChanged()
  }

  func read(context: ChannelHandlerContext) {
    isReadPending = !mayRead
    if mayRead { context.read() }
  }

  /// Whether what is read can be got rid of.
  private var mayRead: Bool {
    (partner?.context?.channel.isWritable ?? true) && stream?.isObserverFull != true
  }

  private func resumeReading() {
    guard isReadPending, mayRead else { return }
    isReadPending = false
    context?.read()
  }
}
