import Dispatch
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import TraceFormat

/// Shows a recording to a browser on this machine, while it goes on (`docs/view.md`).
///
/// It has threads of its own, so that it never holds up what is recorded. Only who knows the token in its
/// address is answered, and only at the address of this machine itself (`docs/security.md`).
public final class LiveViewServer: Sendable {
  private let address: ProxyAddress
  private let token: String
  private let state: @Sendable () -> String
  private let page: @Sendable () -> String
  /// How long a client may take to ask.
  let requestSecondsMax: Int
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let listening = Mutex<(any Channel)?>(nil)
  private let open = Mutex<[ObjectIdentifier: any Channel]>([:])
  /// Makes one answer at a time.
  let work = DispatchQueue(label: "live view", qos: .utility)

  /// More connections than a browser opens are closed at once.
  static let connectionCountMax = 32

  /// A server that has not begun.
  ///
  /// - Parameters:
  ///   - address: 127.0.0.1 or ::1, and a port; 0 lets the system choose.
  ///   - token: what nobody else can guess, of letters and digits.
  ///   - requestSecondsMax: after how long a client that has not asked is sent away.
  ///   - state: is called for what the trace has so far: a text that is another once there is more.
  ///   - page: is called for the page (HTML) of that, which may take its time.
  public init(
    address: ProxyAddress, token: String, requestSecondsMax: Int = 10,
    state: @escaping @Sendable () -> String, page: @escaping @Sendable () -> String
  ) {
    precondition(address.isLoopback, "a view is for this machine alone")
    (self.address, self.token, self.state, self.page) = (address, token, state, page)
    self.requestSecondsMax = requestSecondsMax
  }

  /// Begins to listen, and gives the address of the page.
  ///
  /// - Throws: ``ProxyFailure/cannotListen(_:_:)``.
  public func start() async throws -> String {
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture { try add(to: channel) }
      }
    do {
      let channel = try await bootstrap.bind(host: address.host, port: address.port).get()
      listening.withLock { $0 = channel }
      return "http://\(host(of: channel))/\(token)/"
    } catch {
      try? await group.shutdownGracefully()
      throw ProxyFailure.cannotListen(address, NetworkFailure.reason(error))
    }
  }

  /// Stops listening and ends all connections.
  public func stop() async {
    try? await listening.withLock { $0 }?.close()
    for channel in open.withLock({ Array($0.values) }) { channel.close(promise: nil) }
    try? await group.shutdownGracefully()
  }

  /// What `Host` has to say. A name that somebody else makes lead to this machine is not it.
  func host(of channel: any Channel) -> String {
    "\(ProxyAddress(host: address.host, port: channel.localAddress?.port ?? address.port))"
  }

  /// What makes the answer to a request, and its type; nil where there is none.
  func answer(at path: String) -> (type: String, text: @Sendable () -> String)? {
    if path.utf8.takesAsLong(toEqual: "/\(token)/".utf8) { return ("text/html", page) }
    return path.utf8.takesAsLong(toEqual: "/\(token)/state".utf8) ? ("text/plain", state) : nil
  }

  private func add(to channel: any Channel) throws {
    let identifier = ObjectIdentifier(channel)
    let count = open.withLock { open in
      open[identifier] = channel
      return open.count
    }
    channel.closeFuture.whenComplete { [self] _ in
      _ = open.withLock { $0.removeValue(forKey: identifier) }
    }
    guard count <= Self.connectionCountMax else { return channel.close(promise: nil) }
    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
    try channel.pipeline.syncOperations.addHandler(LiveViewHandler(self))
  }
}

extension ProxyAddress {
  /// Whether it is this machine alone, without a name that might lead elsewhere.
  public var isLoopback: Bool { host == "127.0.0.1" || host == "::1" }
}
