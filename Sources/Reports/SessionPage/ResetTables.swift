internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What a reset makes of the data and of each unsynced write, mode by mode.
extension PageContent {
  mutating func resetJSON(
    of reset: DueReset, _ comparison: ModeComparison, device: Int
  ) -> JSONText {
    let row = events.row(of: reset.sequence)
    let completion = reset.completion
    // Without the download there is nothing that the modes go on from; those that need none leave the data as it is.
    let isShown = reset.isReset && reset.showsDownload
    let fresh = isShown ? reset.situation.fresh : nil
    var modes: [JSONText] = []
    for report in comparison.reports {
      let after = fresh.flatMap { fresh in
        // What the device has, where it is not what the server has.
        reset.outcome(mode: report.mode).knownAfter.map {
          changes(to: ($0, fresh), from: (fresh, fresh))
        }
      }
      modes.append(modeJSON(of: report, after: after))
    }
    return .members([
      "device": .integer(device), "title": .integer(data.number(of: comparison.title)),
      "event": .integer(max(row, 0)),
      "from": .integer(completion.map { events.row(of: $0.first) } ?? row),
      "to": .integer(completion?.next.flatMap(rowIfShown) ?? -1),
      // What is before the page is not on it, so that nothing is what it begins with.
      "base": .integer(row < 0 ? -2 : row),
      "fresh": fresh.map { fresh in
        changes(to: (nil, fresh), from: (nil, row < 0 ? nil : reset.lastServer))
      }, "modes": .array(modes),
      "opens": .integer(
        comparison.reports.firstIndex { $0.mode == comparison.openingMode } ?? 0),
    ])
  }

  private mutating func modeJSON(of report: Report, after: JSONText?) -> JSONText {
    .members([
      "name": .integer(data.number(of: report.mode.optionName)),
      "summary": .integer(data.number(of: report.summary)),
      "steps": HTMLData.array(report.storyLines.map { data.number(of: $0) }), "after": after,
      "outcomes": outcomes(in: report), "overwritten": overwritten(in: report),
    ])
  }

  private mutating func changes(
    to next: SidesOnPage.Sides, from last: SidesOnPage.Sides
  ) -> JSONText {
    var sides = SidesOnPage(last, classes: extent.classes)
    var table = NumberTable("cell", "value", "differs")
    var texts: [Int: HTMLData.Base] = [:]
    for change in sides.advance(to: next) {
      let cell = cells.number(of: change.property, in: change.object, &data)
      table.add([
        cell, number(of: change.value, in: cell, &texts), change.differs ? 1 : 0,
      ])
    }
    return data.steppedTable(table)
  }

  private mutating func outcomes(in report: Report) -> JSONText {
    var table = NumberTable(
      "cell", "tone", "outcome", "operation", "reason", "isLost")
    var changeOutcomes: [Int: Change.Outcome] = [:]
    for change in report.changes {
      for write in change.writes { changeOutcomes[write] = change.outcome }
    }
    for (index, write) in report.writes.enumerated() {
      guard let cell = cell(at: write.address) else { continue }
      let outcome = changeOutcomes[index]
      table.add([
        cell, data.number(of: outcome?.rawValue ?? write.fate.rawValue),
        data.number(of: outcome.map(report.words) ?? write.fate.rawValue),
        data.number(of: write.operationAtPath()), data.number(of: write.reason.words),
        outcome?.isLoss == true ? 1 : 0,
      ])
    }
    return data.steppedTable(table)
  }

  private mutating func overwritten(in report: Report) -> JSONText {
    var table = NumberTable("cell", "words")
    for place in report.overwrittenPlaces {
      guard let cell = cell(at: place.address) else { continue }
      table.add([cell, data.number(of: report.words(for: place, columns: 400))])
    }
    return data.steppedTable(table)
  }
}

extension DueReset {
  /// The records at which the reset was completed, and at which the device goes on from there. Nil where
  /// nothing of that is in its timeline, as off the wire, where a reset ends it.
  fileprivate var completion: (first: UInt64, next: UInt64?)? {
    guard let index = timeline.resets.firstIndex(where: { $0.sequence == sequence }),
      let first = timeline.points.firstIndex(where: { $0.resetIndex == index })
    else { return nil }
    let next = timeline.points[first...].first { $0.resetIndex != index && !$0.change.isOfReset }
    return (timeline.points[first].sequence, next?.sequence)
  }

  /// The last state of the server's that the trace shows before it.
  fileprivate var lastServer: RealmState? {
    timeline.points.last { $0.sequence <= sequence && $0.server != nil }?.server
  }
}

extension SessionTimeline.Change {
  /// Whether it shows what the device itself had after a reset, which the page has for each mode.
  fileprivate var isOfReset: Bool {
    switch self {
    case .snapshot(.afterReset), .resetObserved: true
    default: false
    }
  }
}
