internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The loss horizon for people: one mode in full, or several side by side.
struct HorizonText {
  /// Of one reset, in one or several modes.
  private let horizons: [Horizon]
  private let times: PointTimes

  /// At most so many points are listed, unless all are asked for.
  private static let listedPointsMax = 24

  init(_ horizons: [Horizon]) {
    self.horizons = horizons
    times = PointTimes(horizons.first?.points.map(\.timeMicroseconds) ?? [])
  }

  private var points: [Horizon.Point] { horizons[0].points }

  func write(to page: inout TextPage, isWhole: Bool) {
    guard !horizons.isEmpty else { return }
    page.heading(Heading.horizon)
    guard points.count > 1 else {
      page.paragraph(Horizon.noPointsSentence)
      return
    }
    page.paragraph(horizons[0].extentSentence)
    writeLines(to: &page)
    writeTable(to: &page, isWhole: isWhole)
    if let sentence = horizons[0].unknownPointsSentence { page.paragraph(sentence) }
    for horizon in horizons { writeLosses(of: horizon, to: &page) }
  }

  // MARK: Numbers

  /// The columns of numbers, by name.
  private var columns: [(name: String, values: [Int])] {
    let unsynced = ("unsynced", points.map(\.unsyncedCount))
    guard horizons.count == 1 else {
      return [unsynced] + horizons.map { ($0.mode.columnName, $0.points.map(\.lossCount)) }
    }
    let stranded = points.map { $0.count(of: .stranded) }
    let columns = [
      unsynced, (Horizon.atRisk, points.map(\.atRiskCount)),
      ("lost", points.map { $0.count(of: .lost) }),
    ]
    let extra = [("stranded", stranded), ("collateral", points.map(\.collateralCount))]
    return columns + extra.filter { $0.1.contains { $0 > 0 } }
  }

  private func writeLines(to page: inout TextPage) {
    let max = columns.flatMap(\.values).max() ?? 0
    for (name, values) in columns {
      let line = Sparkline.text(values, max: max, columns: 56)
      page.line("\(name.padded(to: 12))\(line)  \(values.last ?? 0)")
    }
  }

  private func writeTable(to page: inout TextPage, isWhole: Bool) {
    let rows = isWhole ? Array(points.indices) : listedPoints
    let columns = columns
    let widths = columns.map { max(9, $0.name.count + 1) }
    row("record", times.heading, "what", zip(columns.map(\.name), widths), to: &page)
    for index in rows {
      let point = points[index]
      row(
        point.isRecorded ? "reset" : "\(point.sequence)", times[index],
        point.isRecorded ? "" : point.change.shortWords,
        zip(columns.map { "\($0.values[index])" }, widths), to: &page)
    }
    guard rows.count < points.count else { return }
    let rest = Phrase.rest(points.count - rows.count, of: "points")
    page.paragraph(rest + Phrase.verboseHint)
  }

  /// The first and the last points, those that a loss dates from, and of the others as many as fit,
  /// evenly.
  private var listedPoints: [Int] {
    guard points.count > Self.listedPointsMax else { return Array(points.indices) }
    var listed: Set<Int> = [0, points.count - 1]
    for loss in horizons.flatMap(\.losses) where listed.count < Self.listedPointsMax {
      if let point = loss.point { listed.insert(point) }
    }
    let room = Self.listedPointsMax - listed.count
    for part in 0..<room { listed.insert((part + 1) * points.count / (room + 1)) }
    return listed.sorted()
  }

  private func row(
    _ record: String, _ time: String, _ what: String, _ numbers: Zip2Sequence<[String], [Int]>,
    to page: inout TextPage
  ) {
    let head = record.padded(to: recordColumns) + time.padded(to: times.columns)
    let tail = numbers.map { number, width in
      String(repeating: " ", count: max(0, width - number.count)) + number
    }.joined()
    let room = page.columns - 2 - head.columnCount - tail.columnCount
    page.line(head + what.shortened(to: room).padded(to: room) + tail)
  }

  private var recordColumns: Int { max(8, "\(points.map(\.sequence).max() ?? 0)".count + 2) }

  // MARK: Losses

  private func writeLosses(of horizon: Horizon, to page: inout TextPage) {
    let name = horizons.count == 1 ? "" : "\(horizon.mode.columnName): "
    for loss in horizon.losses {
      page.item(
        "\(name)\(horizon.since(loss)): \(Phrase.count(loss.writes.count, "write")) "
          + "\(loss.fate.rawValue) (\(loss.reasonWords))")
    }
  }
}

/// Times of points, as short as they may be.
private struct PointTimes {
  private let texts: [String]
  let columns: Int
  var heading: String { columns == 0 ? "" : "time" }

  init(_ times: [Int64]) {
    let whole = times.map { Phrase.when($0) }
    let isOneDay = Set(whole.compactMap { $0?.prefix(10) }).count == 1
    texts = whole.map { text in
      guard let text else { return "" }
      let (date, time) = (text.prefix(10).suffix(5), text.dropFirst(11))
      return isOneDay ? String(time.prefix(8)) : "\(date) \(time.prefix(5))"
    }
    let width = texts.map(\.count).max() ?? 0
    columns = width == 0 ? 0 : width + 2
  }

  subscript(index: Int) -> String { texts[index] }
}

/// Numbers as a line of small bars.
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
