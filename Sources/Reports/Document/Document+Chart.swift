extension Document {
  /// Columns side by side over an axis, with marks above; where nothing can be drawn, lines of text.
  struct Chart {
    /// What a column is made of: tones are classes of the style.
    struct Part {
      var tone: String
      var value: Int
      /// What is below it.
      var base = 0
    }

    struct Column {
      var title: String
      var parts: [Part]
    }

    var caption: String
    var legend: [(tone: String, label: String)]
    var columns: [Column]
    /// Whether the parts of a column are next to each other, in the order of the legend, and not each in front
    /// of the one before.
    var isSideBySide = false
    /// The columns that a number stands above, from 1.
    var marks: [Int] = []
    var (first, last): (String, String)
    /// What text shows instead.
    var lines: [String]

    var most: Int { max(columns.flatMap { $0.parts.map { $0.value + $0.base } }.max() ?? 0, 1) }
  }

  /// The most columns that can still be told apart.
  static let chartColumnsMax = 120

  /// Things in so many groups at most, in order and of the same size but for the last.
  static func chartGroups(of count: Int) -> [Range<Int>] {
    let size = max(1, (count + chartColumnsMax - 1) / chartColumnsMax)
    return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }
}
