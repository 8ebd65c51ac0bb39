/// Where the parts of a chart stand: columns side by side, each of parts on or in front of each
/// other.
///
/// Places and widths are hundredths of a per cent of the chart's width, heights hundredths of a
/// pixel, all of them whole, so that they are the same on every machine.
struct ChartColumns {
  /// The room above the columns, for marks; and the height of the highest column.
  static let top = 18
  static let height = 120

  /// How many things there are, and how many of them share a column, because more columns would be
  /// too thin to be seen.
  let count: Int
  let size: Int
  /// What the highest column stands for.
  let most: Int
  /// How much of a column's width it fills, in per cent.
  let fill: Int

  init(count: Int, columnsMax: Int, most: Int, fill: Int) {
    self.count = count
    self.most = max(most, 1)
    self.fill = fill
    size = max(1, (count + columnsMax - 1) / columnsMax)
  }

  var columnCount: Int { max(1, (count + size - 1) / size) }

  /// The things that share a column.
  func members(of column: Int) -> Range<Int> { column * size..<min((column + 1) * size, count) }

  /// The column of a thing.
  func column(of index: Int) -> Int { index / size }

  /// Where a column begins, in per cent.
  func start(_ column: Int) -> String { HTMLNumber.hundredths(column * 10_000 / columnCount) }

  /// The width of a mark in a lane below the columns, with a gap to the next where there is room.
  var tickWidth: String {
    HTMLNumber.hundredths(10_000 / columnCount * (columnCount > 80 ? 100 : 88) / 100)
  }

  var width: String { HTMLNumber.hundredths(10_000 / columnCount * fill / 100) }

  /// A part of a column: for the template `chart`.
  ///
  /// - Parameter base: what is below the part.
  func part(_ column: Int, _ value: Int, tone: String, above base: Int = 0) -> HTMLView {
    let bottom = (Self.top + Self.height) * 100 - scaled(base)
    return [
      "tone": tone, "x": start(column), "width": width,
      "y": HTMLNumber.hundredths(bottom - scaled(value)),
      "partHeight": HTMLNumber.hundredths(scaled(value)),
    ]
  }

  private func scaled(_ value: Int) -> Int { value * Self.height * 100 / most }

  /// The frame of the chart.
  var frame: HTMLView {
    ["most": most, "height": Self.top + Self.height, "top": Self.top]
  }
}
