internal import Analyzer
internal import TraceFormat

// The loss timeline: the same reset, had it come earlier.
extension ResetDocument {
  /// So many points are listed, unless all are asked for.
  private static let pointsMax = 24

  mutating func writeHorizon() {
    let horizons = comparison.reports.compactMap(\.horizon)
    guard let horizon = horizons.first else { return }
    document.heading(Heading.horizon)
    guard horizon.points.count > 1 else {
      document.paragraph(LossTimeline.noPointsSentence)
      return
    }
    document.paragraph(horizon.extentSentence)
    let columns = Self.columns(of: horizons)
    document.chart(Self.chart(of: horizons, columns))
    writePoints(of: horizons, columns)
    if let sentence = horizon.unknownPointsSentence { document.paragraph(sentence) }
    for horizon in horizons {
      let mode = horizons.count == 1 ? "" : "\(horizon.mode.optionName): "
      for loss in horizon.losses {
        document.item(
          "\(mode)\(horizon.since(loss)): \(loss.writes.count.counted("write")) "
            + "\(loss.fate.rawValue) (\(loss.reasonWords))")
      }
    }
  }

  private struct Column {
    var name: String
    var values: [Int]
    /// The points at which more may belong to it: those with writes of unknown fate.
    var openPoints: Set<Int> = []

    init(_ name: String, _ values: [Int]) { (self.name, self.values) = (name, values) }

    /// What the outcome of a reset at each point decides.
    init(_ name: String, _ points: [LossTimeline.Point], _ value: (LossTimeline.Point) -> Int) {
      self.init(name, points.map(value))
      openPoints = Set(points.indices.filter { points[$0].count(of: .unknown) > 0 })
    }

    func words(_ value: Int, isOpen: Bool) -> String {
      isOpen ? LossTimeline.words(atLeast: value) : String(value)
    }

    func words(at point: Int) -> String {
      words(values[point], isOpen: openPoints.contains(point))
    }
  }

  private static func columns(of horizons: [LossTimeline]) -> [Column] {
    let points = horizons[0].points
    let unsynced = Column(LossTimeline.unsynced, points.map(\.unsyncedCount))
    guard horizons.count == 1 else {
      return [unsynced] + horizons.map { Column($0.mode.columnName, $0.points, \.lossCount) }
    }
    let columns = [
      unsynced, Column(LossTimeline.atRisk, points.map(\.atRiskCount)),
      Column("lost", points) { $0.count(of: .lost) },
    ]
    let extra = [
      Column("stranded", points) { $0.count(of: .stranded) },
      Column(Heading.notKnown, points.map { $0.count(of: .unknown) }),
      Column("collateral", points, \.collateralCount),
    ]
    return columns + extra.filter { $0.values.contains { $0 > 0 } }
  }

  /// What is counted, each in front of the one before.
  private static func chart(of horizons: [LossTimeline], _ columns: [Column]) -> Document.Chart {
    let points = horizons[0].points
    let groups = Document.chartGroups(of: points.count)
    let tones = ["unsynced", "risk", "lost", "stranded", "unknown"]
    let most = columns.flatMap(\.values).max() ?? 0
    let marks = Set(horizons.flatMap(\.losses).compactMap(\.point))
    return Document.Chart(
      caption: LossTimeline.chartSentence,
      legend: zip(tones, columns).map { ($0, $1.name) },
      columns: groups.map { group in
        let counts = columns.map { column in group.map { column.values[$0] }.max() ?? 0 }
        let words = zip(counts, columns).map { count, column in
          let isOpen = group.contains(where: column.openPoints.contains)
          return isOpen && count == 0
            ? "\(column.name) \(Heading.notKnown)"
            : "\(column.words(count, isOpen: isOpen)) \(column.name)"
        }.joined(separator: ", ")
        return Document.Chart.Column(
          title: "\(points[group.upperBound - 1].words): \(words)",
          parts: zip(tones, counts).filter { $1 > 0 }.map { .init(tone: $0, value: $1) })
      },
      isSideBySide: horizons.count > 1,
      marks: groups.indices.filter { groups[$0].contains(where: marks.contains) },
      first: points.first.map { "record \($0.sequence)" } ?? "", last: "reset",
      lines: columns.map { column in
        let line = Sparkline.text(column.values, max: most, columns: 46)
        return "\(column.name.padded(to: 14))\(line)  \(column.words(at: points.count - 1))"
      })
  }

  private mutating func writePoints(of horizons: [LossTimeline], _ columns: [Column]) {
    let points = horizons[0].points
    let listed = isWhole ? Array(points.indices) : Self.listed(points, horizons)
    let rows = listed.map { index in
      let point = points[index]
      let what = [
        point.isRecorded ? nil : point.change.shortWords, Phrase.when(point.timeMicroseconds),
      ].compactMap(\.self).joined(separator: ", ")
      let name = point.isRecorded ? "reset" : "\(point.sequence)"
      return [name] + columns.map { $0.words(at: index) } + [what]
    }
    document.table(["record"] + columns.map(\.name) + ["what"], "point", rows)
    if listed.count < points.count {
      document.paragraph(
        Phrase.rest(points.count - listed.count, of: "points") + Phrase.verboseHint)
    }
  }

  /// The first and the last points, those that a loss dates from, and of the others as many as fit, evenly.
  private static func listed(_ points: [LossTimeline.Point], _ horizons: [LossTimeline]) -> [Int] {
    guard points.count > pointsMax else { return Array(points.indices) }
    var listed: Set<Int> = [0, points.count - 1]
    for loss in horizons.flatMap(\.losses) where listed.count < pointsMax {
      if let point = loss.point { listed.insert(point) }
    }
    let room = pointsMax - listed.count
    for part in 0..<room { listed.insert((part + 1) * points.count / (room + 1)) }
    return listed.sorted()
  }
}

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
