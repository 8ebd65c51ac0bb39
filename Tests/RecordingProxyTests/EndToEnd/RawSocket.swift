import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// One end of a TCP connection, which says exactly what a test wants.
final class RawSocket: Sendable {
  struct Silent: Error, CustomStringConvertible {
    let description: String
  }

  private struct State {
    var bytes: [UInt8] = []
    var count = 0
    var keepsBytes = true
    var isEnded = false
  }

  let channel: any Channel
  private let state = Mutex(State())

  fileprivate init(_ channel: any Channel) { self.channel = channel }

  static func connect(to port: Int, host: String = "127.0.0.1") async throws -> RawSocket {
    let made = Mutex<RawSocket?>(nil)
    _ = try await ClientBootstrap(group: TestServer.group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let socket = RawSocket(channel)
          try channel.pipeline.syncOperations.addHandler(Collector(socket))
          made.withLock { $0 = socket }
        }
      }
      .connect(host: host, port: port).get()
    guard let socket = made.withLock({ $0 }) else { throw Silent(description: "no channel") }
    return socket
  }

  func send(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// What has come so far, once it is enough, or has ended.
  @discardableResult func received(
    until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) async throws -> [UInt8] {
    for _ in 0..<10_000 {
      let (bytes, isEnded) = state.withLock { ($0.bytes, $0.isEnded) }
      if isEnded || isEnough(bytes) { return bytes }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw Silent(description: "after \(state.withLock { $0.bytes.count }) bytes nothing more came")
  }

  /// How many bytes have come so far.
  var receivedCount: Int { state.withLock { $0.count } }

  /// From now on bytes are counted and not kept.
  func keepNothing() { state.withLock { ($0.keepsBytes, $0.bytes) = (false, []) } }

  /// Waits until so many bytes have come, or it has ended; gives how many there are.
  @discardableResult func wait(
    forBytes count: Int, within limit: Duration = .seconds(60)
  ) async throws -> Int {
    let start = ContinuousClock.now
    while start.duration(to: .now) < limit {
      let (received, isEnded) = state.withLock { ($0.count, $0.isEnded) }
      if isEnded || received >= count { return received }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw Silent(description: "\(receivedCount) of \(count) bytes came")
  }

  /// What has come once a text is in it, or all of it.
  @discardableResult func text(through part: String? = nil) async throws -> String {
    let bytes = try await received { bytes in
      part.map { String(decoding: bytes, as: UTF8.self).contains($0) } ?? false
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ends the connection; abruptly, as a process that dies, or in good order.
  func close(abruptly: Bool = false) async {
    if abruptly, let options = channel as? any SocketOptionProvider {
      try? await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    try? await channel.close()
  }

  /// Takes no more bytes for now.
  func stall() async throws { try await channel.setOption(.autoRead, value: false).get() }
  func goOn() async throws { try await channel.setOption(.autoRead, value: true).get() }

  fileprivate func take(_ bytes: ByteBuffer) {
    state.withLock { state in
      state.count += bytes.readableBytes
      if state.keepsBytes { state.bytes.append(contentsOf: bytes.readableBytesView) }
    }
  }
  fileprivate func end() { state.withLock { $0.isEnded = true } }
}

private final class Collector: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let socket: RawSocket
  init(_ socket: RawSocket) { self.socket = socket }
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    socket.take(unwrapInboundIn(data))
  }
  func channelInactive(context: ChannelHandlerContext) { socket.end() }
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// A server that does with each connection exactly what a test wants.
final class RawServer: Sendable {
  let port: Int
  private let channel: any Channel
  private let arrivals: AsyncStream<RawSocket>

  init(host: String = "127.0.0.1") async throws {
    let (stream, continuation) = AsyncStream<RawSocket>.makeStream()
    arrivals = stream
    channel = try await ServerBootstrap(group: TestServer.group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let socket = RawSocket(channel)
          try channel.pipeline.syncOperations.addHandler(Collector(socket))
          continuation.yield(socket)
        }
      }
      .bind(host: host, port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  func accept() async throws -> RawSocket {
    for await socket in arrivals { return socket }
    throw RawSocket.Silent(description: "nobody came")
  }

  func close() async { try? await channel.close() }
}

/// The bytes of a WebSocket's beginning (RFC 6455, section 1.3).
enum RawUpgrade {
  static let request = """
    GET /api/client/v2.0/app/demo/realm-sync HTTP/1.1\r
    Host: sync.example.com\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r
    \r

    """
  static let answer = """
    HTTP/1.1 101 Switching Protocols\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
    \r

    """

  /// A frame with a whole message, masked with zeros where a client sends it.
  static func frame(_ payload: [UInt8], masked: Bool) -> [UInt8] {
    let bit: UInt8 = masked ? 0x80 : 0
    var bytes: [UInt8] = [0x82]
    if payload.count < 126 {
      bytes.append(bit | UInt8(payload.count))
    } else {
      bytes.append(bit | 127)
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    return bytes + (masked ? [0, 0, 0, 0] : []) + payload
  }
}
