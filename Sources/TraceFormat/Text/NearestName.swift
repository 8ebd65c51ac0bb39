extension Sequence<String> {
  /// The name that a misspelled one most likely means: the one with the fewest bytes to change, whatever their case;
  /// nil where that is more than a third of them, unless one begins with the other.
  package func nearest(to name: String) -> String? {
    let wanted = name.lowercased()
    let found = map { (name: $0, cost: wanted.editCost(to: $0.lowercased())) }
      .min { ($0.cost, $0.name) < ($1.cost, $1.name) }
    let most = Swift.min(Swift.max(1, (found?.name.utf8.count ?? 0) / 3), name.utf8.count - 1)
    if let found, found.cost <= most { return found.name }
    return first { name in
      let known = name.lowercased()
      return Swift.min(known.utf8.count, wanted.utf8.count) >= 3
        && (wanted.utf8.starts(with: known.utf8) || known.utf8.starts(with: wanted.utf8))
    }
  }
}

extension String {
  /// How many bytes to insert, remove, replace or exchange with their neighbour make one text of the other; a
  /// large number for long texts.
  fileprivate func editCost(to other: String) -> Int {
    let (a, b) = (Array(utf8), Array(other.utf8))
    guard a.count <= 64, b.count <= 64 else { return .max }
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
        var best = Swift.min(rows[i][j + 1] + 1, row[j] + 1, replaced)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = Swift.min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
