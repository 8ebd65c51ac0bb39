struct NumberTable {
  private(set) var columns: [HTMLData.Column]

  init(_ names: String...) { columns = names.map { ($0, []) } }

  var count: Int { columns[0].numbers.count }

  /// Adds a row, and gives its index.
  @discardableResult
  mutating func add(_ row: [Int]) -> Int {
    for (index, number) in row.enumerated() { columns[index].numbers.append(number) }
    return count - 1
  }
}
