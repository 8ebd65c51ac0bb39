import NIOSSL
import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// TLS towards the server, towards clients, and on both sides.
@Suite(.timeLimit(.minutes(20))) struct TLSTests {
  private static let bind = Array("bind 1 5 0 1 0\n/test".utf8)
  private static let answer = Array("ident 1 2 6514\n".utf8)

  /// Says something in both directions, and looks for it in the trace.
  private func talk(
    in folder: TemporaryFolder, serverTLS: NIOSSLContext?, clientTLS: NIOSSLContext?,
    _ change: @escaping (inout ProxyOptions) -> Void
  ) async throws {
    var large = Array("unknown\n".utf8)
    large += (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let change = { (options: inout ProxyOptions, _: inout ProxyRecordingOptions) in
      change(&options)
    }
    let (events, summary, _) = try await ProxyRun.during(
      in: folder, serverTLS: serverTLS, options: change
    ) { run in
      let (client, server) = try await run.connect(tls: clientTLS)
      try await client.send(Self.bind)
      #expect(try await server.message() == Self.bind)
      try await server.send(Self.answer)
      #expect(try await client.message() == Self.answer)
      try await client.send(large)
      #expect(try await server.message() == large)
      await client.close()
      #expect(await server.next() == .ended)
    }
    #expect(events.messages.map { $0.head + $0.body } == [Self.bind, Self.answer, large])
    #expect(summary.lossCount == 0)
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `a server whose certificate is of its name or address is trusted`(
    host: String
  ) async throws {
    try await TemporaryFolder.during { folder in
      let trustPath = try TestCertificates.authority.path(in: folder)
      try await talk(
        in: folder, serverTLS: try TestCertificates.right.serverContext(), clientTLS: nil
      ) { options in
        options.upstream.isSecure = true
        options.upstream.address.host = host
        options.upstreamTrustPath = trustPath
      }
    }
  }

  @Test func `clients that speak TLS are led to a server that does not`() async throws {
    try await TemporaryFolder.during { folder in
      let certificatePath = try TestCertificates.right.path(in: folder)
      let keyPath = try TestCertificates.keyPath(in: folder)
      try await talk(
        in: folder, serverTLS: nil, clientTLS: try TestCertificates.authority.clientContext()
      ) { options in
        (options.certificatePath, options.keyPath) = (certificatePath, keyPath)
      }
    }
  }

  @Test func `both sides speak TLS`() async throws {
    try await TemporaryFolder.during { folder in
      let trustPath = try TestCertificates.authority.path(in: folder)
      let certificatePath = try TestCertificates.right.path(in: folder)
      let keyPath = try TestCertificates.keyPath(in: folder)
      try await talk(
        in: folder, serverTLS: try TestCertificates.right.serverContext(),
        clientTLS: try TestCertificates.authority.clientContext()
      ) { options in
        options.upstream.isSecure = true
        options.upstreamTrustPath = trustPath
        (options.certificatePath, options.keyPath) = (certificatePath, keyPath)
      }
    }
  }

  /// A server that is not to be talked to.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What the server shows; nil where it does not speak TLS.
    var certificate: TestCertificates?
    /// Whose signature is asked for; nil for those that the system trusts.
    var trusted: TestCertificates? = .authority
    var words: String
  }

  @Test(arguments: [
    Refusal(
      testDescription: "another name", certificate: .otherName,
      words: "the certificate is not for this name"),
    Refusal(
      testDescription: "another authority", certificate: .right, trusted: .stranger,
      words: "its certificate is not trusted"),
    Refusal(
      testDescription: "no authority of the system", certificate: .right, trusted: nil,
      words: "its certificate is not trusted"),
    Refusal(
      testDescription: "out of date", certificate: .outdated,
      words:
        "its certificate is not trusted: no known authority has signed it, or it is out of date"),
    Refusal(
      testDescription: "no TLS", certificate: nil, words: "it does not speak TLS"),
  ])
  func
    `a server that does not prove itself is told to the client and in the trace, and hears nothing`(
      refusal: Refusal
    ) async throws
  {
    try await TemporaryFolder.during { folder in
      let trustPath = try refusal.trusted?.path(in: folder)
      let (events, _, _) = try await ProxyRun.during(
        in: folder, serverTLS: try refusal.certificate?.serverContext(),
        options: { options, _ in
          options.upstream.isSecure = true
          options.upstreamTrustPath = trustPath
        }
      ) { run in
        let client = try await RawSocket.connect(to: run.port)
        try await client.send(RawUpgrade.request)
        let answer = try await client.text()
        #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"), "\(answer)")
        #expect(answer.contains(refusal.words), "\(answer)")
        await client.close()
      }
      #expect(events.messages.isEmpty)
      #expect(events.notes.contains { $0.contains(refusal.words) }, "\(events.notes)")
      #expect(!events.notes.contains { $0.contains("is open") }, "\(events.notes)")
    }
  }

  @Test func `a server that ends behind its answer without ending TLS is not called untrusted`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      let trustPath = try TestCertificates.authority.path(in: folder)
      let (events, _, _) = try await ProxyRun.during(
        in: folder, serverTLS: try TestCertificates.right.serverContext(),
        options: { options, _ in
          options.upstream.isSecure = true
          options.upstreamTrustPath = trustPath
        }
      ) { run in
        let client = try await RawSocket.connect(to: run.port)
        try await client.send("GET /unclean HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try await client.text()
        #expect(answer.hasSuffix("GET /unclean "), "\(answer)")
        await client.close()
      }
      #expect(events.notes.last?.hasSuffix("it ended the connection without ending TLS") == true)
      #expect(!events.notes.contains { $0.contains("trusted") }, "\(events.notes)")
    }
  }

  /// Somebody who connects to a proxy that speaks TLS, and is told of in the trace.
  private func notes(of visit: (Int) async throws -> Void) async throws -> [String] {
    try await TemporaryFolder.during { folder in
      let certificatePath = try TestCertificates.right.path(in: folder)
      let keyPath = try TestCertificates.keyPath(in: folder)
      let (events, _, _) = try await ProxyRun.during(
        in: folder,
        options: { options, _ in
          (options.certificatePath, options.keyPath) = (certificatePath, keyPath)
        }
      ) { run in
        try await visit(run.port)
        // One that can be served comes behind it.
        let (client, server) = try await run.connect(
          tls: try TestCertificates.authority.clientContext())
        try await client.send(Self.bind)
        #expect(try await server.message() == Self.bind)
        await client.close()
      }
      #expect(events.messages.count == 1)
      return events.notes
    }
  }

  @Test func `a client that speaks no TLS to a proxy that does is ended and told of`() async throws
  {
    let notes = try await notes { port in
      let client = try await RawSocket.connect(to: port)
      try await client.send(RawUpgrade.request)
      let answer = try await client.text()
      #expect(!answer.contains("101"))
    }
    #expect(notes.contains { $0.contains("it speaks plain HTTP where TLS is spoken") }, "\(notes)")
  }

  @Test func `a client that does not trust the proxy is told of`() async throws {
    let notes = try await notes { port in
      await #expect(throws: (any Error).self) {
        _ = try await TestClient.connect(
          to: port, tls: try TestCertificates.stranger.clientContext())
      }
    }
    #expect(notes.contains { $0.contains("it does not trust the certificate") }, "\(notes)")
  }
}
