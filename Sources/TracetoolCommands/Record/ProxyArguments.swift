#if Proxy
  import ArgumentParser
  import RecordingProxy
  import TraceFormat

  struct ProxyArguments: ParsableArguments {
    @Option(
      help: ArgumentHelp("Where clients connect.", valueName: "host:port"),
      transform: address)
    var listen: ProxyAddress

    @Option(
      help: ArgumentHelp(
        "The server: `ws://HOST[:PORT]`, or `wss://` with its certificate checked; `http://` and `https://` "
          + "mean the same, as it gets all requests of your app.",
        valueName: "url"),
      transform: server)
    var upstream: Upstream

    @Option(
      help: ArgumentHelp(
        "The certificates (PEM) that clients see, the proxy's own first.", valueName: "file"),
      completion: .file())
    var tlsCertificate: String?

    @Option(
      help: ArgumentHelp("The private key (PEM) of the certificate.", valueName: "file"),
      completion: .file())
    var tlsKey: String?

    @Option(
      help: ArgumentHelp(
        "The certificates (PEM) to check the server's with, instead of the system's.",
        valueName: "file"),
      completion: .file())
    var upstreamCA: String?

    @Flag(help: "Send the server its own name as `Host`, not the one that the client sent.")
    var rewriteHost = false

    @Option(
      help: ArgumentHelp(
        "The largest message to record, such as 16MiB; larger ones are only passed on.",
        valueName: "size"))
    var messageSizeMax = ByteSize(64 << 20)

    var inputPaths: [String] { [tlsCertificate, tlsKey, upstreamCA].compactMap { $0 } }

    func options() throws -> ProxyOptions {
      guard (tlsCertificate == nil) == (tlsKey == nil) else {
        throw ValidationError("`--tls-certificate` and `--tls-key` need each other")
      }
      guard upstreamCA == nil || upstream.isSecure else {
        throw ValidationError("`--upstream-ca` is for a server with TLS (`wss://`)")
      }
      guard messageSizeMax.bytes >= 1 else {
        throw ValidationError("`--message-size-max` must be at least 1")
      }
      guard !leadsToItself else {
        throw ValidationError("the proxy would be its own server: `--upstream` is `--listen`")
      }
      var options = ProxyOptions(listenAddress: listen, upstream: upstream)
      (options.certificatePath, options.keyPath) = (tlsCertificate, tlsKey)
      options.upstreamTrustPath = upstreamCA
      options.rewritesHost = rewriteHost
      options.messageSizeMax = messageSizeMax.bytes
      return options
    }

    /// Each connection would open another one, until there is no descriptor left.
    private var leadsToItself: Bool {
      let hosts = Set([listen.host, upstream.address.host].map { TextBytes($0.lowercased()) })
      let own = Set(["localhost", "127.0.0.1", "0.0.0.0", "::"].map { TextBytes($0) })
      return listen.port == upstream.address.port && (hosts.count == 1 || hosts.isSubset(of: own))
    }
  }

  struct LiveViewArguments: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Show the session to a browser on this machine while it is recorded, such as at 127.0.0.1:9081; "
          + "the address of the page is printed.", valueName: "host:port"),
      transform: ProxyArguments.address)
    var view: ProxyAddress?

    func validate() throws {
      guard let view, !view.isLoopback else { return }
      throw ValidationError(
        "`--view` is for this machine alone: 127.0.0.1:\(view.port) or [::1]:\(view.port), not \(view)"
      )
    }

    /// What shows the recording, under an address that nobody can guess; nil unless it was asked for.
    func server(showing totals: RunningTotals) -> LiveViewServer? {
      view.map { address in
        let token = Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
        let page = RecordedPage(totals: totals)
        return LiveViewServer(
          address: address, token: token, state: { page.state }, page: { page.html })
      }
    }
  }

  extension ProxyArguments {
    fileprivate static func address(_ text: String) throws -> ProxyAddress {
      guard let address = ProxyAddress(text) else {
        throw ValidationError("`\(text)` is not an address, such as 127.0.0.1:9080 or [::1]:9080")
      }
      return address
    }

    private static func server(_ text: String) throws -> Upstream {
      guard let server = Upstream(text) else {
        throw ValidationError(
          "`\(text)` is not a server, such as ws://127.0.0.1:9090 or wss://sync.example.com, "
            + "without a path")
      }
      return server
    }
  }
#endif
