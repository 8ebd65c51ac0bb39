internal import Analyzer
internal import Campaigns
internal import Replayer
public import TraceFormat

extension FleetPages {
  /// The report for programs (`docs/fleet-report.schema.json`).
  public var json: JSONText {
    .members([
      "version": .integer(1), "input": report.input.json,
      "engine": report.engine.map { .string($0.rawValue) },
      "whatIf": report.whatIf.map { JSONText(fact: $0) },
      "tools": .array(report.tools.map { .string($0) }),
      "traces": .integer(report.traceCount), "users": .integer(report.userCount),
      "modes": .array(report.modes.map(\.json)), "best": report.best.json,
      "clusters": .array(report.clusters.map(json)), "minimized": minimizedJSON,
      "errors": .array(report.errors.map(\.json)),
      "unanswered": .array(
        report.unanswered.map {
          .members([
            "reason": .string($0.element.readableText), "sessions": .integer($0.count),
          ])
        }),
      "gaps": .members([
        "traces": .integer(report.gapTraceCount), "damaged": .integer(report.damagedTraceCount),
        "kinds": .array(
          report.gaps.map {
            .members(["kind": .string($0.element.rawValue), "traces": .integer($0.count)])
          }),
      ]),
      "trend": trend.map { $0.1.json(since: $0.since) },
      "breaches": breaches.map { .array($0.map(\.json)) },
    ])
  }

  private func json(_ cluster: FleetCluster) -> JSONText {
    let members = cluster.members(command: command(cluster))
    guard let minimized, let smallest = minimized.smallest(of: cluster) else {
      return .object(members)
    }
    switch smallest.ending {
    case .success(let found):
      return .object(members + [.init("smallest", found.json(in: minimized.folder))])
    case .failure(let miss): return .object(members + [.init("notMinimized", miss.json)])
    }
  }

  private var minimizedJSON: JSONText? {
    minimized.map {
      .members([
        "folder": .string($0.folder), "clusters": .integer($0.all.count),
        "traces": .integer($0.foundCount),
        "left": .integer(report.clusters.count - $0.all.count),
      ])
    }
  }
}

extension FleetReport.Input {
  fileprivate var json: JSONText {
    .members([
      "rows": .integer(rowCount), "duplicates": .integer(duplicateCount),
      "contradictions": .integer(contradictionCount), "omitted": .integer(omittedCount),
      "badLines": .members([
        "count": .integer(badLineCount),
        "first": JSONText(fact: badLines),
      ]),
    ])
  }
}

extension FleetReport.ModeTotal {
  fileprivate var json: JSONText {
    .members([
      "mode": .string(mode.rawValue), "traces": .integer(traceCount),
      "incidents": .integer(incidentCount), "users": .integer(incidentUserCount),
      "resets": .integer(resetCount), "failed": .integer(failedCount),
      "counted": .integer(countedCount), "kept": .integer(keptCount), "harm": harm.clusterJSON,
      "unknown": .integer(unknownCount), "notKnown": .integer(notKnownCount),
      "othersNotKnown": .integer(othersNotKnownCount), "losses": losses.json,
      "text": .string(costSentence),
    ])
  }
}

extension FleetLosses {
  fileprivate var json: JSONText {
    .members([
      "answered": .integer(answeredCount), "users": .integer(userCount), "least": .integer(least),
      "most": .integer(most), "inBackupOnly": .bool(leftIn == .backup),
      "leftIn": leftIn.map { .string($0.rawValue) } ?? .null,
      "notKnown": .integer(hidingCount), "saved": .integer(savedCount),
      "savingModes": JSONText(fact: savingModes),
    ])
  }
}

extension HarmCounts {
  fileprivate var clusterJSON: JSONText {
    .object(HarmClass.allCases.map { .init($0.rawValue, .integer(self[$0])) })
  }
}

extension FleetBest {
  fileprivate var json: JSONText {
    .members([
      "modes": .array(modes.map { .string($0.rawValue) }),
      "traces": .integer(comparedTraceCount),
      "costs": JSONText(fact: costs),
    ])
  }
}

extension FleetCluster {
  var keyJSON: [JSONText.Member] {
    JSONText.members([
      "cluster": .string(identifier), "mode": .string(key.mode.rawValue),
      "trigger": .members([
        "action": .string(key.action.rawValue), "error": .string(key.error.readableText),
        "name": .string(errorName),
      ]),
      "rule": key.rule.map { .string($0.readableText) },
      "class": .string(key.className.readableText),
      "property": key.property.map { .string($0.readableText) },
      "schemaChange": key.schemaChange.map { .string($0.rawValue) },
    ]).members
  }

  fileprivate func members(command: String) -> [JSONText.Member] {
    keyJSON + [
      .init("users", .integer(userCount)), .init("traces", .integer(traceCount)),
      .init("tracesWithGaps", .integer(gapTraceCount)), .init("harm", harm.clusterJSON),
      .init("byDefinition", .bool(key.isByDefinition)), .init("best", best.json),
      .init("representative", representative.json),
      .init("text", .string("\(extent): \(headline), \(origin)")),
      .init("command", .string(command)),
    ]
  }
}

extension FleetRepresentative {
  fileprivate var json: JSONText {
    .members([
      "trace": .string(name.readableText), "sha256": sha256.map { .string($0) },
      "clusters": .integer(clusterCount), "cost": .integer(cost), "gaps": .bool(hasGaps),
    ])
  }
}

extension FleetReport.ErrorGroup {
  fileprivate var json: JSONText {
    .members([
      "kind": .string(kind.rawValue), "reason": reason.map { .string($0.readableText) },
      "modes": modes.isEmpty ? nil : JSONText(fact: modes), "rows": .integer(rowCount),
      "traces": .integer(traceCount),
      "example": .string(example.readableText), "message": .string(message),
    ])
  }
}

extension FleetTrend {
  /// The trend for programs.
  ///
  /// - Parameter older: how the older run is called.
  func json(since older: String) -> JSONText {
    .members([
      "since": .string(older), "modes": JSONText(fact: extents),
      "otherModes": JSONText(fact: otherModes),
      "clusters": .array(entries.map(\.json)), "rates": .array(rates.map(\.json)),
    ])
  }
}

extension FleetTrend.Entry {
  fileprivate var json: JSONText {
    .object(
      [.init("direction", .string(direction.rawValue))] + (shown?.keyJSON ?? []) + [
        .init("olderTraces", JSONText(fact: olderTraces)),
        .init("newerTraces", JSONText(fact: newerTraces)),
        .init("olderUsers", JSONText(fact: olderUsers)),
        .init("newerUsers", JSONText(fact: newerUsers)),
      ])
  }
}

extension FleetTrend.Rate {
  fileprivate var json: JSONText {
    .members([
      "mode": .string(mode.rawValue), "harm": .string(harmClass.rawValue),
      "older": JSONText(fact: older),
      "newer": JSONText(fact: newer), "worse": .bool(isWorse),
    ])
  }
}

extension FleetBreach {
  var json: JSONText {
    .members([
      "measure": .string(measure.rawValue), "limit": .string(limit.text),
      "mode": mode.map { .string($0.rawValue) }, "cluster": cluster.map { .string($0.identifier) },
      "harm": harmClass.map { .string($0.rawValue) }, "text": .string(sentence),
    ])
  }
}

extension FleetSmallest.Found {
  /// The trace for programs.
  ///
  /// - Parameter folder: where it was written.
  func json(in folder: String) -> JSONText {
    let path = trace.path(in: folder)
    return .members([
      "trace": .string(path), "recordsBefore": .integer(recordCountBefore),
      "records": .integer(recordCount),
      "instructionsBefore": .integer(trace.result.instructionCountBefore),
      "instructions": .integer(trace.result.instructionCount),
      "complete": .bool(!trace.result.isCutShort), "command": .string(trace.command(at: path)),
    ])
  }
}

extension FleetSmallest.Miss {
  var json: JSONText { .members(["reason": .string(reason), "message": .string(sentence)]) }
}
