/// Numbers that grow, moved to where they say less: in order, neighbours as neighbours, and those of at
/// most four digits where they are.
struct OrderedNumbers: Sendable {
  private var moved: [Int128: Int128] = [:]

  /// Gaps up to this stay as they are: a number that follows from one of the trace, such as the version
  /// after the last, is then in its place too.
  private static let gapMax: Int128 = 1024

  /// - Parameters:
  ///   - numbers: all that there are.
  ///   - start: where the first of those that move comes to stand; nil where they only close up.
  ///   - largest: stands for itself: `UInt64.max` says that there is no version.
  init(_ numbers: some Sequence<Int128>, from start: Int128?, keeping largest: Int128? = nil) {
    let sorted = numbers.filter { $0 >= 0 && $0 != largest }.sorted()
    guard let firstLong = sorted.firstIndex(where: { $0 > Int128(SurveyedContents.shortMax) })
    else { return }
    // The run of neighbours that the first long number ends moves as one; 0 and 1 mean something.
    var first = firstLong
    while first > 0, sorted[first] - sorted[first - 1] <= Self.gapMax, sorted[first - 1] > 1 {
      first -= 1
    }
    if start == nil { first = firstLong }
    var last = first > 0 ? sorted[first - 1] : 0
    for index in first..<sorted.count {
      let gap = index > 0 ? sorted[index] - sorted[index - 1] : sorted[index]
      if index == first, let start {
        last = max(start, last + 1)
      } else {
        last += min(gap, Self.gapMax + 1)
      }
      moved[sorted[index]] = last
    }
  }

  subscript(_ number: Int128) -> Int128 { moved[number] ?? number }

  /// Whether a number that moved came to stand on one of some.
  func meets(_ numbers: Set<UInt64>) -> Bool {
    moved.values.contains { UInt64(exactly: $0).map(numbers.contains) ?? false }
  }
}
