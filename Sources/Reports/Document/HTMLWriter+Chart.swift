internal import TraceFormat

/// Charts as SVG. All places are shares of the width, so that a chart fits every screen while its words
/// keep their size.
extension HTMLWriter {
  /// The room above the columns, for marks; and the height of the highest column, in pixels.
  private static let (markHeight, columnHeight) = (18, 120)

  mutating func draw(_ chart: Document.Chart) {
    element("figure", ["class": "chart"]) { figure in
      figure.element("figcaption", [:], chart.caption)
      figure.element("ul", ["class": "legend"]) { list in
        for (tone, label) in chart.legend { list.element("li", ["class": tone], label) }
      }
      figure.element("div", ["class": "plot"]) { plot in
        plot.element("div", ["class": "scale", "aria-hidden": "true"]) { scale in
          scale.element("span", [:], "\(chart.most)")
          scale.element("span", [:], "0")
        }
        plot.drawColumns(of: chart)
        plot.element("div")
        plot.element("p", ["class": "axis"]) { axis in
          axis.element("span", [:], chart.first)
          axis.element("span", [:], chart.last)
        }
      }
    }
    newLine()
  }

  private mutating func drawColumns(of chart: Document.Chart) {
    let height = Self.markHeight + Self.columnHeight
    let frame: KeyValuePairs<StaticString, String?> = [
      "role": "img", "aria-label": chart.caption, "width": "100%", "height": "\(height)",
    ]
    element("svg", frame) { svg in
      let line: KeyValuePairs<StaticString, String?> = [
        "class": "grid", "x1": "0", "x2": "100%", "y1": "\(Self.markHeight)",
        "y2": "\(Self.markHeight)",
      ]
      svg.element("line", line)
      for (index, column) in chart.columns.enumerated() {
        svg.element("g") { group in
          group.element("title", [:], column.title)
          for part in column.parts { group.draw(part, index, of: chart) }
        }
      }
      for (number, column) in chart.marks.enumerated() {
        let x = chart.start(of: column)
        svg.element(
          "line", ["class": "mark", "x1": x, "x2": x, "y1": "14", "y2": "\(height)"])
        svg.element(
          "text", ["class": "mark", "x": x, "y": "10", "text-anchor": "middle"], "\(number + 1)")
      }
    }
    newLine()
  }

  private mutating func draw(
    _ part: Document.Chart.Part, _ column: Int, of chart: Document.Chart
  ) {
    let height = part.value * Self.columnHeight * 100 / chart.most
    let base = part.base * Self.columnHeight * 100 / chart.most
    let top = (Self.markHeight + Self.columnHeight) * 100 - base - height
    let (x, width) = chart.extent(of: part, inColumn: column)
    element(
      "rect",
      [
        "class": part.tone, "x": x, "y": Document.Chart.hundredths(top), "width": width,
        "height": Document.Chart.hundredths(height),
      ])
  }
}

extension Document.Chart {
  /// A number for an attribute, the same on every machine, such as `12.05` for 1205.
  fileprivate static func hundredths(_ value: Int) -> String {
    let rest = value % 100
    return rest == 0 ? "\(value / 100)" : "\(value / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  fileprivate func start(of column: Int) -> String {
    Self.hundredths(column * 10_000 / max(columns.count, 1)) + "%"
  }

  fileprivate func extent(of part: Part, inColumn column: Int) -> (start: String, width: String) {
    // With a gap between few columns.
    var width = 10_000 / max(columns.count, 1) * (columns.count > 80 ? 100 : 86) / 100
    var start = column * 10_000 / max(columns.count, 1)
    if isSideBySide,
      let place = legend.firstIndex(where: { $0.tone.hasSameBytes(as: part.tone) })
    {
      width /= legend.count
      start += place * width
    }
    return (Self.hundredths(start) + "%", Self.hundredths(width) + "%")
  }
}
