import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Opens connections to the server, one for each of a client's.
struct UpstreamConnector: Sendable {
  private let options: ProxyOptions
  private let tls: NIOSSLContext?

  /// - Throws: where the certificates cannot be read.
  init(_ options: ProxyOptions) throws {
    self.options = options
    tls = try options.upstream.isSecure ? Self.context(options) : nil
  }

  private static func context(_ options: ProxyOptions) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if let path = options.upstreamTrustPath {
      configuration.trustRoots = .certificates(try PEMFile.certificates(path))
    }
    configuration.applicationProtocols = ["http/1.1"]
    return try NIOSSLContext(configuration: configuration)
  }

  /// Connects on the client's event loop, so that the two need no lock.
  func connect(
    on loop: any EventLoop, adding relay: NIOLoopBound<RelayHandler>,
    _ handler: NIOLoopBound<UpstreamHandler>
  ) -> EventLoopFuture<any Channel> {
    let address = options.upstream.address
    return ClientBootstrap(group: loop)
      .connectTimeout(.seconds(30))
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .channelOption(.socketOption(.so_keepalive), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls {
            // Addresses have no name to be told in the handshake, and are checked all the same.
            let isAddress = (try? SocketAddress(ipAddress: address.host, port: 0)) != nil
            try pipeline.addHandler(
              NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : address.host))
          }
          let decoder = HTTPResponseDecoder(
            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward)
          // No header is added or taken away.
          var asItIs = HTTPRequestEncoder.Configuration()
          asItIs.automaticallySetFramingHeaders = false
          try pipeline.addHandlers([
            relay.value, HTTPRequestEncoder(configuration: asItIs),
            ByteToMessageHandler(HandshakeDecoder(decoder, before: relay.value)), handler.value,
          ])
        }
      }
      .connect(host: address.host, port: address.port)
  }
}

enum PEMFile {
  static func certificates(_ path: String) throws -> [NIOSSLCertificate] {
    try read(path, expecting: "certificates (PEM)") { try NIOSSLCertificate.fromPEMFile(path) }
  }

  static func key(_ path: String) throws -> NIOSSLPrivateKey {
    try read(path, expecting: "a private key (PEM)") {
      try NIOSSLPrivateKey(file: path, format: .pem)
    }
  }

  private static func read<Content>(
    _ path: String, expecting expected: String, _ body: () throws -> Content
  ) throws -> Content {
    do {
      return try body()
    } catch {
      throw ProxyFailure.unusableCertificate("`\(path)` cannot be read as \(expected)")
    }
  }
}
