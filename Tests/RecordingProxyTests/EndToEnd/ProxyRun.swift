import FaultPlans
import Foundation
import NIOSSL
import Recorder
import Replayer
import Synchronization
import TestSupport
import TraceCompression

@testable import RecordingProxy
@testable import TraceFormat

/// A proxy in this process between a server of the test's and clients.
struct ProxyRun {
  let server: TestServer
  let port: Int
  let path: String
  let proxy: RecordingProxy
  private let findings: Findings

  /// What the proxy told, in order.
  final class Findings: Sendable {
    private let all = Mutex<[ProxyReport.Finding]>([])
    func add(_ report: ProxyReport) { all.withLock { $0.append(report.finding) } }
    var now: [ProxyReport.Finding] { all.withLock { $0 } }
  }

  /// Runs the body between a proxy's beginning and its end; returns the trace's events and what it came to.
  @discardableResult static func during(
    in folder: TemporaryFolder, choosing subprotocol: String? = nil,
    agreeing extensions: String? = nil, serverTLS: NIOSSLContext? = nil, faults: FaultPlan? = nil,
    options change: (inout ProxyOptions, inout ProxyRecordingOptions) -> Void = { _, _ in },
    _ body: (ProxyRun) async throws -> Void
  ) async throws -> (events: [Event], summary: RecordingSummary, findings: [ProxyReport.Finding]) {
    let server = try await TestServer(
      choosing: subprotocol, agreeing: extensions, tls: serverTLS)
    let path = folder.path("recorded.synctrace")
    var options = ProxyOptions(
      listenAddress: ProxyAddress(host: "127.0.0.1", port: 0),
      upstream: Upstream(
        address: ProxyAddress(host: "127.0.0.1", port: server.port), isSecure: false))
    var recording = ProxyRecordingOptions(destination: .file(path, replacing: false))
    recording.flushing.intervalMilliseconds = 20
    change(&options, &recording)
    let findings = Findings()
    let proxy = RecordingProxy(
      options, recording: recording, faults: faults
    ) { findings.add($0) }
    let address = try await proxy.start()
    let run = ProxyRun(
      server: server, port: address.port, path: path, proxy: proxy, findings: findings)
    try await body(run)
    let summary = try await proxy.stop()
    await server.close()
    return (try read(path), summary, findings.now)
  }

  /// What a trace has in it so far.
  static func read(_ path: String) throws -> [Event] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let reader = try TraceReader(path: path)
    var events: [Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  /// A client and its counterpart at the server.
  ///
  /// - Parameter tls: what a client needs to speak TLS; nil where it does not.
  func connect(
    target: String = "/api/client/v2.0/app/demo/realm-sync", tls: NIOSSLContext? = nil
  ) async throws -> (client: Peer, server: Peer) {
    let client = try await TestClient.connect(to: port, target: target, tls: tls)
    return (client, try await server.accept().peer)
  }
}

extension [Event] {
  /// The messages, as they crossed the wire once bodies are inflated.
  var messages: [WireMessage] {
    compactMap { if case .message(let message) = $0.content { message } else { nil } }
  }

  var notes: [String] {
    compactMap { if case .note(let note) = $0.content { note.text } else { nil } }
  }

  /// The errors of the sessions.
  var errors: [SyncError] {
    compactMap { event in
      if case .syncError(let error) = event.content, event.session > 0 { error } else { nil }
    }
  }

  var losses: [Loss] {
    compactMap { if case .loss(let loss) = $0.content { loss } else { nil } }
  }
}
