import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Recorder
import Synchronization
import TraceFormat

/// A proxy between the clients of a sync server and the server, which passes everything on as it is and
/// tells an observer what it sees.
final class ProxyServer: Sendable {
  let options: ProxyOptions
  let observer: TrafficObserver
  /// Of all connections, over which they are counted: they share one order.
  let faults: Lock<WireFaults>?
  let clock: RecordingClock
  let budget: AssemblyBudget
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
  private let connectionCount = Atomic(0)
  private let listening = Mutex<(any Channel)?>(nil)
  private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

  init(
    _ options: ProxyOptions, observer: TrafficObserver, faults: Lock<WireFaults>?,
    clock: RecordingClock
  ) {
    (self.options, self.observer, self.clock) = (options, observer, clock)
    self.faults = faults
    let largest = faults == nil ? options.messageSizeMax : ConnectionContext.injectedSizeMax
    budget = AssemblyBudget(sizeMax: max(options.assembledSizeMax, largest))
  }

  /// Begins to listen, and gives the address; throws ``ProxyFailure``.
  func start() async throws -> ProxyAddress {
    let (connector, tls) = try settings()
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          let pause = AcceptPause { [self] in tellWaiting($0) }
          try channel.pipeline.syncOperations.addHandler(pause)
        }
      }
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      .childChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture { try add(to: channel, connector, tls) }
      }
    let address = options.listenAddress
    do {
      let channel = try await bootstrap.bind(host: address.host, port: address.port).get()
      listening.withLock { $0 = channel }
      return ProxyAddress(host: address.host, port: channel.localAddress?.port ?? address.port)
    } catch {
      try? await group.shutdownGracefully()
      throw ProxyFailure.cannotListen(address, NetworkFailure.reason(error))
    }
  }

  /// Tells that the next client has to wait for another one's end.
  private func tellWaiting(_ reason: String) {
    let next = connectionCount.load(ordering: .relaxed) + 1
    let text = "it waits for the end of another one, since this process can open no more: \(reason)"
    let event = TrafficEvent(
      connection: "c\(next)", timeMicroseconds: clock.nowMicroseconds(), content: .note(text))
    observer.observe(event)
  }

  private func settings() throws(ProxyFailure) -> (UpstreamConnector, NIOSSLContext?) {
    do {
      return (try UpstreamConnector(options), try serverContext())
    } catch let failure as ProxyFailure {
      throw failure
    } catch {
      throw .unusableCertificate(NetworkFailure.reason(error))
    }
  }

  private func serverContext() throws -> NIOSSLContext? {
    guard let certificatePath = options.certificatePath, let keyPath = options.keyPath else {
      return nil
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try PEMFile.certificates(certificatePath).map { .certificate($0) },
      privateKey: .privateKey(try PEMFile.key(keyPath)))
    configuration.applicationProtocols = ["http/1.1"]
    return try NIOSSLContext(configuration: configuration)
  }

  private func add(
    to channel: any Channel, _ connector: UpstreamConnector, _ tls: NIOSSLContext?
  ) throws {
    let number = connectionCount.wrappingAdd(1, ordering: .relaxed).newValue
    let shared = ConnectionContext("c\(number)", of: self)
    let identifier = ObjectIdentifier(channel)
    open.withLock { $0[identifier] = channel }
    channel.closeFuture.whenComplete { [self] _ in
      _ = open.withLock { $0.removeValue(forKey: identifier) }
    }
    let pipeline = channel.pipeline.syncOperations
    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
    let relay = RelayHandler(shared, reading: .clientToServer)
    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
    // No header is added or taken away.
    var asItIs = HTTPResponseEncoder.Configuration()
    asItIs.automaticallySetFramingHeaders = false
    try pipeline.addHandlers([
      relay, ByteToMessageHandler(HandshakeDecoder(decoder, before: relay)),
      HTTPResponseEncoder(configuration: asItIs),
      ClientHandler(shared, connector: connector, relay: relay),
    ])
  }

  /// Stops listening and ends all connections. Nothing is observed after it has returned, and whoever still
  /// wants to tell a connection something can.
  func disconnect() async {
    try? await listening.withLock { $0 }?.close()
    let channels = open.withLock { Array($0.values) }
    for channel in channels { channel.close(promise: nil) }
    for channel in channels { try? await channel.closeFuture.get() }
    // What the ends of channels set off has been done once each loop has come round.
    for _ in 0..<2 {
      for loop in group.makeIterator() { try? await loop.submit {}.get() }
    }
  }

  func shutDown() async { try? await group.shutdownGracefully() }
}

/// Why a proxy cannot start.
public enum ProxyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address is taken, or is none of this machine.
  case cannotListen(ProxyAddress, String)
  /// A certificate or its key cannot be used; says why.
  case unusableCertificate(String)

  /// One line.
  public var description: String {
    switch self {
    case .cannotListen(let address, let reason): "cannot listen on \(address): \(reason)"
    case .unusableCertificate(let reason): "the certificate or its key cannot be used: \(reason)"
    }
  }
}

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
