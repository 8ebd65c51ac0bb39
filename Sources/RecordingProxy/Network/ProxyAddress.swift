/// A host and a port.
public struct ProxyAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, an IPv6 one without brackets.
  public var host: String
  /// 0 lets the system choose one to listen on.
  public var port: Int

  /// An address of these parts.
  public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Reads `HOST:PORT` or `[IPV6]:PORT`; nil where it is neither.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: host, port: Int(port))
  }

  /// As it is read.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Where the server is.
public struct Upstream: Hashable, Sendable, CustomStringConvertible {
  /// The server's address.
  public var address: ProxyAddress
  /// Whether it speaks TLS (`wss`).
  public var isSecure: Bool

  /// A server at an address.
  public init(address: ProxyAddress, isSecure: Bool) {
    (self.address, self.isSecure) = (address, isSecure)
  }

  /// Reads `ws://HOST[:PORT]` or `wss://HOST[:PORT]`, and the same with `http` and `https`; nil where it is
  /// neither. The path is the client's business, so there is none.
  public init?(_ text: String) {
    guard let scheme = ["wss://", "ws://", "https://", "http://"].first(where: text.hasPrefix)
    else { return nil }
    isSecure = scheme == "wss://" || scheme == "https://"
    var rest = String(text.dropFirst(scheme.count))
    if rest.hasSuffix("/") { rest.removeLast() }
    guard !rest.contains(where: { "/?#@ ".contains($0) }) else { return nil }
    let hasPort =
      rest.hasSuffix("]") ? false : rest.contains("]:") || rest.split(separator: ":").count == 2
    guard let address = ProxyAddress(hasPort ? rest : rest + ":\(isSecure ? 443 : 80)") else {
      return nil
    }
    self.address = address
  }

  /// As it is read.
  public var description: String { "\(isSecure ? "wss" : "ws")://\(address)" }
}
