struct Sparkline {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The line: a bar for each number, or for several their greatest where there are too many.
  ///
  /// - Parameter max: the number that has the tallest bar; nothing has a bar of its own.
  static func text(_ values: [Int], max: Int, columns: Int) -> String {
    let step = Swift.max(1, (values.count + columns - 1) / columns)
    return String(
      stride(from: 0, to: values.count, by: step).map { start in
        bar(values[start..<min(start + step, values.count)].max() ?? 0, max)
      })
  }

  private static func bar(_ value: Int, _ max: Int) -> Character {
    guard value > 0, max > 0 else { return "·" }
    return bars[min(bars.count - 1, (value * bars.count - 1) / max)]
  }
}
