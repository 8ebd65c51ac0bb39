import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// One end of a WebSocket, driven by a test.
final class Peer: Sendable {
  /// Something that came.
  enum Incoming: Equatable, Sendable {
    case frame(WebSocketOpcode, [UInt8], isFinal: Bool)
    case ended
  }

  struct Silent: Error {}

  let channel: any Channel
  let isClient: Bool
  private let inbox: Inbox

  fileprivate init(_ channel: any Channel, isClient: Bool, inbox: Inbox) {
    (self.channel, self.isClient, self.inbox) = (channel, isClient, inbox)
  }

  /// Sends a frame; a client's is masked.
  func send(
    _ bytes: [UInt8], _ opcode: WebSocketOpcode = .binary, isFinal: Bool = true,
    isCompressed: Bool = false
  ) async throws {
    let frame = WebSocketFrame(
      fin: isFinal, rsv1: isCompressed, opcode: opcode, maskKey: isClient ? .random() : nil,
      data: ByteBuffer(bytes: bytes))
    try await channel.writeAndFlush(frame)
  }

  /// The next frame, or the end.
  func next() async -> Incoming { await inbox.next() }

  /// The payload of the next frame, which must be whole.
  func message() async throws -> [UInt8] {
    guard case .frame(.binary, let bytes, isFinal: true) = await next() else { throw Silent() }
    return bytes
  }

  func close() async { try? await channel.close() }
}

/// Keeps what came until somebody asks for it.
actor Inbox {
  private var waiting: [Peer.Incoming] = []
  private var asking: [CheckedContinuation<Peer.Incoming, Never>] = []

  func put(_ incoming: Peer.Incoming) {
    if asking.isEmpty {
      waiting.append(incoming)
    } else {
      asking.removeFirst().resume(returning: incoming)
    }
  }

  func next() async -> Peer.Incoming {
    if !waiting.isEmpty { return waiting.removeFirst() }
    return await withCheckedContinuation { asking.append($0) }
  }
}

/// Puts frames into an inbox, in their order.
private final class InboxHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  private let incoming: AsyncStream<Peer.Incoming>.Continuation

  init(_ inbox: Inbox) {
    let (stream, continuation) = AsyncStream<Peer.Incoming>.makeStream()
    incoming = continuation
    Task { for await one in stream { await inbox.put(one) } }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    incoming.yield(
      .frame(frame.opcode, Array(buffer: frame.unmaskedData), isFinal: frame.fin))
  }

  func channelInactive(context: ChannelHandlerContext) {
    incoming.yield(.ended)
    incoming.finish()
  }
}

/// A server of WebSockets on a port of its own.
final class TestServer: Sendable {
  let port: Int
  private let channel: any Channel
  private let arrivals: AsyncStream<(HTTPRequestHead, Peer)>
  static let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)

  /// - Parameters:
  ///   - subprotocol: what it chooses, if the client offers it.
  ///   - extensions: what it agrees to.
  ///   - tls: what it needs to speak TLS; nil where it does not.
  init(
    choosing subprotocol: String? = nil, agreeing extensions: String? = nil,
    tls: NIOSSLContext? = nil
  ) async throws {
    let (stream, continuation) = AsyncStream<(HTTPRequestHead, Peer)>.makeStream()
    arrivals = stream
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: 1 << 28,
      shouldUpgrade: { channel, head in
        var headers = HTTPHeaders()
        if let subprotocol { headers.add(name: "Sec-WebSocket-Protocol", value: subprotocol) }
        if let extensions { headers.add(name: "Sec-WebSocket-Extensions", value: extensions) }
        return channel.eventLoop.makeSucceededFuture(
          head.uri.hasPrefix("/refused") ? nil : headers)
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          let inbox = Inbox()
          try channel.pipeline.syncOperations.addHandler(InboxHandler(inbox))
          continuation.yield((head, Peer(channel, isClient: false, inbox: inbox)))
        }
      })
    channel = try await ServerBootstrap(group: Self.group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let tls else { return }
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
        }.flatMap {
          channel.pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (
              upgraders: [upgrader],
              completionHandler: { $0.pipeline.syncOperations.removePlainAnswers() }
            ))
        }.flatMapThrowing { try channel.pipeline.syncOperations.addHandler(PlainAnswers()) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  /// The next client and its request.
  func accept() async throws -> (head: HTTPRequestHead, peer: Peer) {
    for await arrival in arrivals { return arrival }
    throw Peer.Silent()
  }

  func close() async { try? await channel.close() }
}

extension ChannelPipeline.SynchronousOperations {
  fileprivate func removePlainAnswers() {
    guard let answers = try? handler(type: PlainAnswers.self) else { return }
    removeHandler(answers, promise: nil)
  }
}

/// Answers requests that ask for no WebSocket with what was asked for.
private final class PlainAnswers: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart
  private var text = ""

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): text = "\(head.method) \(head.uri) "
    case .body(let bytes): text += String(buffer: bytes)
    case .end:
      let head = HTTPResponseHead(
        version: .http1_1, status: .ok, headers: ["Content-Length": "\(text.utf8.count)"])
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      guard text == "GET /unclean " else { return }
      // From below TLS, which is not ended.
      let tls = try? context.pipeline.syncOperations.context(
        handlerType: NIOSSLServerHandler.self)
      tls?.close(promise: nil)
    }
  }
}

/// Opens WebSockets as a client does.
enum TestClient {
  struct Refused: Error {}

  static func connect(
    to port: Int, host: String = "127.0.0.1", target: String = "/", headers: HTTPHeaders = [:],
    tls: NIOSSLContext? = nil
  ) async throws -> Peer {
    let upgrade = try await ClientBootstrap(group: TestServer.group).connect(
      host: host, port: port
    ) { channel in
      channel.eventLoop.makeCompletedFuture {
        if let tls {
          try channel.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
        }
        let upgrader = NIOTypedWebSocketClientUpgrader<Peer?>(maxFrameSize: 1 << 28) { channel, _ in
          channel.eventLoop.makeCompletedFuture {
            let inbox = Inbox()
            try channel.pipeline.syncOperations.addHandler(InboxHandler(inbox))
            return Peer(channel, isClient: true, inbox: inbox)
          }
        }
        var headers = headers
        if !headers.contains(name: "Host") { headers.add(name: "Host", value: "127.0.0.1:\(port)") }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: headers)
        let configuration = NIOTypedHTTPClientUpgradeConfiguration<Peer?>(
          upgradeRequestHead: head, upgraders: [upgrader],
          notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(nil) })
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
          configuration: .init(upgradeConfiguration: configuration))
      }
    }
    guard let peer = try await upgrade.get() else { throw Refused() }
    return peer
  }
}
