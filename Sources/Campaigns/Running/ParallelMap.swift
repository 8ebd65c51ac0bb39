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
    await withTaskGroup(of: (Int, Output).self) { group in
      var outputs = [Output?](repeating: nil, count: inputs.count)
      var started = 0
      var doneCount = 0
      while doneCount < inputs.count {
        while started < inputs.count, started - doneCount < max(width, 1) {
          let (index, input) = (started, inputs[started])
          group.addTask { (index, transform(input)) }
          started += 1
        }
        guard let (index, output) = await group.next() else { break }
        outputs[index] = output
        doneCount += 1
        progress(doneCount)
      }
      return outputs.compactMap { $0 }
    }
  }
}
