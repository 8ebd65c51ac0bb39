import Synchronization

/// Counts how many are inside at once.
final class Gauge: Sendable {
  private let counts = Mutex((now: 0, highest: 0))

  func enter() {
    counts.withLock {
      $0.now += 1
      $0.highest = max($0.highest, $0.now)
    }
  }

  func leave() { counts.withLock { $0.now -= 1 } }
  var highest: Int { counts.withLock(\.highest) }
}
