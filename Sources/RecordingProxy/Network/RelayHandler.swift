import NIOCore
import TraceFormat

/// Passes the bytes of an open WebSocket from one side to the other, as they are, and looks at them on the way.
///
/// It stands before the handlers of HTTP from the first byte on, and lets everything through to them until
/// the WebSocket is open; from then on they get nothing.
///
/// A side that does not take its bytes stops the reading of the other: no more is in memory than the
/// system's buffers and a few reads.
final class RelayHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  let shared: ConnectionContext
  let direction: WireMessage.Direction
  /// Known from the moment on when there is an event loop to come back to.
  var stream: ObservedStream?
  /// The other side's handler; the two hold each other until one ends.
  private(set) var partner: RelayHandler?
  private(set) var context: ChannelHandlerContext?
  private var isReadPending = false
  private var isOpen = false
  /// Whether what follows is not HTTP: a WebSocket was asked for, or is open.
  private(set) var endsHTTP = false
  /// What came behind the request for a WebSocket before that was open.
  private var waiting: [ByteBuffer] = []
  /// What goes out here while faults are injected.
  var output = RelayOutput()

  init(_ shared: ConnectionContext, reading direction: WireMessage.Direction) {
    (self.shared, self.direction) = (shared, direction)
  }

  /// Takes both sides of a WebSocket over from HTTP: what the client's handler reads, the server's one writes.
  ///
  /// - Returns: whether both sides are still there.
  static func open(client: RelayHandler, server: RelayHandler) -> Bool {
    guard let here = client.context, let there = server.context else { return false }
    (client.partner, server.partner) = (server, client)
    client.open(here)
    server.open(there)
    client.takeWaiting(here)
    return true
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  private func open(_ context: ChannelHandlerContext) {
    (isOpen, endsHTTP) = (true, true)
    let here = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    stream = shared.stream(direction) {
      loop.execute { here.value.observerHasRoom() }
    }
    context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
  }

  /// What comes from now on is not HTTP, and waits for the WebSocket.
  func endHTTP() { endsHTTP = true }

  /// Takes bytes that came in one reading with the end of HTTP.
  func takeBehindHTTP(_ buffer: ByteBuffer) {
    waiting.append(buffer)
    if isOpen, let context { takeWaiting(context) }
  }

  private func takeWaiting(_ context: ChannelHandlerContext) {
    let buffers = waiting
    waiting = []
    for buffer in buffers { take(buffer) }
    if !buffers.isEmpty { partner?.context?.flush() }
  }

  private func observerHasRoom() {
    stream?.goOn()
    resumeReading()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    partner = nil
    stream = nil
    waiting = []
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isOpen else { return context.fireChannelRead(data) }
    take(unwrapInboundIn(data))
  }

  private func take(_ buffer: ByteBuffer) {
    if let faults = shared.faults { return inject(buffer, into: faults) }
    // First on the way, then looked at: recording costs the passage nothing.
    partner?.pass(buffer)
    stream?.take(buffer.readableBytesSpan, timeMicroseconds: shared.now())
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard isOpen else { return context.fireChannelReadComplete() }
    partner?.context?.flush()
  }

  private func pass(_ buffer: ByteBuffer) { context?.write(wrapOutboundOut(buffer), promise: nil) }

  func channelInactive(context: ChannelHandlerContext) {
    guard isOpen else { return context.fireChannelInactive() }
    tellUnfinished()
    tellEnd("the \(direction.sender) closed the connection")
    endPartner()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard isOpen else { return context.fireErrorCaught(error) }
    tellUnfinished()
    tellEnd("the connection to the \(direction.sender) broke: \(NetworkFailure.reason(error))")
    context.close(promise: nil)
  }

  /// Tells why the connection ends: behind what faults delay on its way to the client.
  private func tellEnd(_ reason: String) {
    if shared.faults != nil { partner?.output.put(.end(reason)) }
    if shared.faults == nil || direction == .clientToServer { shared.tellClosed(reason) }
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
    guard shared.faults == nil else { return partner.sendOutput() }
    let channel = other.channel
    let isStalled = !channel.isWritable
    partner.closeBehindWrites(other)
    guard isStalled else { return }
    // A side that takes nothing any more is not waited for without end.
    channel.eventLoop.scheduleTask(in: .seconds(10)) { channel.close(promise: nil) }
  }

  func closeBehindWrites(_ context: ChannelHandlerContext) {
    let channel = context.channel
    let empty = channel.allocator.buffer(capacity: 0)
    context.writeAndFlush(wrapOutboundOut(empty)).whenComplete { _ in channel.close(promise: nil) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard isOpen else { return context.fireChannelWritabilityChanged() }
    if context.channel.isWritable { partner?.resumeReading() }
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
