/// How a proxy listens, where it leads to and what it takes.
public struct ProxyOptions: Hashable, Sendable {
  /// Where clients connect.
  public var listenAddress: ProxyAddress
  /// Where they are led to.
  public var upstream: Upstream
  /// Paths of the certificates (PEM, the proxy's own first) that clients see; nil where they use no TLS.
  public var certificatePath: String?
  /// Path of the private key (PEM) of the certificate.
  public var keyPath: String?
  /// Path of the certificates (PEM) that a server with TLS must prove itself by; nil for those that the system trusts.
  public var upstreamTrustPath: String?
  /// Whether the server's name stands in `Host` instead of what the client wrote there.
  public var rewritesHost = false
  /// A larger message, in bytes, is passed on and not recorded.
  public var messageSizeMax = 64 << 20
  /// How many bytes of messages that are not whole yet are held for the recording, on all connections; of one
  /// message at least ``messageSizeMax``. One that there is no room for is passed on and not recorded.
  public var assembledSizeMax = 64 << 20

  /// Options of a proxy between an address and a server.
  public init(listenAddress: ProxyAddress, upstream: Upstream) {
    (self.listenAddress, self.upstream) = (listenAddress, upstream)
  }
}
