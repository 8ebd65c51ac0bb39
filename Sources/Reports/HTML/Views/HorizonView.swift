internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer

/// What the templates see of a loss horizon.
struct HorizonView {
  let horizon: Horizon
  let report: HTMLPen

  private static let columnsMax = 240

  private var points: [Horizon.Point] { horizon.points }
  private var chart: ChartColumns {
    ChartColumns(
      count: points.count, columnsMax: Self.columnsMax,
      most: points.map(\.unsyncedCount).max() ?? 0,
      fill: 100)
  }

  var view: HTMLView {
    [
      "chart": chartView, "hasLosses": !horizon.losses.isEmpty,
      "leftOut": horizon.unknownPointsSentence.orNothing,
      "losses": horizon.losses.map(view), "points": listed.map { row(points[$0]) },
      "pointsRest": report.rest(points.count - listed.count, "point"),
    ]
  }

  /// The points that have a row: all, or, where they are more than columns, the last of each column.
  private var listed: [Int] {
    (0..<chart.columnCount).compactMap { chart.members(of: $0).last }
  }

  // MARK: Chart

  private var chartView: HTMLView {
    chart.frame.merging([
      "caption": Horizon.chartSentence,
      "legend": levels.map { ["tone": $0.tone, "label": $0.label] },
      "columns": (0..<chart.columnCount).map(column),
      "marks": marks.enumerated().map { index, point in
        ["x": chart.start(chart.column(of: point)), "number": index + 1]
      },
      "lanes": [
        lane("device") { $0.isOnDevice }, lane("server") { $0.isOnServer },
      ],
      "first": points.first.map { "record \($0.sequence)" } ?? "", "last": "reset",
    ]) { $1 }
  }

  private typealias Level = (tone: String, label: String, count: (Horizon.Point) -> Int)

  /// What is counted at each point, each in front of the one before.
  private var levels: [Level] {
    let levels: [Level] = [
      ("unsynced", Horizon.unsynced, \.unsyncedCount), ("risk", Horizon.atRisk, \.atRiskCount),
      ("stranded", Horizon.strandedOrLost, \.lossCount), ("lost", "lost", { $0.count(of: .lost) }),
    ]
    return levels.filter { level in
      level.tone != "stranded" || points.contains { $0.count(of: .stranded) > 0 }
    }
  }

  private func column(_ column: Int) -> HTMLView {
    let members = points[chart.members(of: column)]
    let counts = levels.map { level in (level, members.map(level.count).max() ?? 0) }
    let words = counts.map { "\($1) \($0.label)" }.joined(separator: ", ")
    return [
      "title": "\(members.last?.words ?? ""): \(words)",
      "parts": counts.compactMap { level, count in
        count == 0 ? nil : chart.part(column, count, tone: level.tone)
      },
    ]
  }

  /// The points at which losses became unavoidable, in order, each once.
  private var marks: [Int] { Set(horizon.losses.compactMap(\.point)).sorted() }

  private func lane(_ label: String, _ isShown: (SessionTimeline.Change) -> Bool) -> HTMLView {
    [
      "label": label,
      // One a column: more would stand on each other.
      "ticks": (0..<chart.columnCount).compactMap { column -> HTMLView? in
        let shown = chart.members(of: column).last {
          isShown(points[$0].change) && !points[$0].isRecorded
        }
        return shown.map {
          ["x": chart.start(column), "width": chart.tickWidth, "title": points[$0].words]
        }
      },
    ]
  }

  // MARK: Words

  private func view(_ loss: Horizon.Loss) -> HTMLView {
    let shown = loss.writes.prefix(HTMLPen.linkedWritesMax)
    let more = loss.writes.count - shown.count
    return [
      "mark": loss.point.flatMap(marks.firstIndex).map { String($0 + 1) }.orNothing,
      "since": horizon.since(loss).capitalizedFirst, "fate": loss.fate.rawValue,
      "count": loss.writes.count, "reason": loss.reasonWords,
      "writeLinks": shown.map { ["target": report.target($0), "number": $0] },
      "more": more == 0 ? false : Phrase.rest(more),
    ]
  }

  private func row(_ point: Horizon.Point) -> HTMLView {
    [
      "record": point.isRecorded ? "reset" : String(point.sequence),
      "what": point.rowWords,
      "when": Phrase.when(point.timeMicroseconds).orNothing,
      "unsynced": point.unsyncedCount, "atRisk": point.atRiskCount,
      "lost": point.count(of: .lost), "stranded": point.count(of: .stranded),
      "collateral": point.collateralCount,
    ]
  }
}

extension HTMLPen {
  func draw(_ horizon: Horizon) -> HTMLView {
    // One point is the reset alone: the trace does not show what was before.
    guard horizon.points.count > 1 else { return [:] }
    return ["horizon": HorizonView(horizon: horizon, report: self).view]
  }
}

extension SessionTimeline.Change {
  /// Whether the device's data or what the server has acknowledged of it changed.
  fileprivate var isOnDevice: Bool {
    switch self {
    case .localCommit, .upload: true
    case .snapshot, .serverCommit, .download, .error, .reset, .resetObserved: false
    }
  }

  fileprivate var isOnServer: Bool {
    switch self {
    case .serverCommit, .download: true
    case .snapshot, .localCommit, .upload, .error, .reset, .resetObserved: false
    }
  }
}
