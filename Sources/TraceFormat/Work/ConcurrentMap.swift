internal import Dispatch

/// Works on several inputs at once and gives the results in the order of the inputs.
package enum ConcurrentMap {
  /// The results for 0, 1, 2 and so on.
  ///
  /// - Parameter width: how many are in work at once at most; with 1 they are worked out one after the other,
  ///   in order, by the thread that asks.
  package static func map<Result: Sendable>(
    count: Int, width: Int, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard width > 1, count > 1 else { return (0..<count).map(body) }
    let results = Lock([Result?](repeating: nil, count: count))
    let next = Lock(0)
    DispatchQueue.concurrentPerform(iterations: min(width, count)) { _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < count else { return }
        let result = body(index)
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0 }.compactMap(\.self)
  }

  /// Transforms every input.
  ///
  /// At most `width` inputs are in work at a time, so memory is bounded by the largest of them however many there are.
  ///
  /// - Parameter progress: called with how many are done, on the caller's side, after each.
  package static func run<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], width: Int, progress: (Int) -> Void = { _ in },
    _ transform: @escaping @Sendable (Input) -> Output
  ) async -> [Output] {
    var outputs: [Output] = []
    var rest = inputs.makeIterator()
    await stream(
      width: width, next: { rest.next() }, progress: progress, transform,
      write: { outputs.append($0) })
    return outputs
  }

  /// Transforms inputs that come one by one, and hands the results on one by one.
  ///
  /// - Parameters:
  ///   - width: how many inputs are in work at a time at most.
  ///   - windowMax: how many may have been taken whose results were not handed on: one that takes long
  ///     holds up those behind it, and no more than these are kept meanwhile.
  ///   - next: gives the next input; nil at the end.
  ///   - progress: called with how many are done, on the caller's side, after each.
  ///   - write: gets the results in the order of the inputs.
  /// - Throws: what `next` and `write` throw, when what is in work is done.
  package static func stream<Input: Sendable, Output: Sendable, Failure: Error>(
    width: Int, windowMax: Int = .max, next: () throws(Failure) -> Input?,
    progress: (Int) -> Void = { _ in }, _ transform: @escaping @Sendable (Input) -> Output,
    write: (Output) throws(Failure) -> Void
  ) async throws(Failure) {
    try await withTaskGroup(of: (Int, Output).self) { group -> Result<Void, Failure> in
      var waiting: [Int: Output] = [:]
      var (started, done, written) = (0, 0, 0)
      var isAtEnd = false
      do throws(Failure) {
        while true {
          while !isAtEnd, started - done < max(width, 1), started - written < max(windowMax, 1) {
            guard let input = try next() else {
              isAtEnd = true
              break
            }
            let index = started
            group.addTask { (index, transform(input)) }
            started += 1
          }
          guard let (index, output) = await group.next() else { return .success(()) }
          waiting[index] = output
          done += 1
          while let output = waiting.removeValue(forKey: written) {
            try write(output)
            written += 1
          }
          progress(done)
        }
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
