internal import Dispatch
internal import Synchronization

/// Work on several processors, whose results stand in their order whatever was done first.
package enum SideBySide {
  /// The results for 0, 1, 2 and so on.
  ///
  /// - Parameter width: how many are in work at once at most; with 1 they are worked out one after the other,
  ///   in order, by the thread that asks.
  package static func map<Result: Sendable>(
    count: Int, width: Int, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard width > 1, count > 1 else { return (0..<count).map(body) }
    let results = Mutex([Result?](repeating: nil, count: count))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(width, count)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let result = body(index)
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0 }.compactMap(\.self)
  }
}
