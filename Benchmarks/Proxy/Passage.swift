import Foundation
import Inputs
import RecordingProxy

/// How many MB a second go over one connection on both routes, one after the other.
struct Passage {
  var direct: Int
  var proxied: Int
  /// Messages that were passed on and not recorded.
  var missingCount: Int
  private static let count = 256

  /// Sends uploads of about 1 MiB, and waits until the server has acknowledged all of them.
  static func measured(overflow: ProxyRecordingOptions.Overflow) async throws -> Passage {
    let routes = try await Routes.open(asking: .acknowledgement, overflow: overflow)
    let frame = WebSocketConnection.frame(UploadInput.message(size: 1 << 20), isMasked: true)
    let direct = try megabytesPerSecond(frame, routes.direct)
    let proxied = try megabytesPerSecond(frame, routes.proxied)
    let summary = try await routes.close()
    precondition(summary.totals.messageCount + summary.lossCount == 2 * UInt64(count))
    precondition(overflow == .drop || summary.lossCount == 0)
    return Passage(direct: direct, proxied: proxied, missingCount: Int(summary.lossCount))
  }

  private static func megabytesPerSecond(
    _ frame: [UInt8], _ connection: WebSocketConnection
  ) throws -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<count { try connection.send(frame: frame) }
    for _ in 0..<count { try connection.skipMessage() }
    let seconds = (clock.now - start) / .seconds(1)
    return Int(Double(frame.count * count) / 1_000_000 / seconds)
  }
}
