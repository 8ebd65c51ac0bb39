import RecordingProxy

/// What an echo takes on both routes, in nanoseconds at the median.
struct Echo {
  var direct: Int
  var proxied: Int
  private static let warmupCount = 200
  private static let count = 2000

  /// Sends a message of 1 KiB and waits for it to come back, on both routes in turn.
  static func measured() async throws -> Echo {
    let routes = try await Routes.open(asking: .echo)
    let message = Array("mark 1 1\n".utf8) + [UInt8](repeating: 7, count: 1015)
    let frame = WebSocketConnection.frame(message, isMasked: true)
    var direct: [Duration] = []
    var proxied: [Duration] = []
    for round in 0..<warmupCount + count {
      let one = try time(frame, message, routes.direct)
      let other = try time(frame, message, routes.proxied)
      guard round >= warmupCount else { continue }
      direct.append(one)
      proxied.append(other)
    }
    let summary = try await routes.close()
    precondition(
      summary.totals.messageCount + summary.lossCount == 2 * UInt64(warmupCount + count))
    return Echo(direct: median(direct), proxied: median(proxied))
  }

  private static func time(
    _ frame: [UInt8], _ message: [UInt8], _ connection: WebSocketConnection
  ) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    try connection.send(frame: frame)
    let echo = try connection.message()
    let duration = clock.now - start
    precondition(echo == message)
    return duration
  }

  private static func median(_ durations: [Duration]) -> Int {
    Int(durations.sorted()[durations.count / 2] / .nanoseconds(1))
  }
}
