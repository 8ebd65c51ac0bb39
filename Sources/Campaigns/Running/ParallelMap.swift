/// Work on many inputs at once, with the results in the order of the inputs.
enum ParallelMap {
  /// Transforms every input.
  ///
  /// At most `width` inputs are in work at a time, so memory is bounded by the largest of them
  /// however many there are.
  ///
  /// - Parameter progress: told how many are done, on the caller's side, after each.
  static func run<Input: Sendable, Output: Sendable>(
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

  /// Transforms inputs that are not there all at once, and hands the results on one by one.
  ///
  /// - Parameters:
  ///   - width: how many inputs are in work at a time at most.
  ///   - windowMax: how many may have been taken whose results were not handed on: one that takes long
  ///     holds up those behind it, and no more than these are kept meanwhile.
  ///   - next: gives the next input; nil at the end.
  ///   - progress: told how many are done, on the caller's side, after each.
  ///   - write: gets the results in the order of the inputs.
  /// - Throws: what `next` and `write` throw, when what is in work is done.
  static func stream<Input: Sendable, Output: Sendable, Failure: Error>(
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
