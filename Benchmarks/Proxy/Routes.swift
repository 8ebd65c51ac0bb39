import Foundation
import RecordingProxy

/// Two ways to one server: straight, and through a proxy that records.
final class Routes {
  let direct: WebSocketConnection
  let proxied: WebSocketConnection
  private let server: WebSocketServer
  private let proxy: RecordingProxy
  private let folder: URL

  private init(
    _ server: WebSocketServer, _ proxy: RecordingProxy, _ folder: URL, port: Int,
    asking answer: ServerAnswer
  ) throws {
    (self.server, self.proxy, self.folder) = (server, proxy, folder)
    direct = try .open(port: server.port, asking: answer)
    proxied = try .open(port: port, asking: answer)
  }

  /// Opens both.
  static func open(
    asking answer: ServerAnswer, overflow: ProxyRecordingOptions.Overflow = .drop
  ) async throws -> Routes {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tracetool-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try WebSocketServer()
    let options = ProxyOptions(
      listenAddress: ProxyAddress(host: "127.0.0.1", port: 0),
      upstream: Upstream(
        address: ProxyAddress(host: "127.0.0.1", port: server.port), isSecure: false))
    var recording = ProxyRecordingOptions(
      destination: .file(folder.appendingPathComponent("a.synctrace").path, replacing: false))
    recording.overflow = overflow
    let proxy = RecordingProxy(options, recording: recording)
    let address = try await proxy.start()
    return try Routes(server, proxy, folder, port: address.port, asking: answer)
  }

  /// Ends both, and removes the trace.
  func close() async throws -> RecordingSummary {
    server.stop()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await proxy.stop()
  }
}
