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
      JSONText(facts: [
        "folder": $0.folder, "clusters": $0.all.count, "traces": $0.foundCount,
        "left": report.clusters.count - $0.all.count,
      ])
    }
  }
}

extension FleetReport.Input {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "rows": rowCount, "duplicates": duplicateCount, "contradictions": contradictionCount,
      "omitted": omittedCount,
      "badLines": JSONText(facts: ["count": badLineCount, "first": badLines]),
    ])
  }
}

extension FleetReport.ModeTotal {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "mode": mode.rawValue, "traces": traceCount, "incidents": incidentCount,
      "users": incidentUserCount, "resets": resetCount, "failed": failedCount,
      "counted": countedCount, "kept": keptCount, "harm": harm.clusterJSON, "unknown": unknownCount,
      "notKnown": notKnownCount, "othersNotKnown": othersNotKnownCount, "losses": losses.json,
      "text": costSentence,
    ])
  }
}

extension FleetLosses {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "answered": answeredCount, "users": userCount, "least": least, "most": most,
      "inBackupOnly": leftIn == .backup, "leftIn": leftIn?.rawValue, "notKnown": hidingCount,
      "saved": savedCount, "savingModes": savingModes,
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
    JSONText(facts: ["modes": modes.map(\.rawValue), "traces": comparedTraceCount, "costs": costs])
  }
}

extension FleetCluster {
  var keyJSON: [JSONText.Member] {
    JSONText(facts: [
      "cluster": identifier, "mode": key.mode.rawValue,
      "trigger": JSONText(facts: [
        "action": key.action.rawValue, "error": key.error.readableText, "name": errorName,
      ]),
      "rule?": key.rule?.readableText, "class": key.className.readableText,
      "property?": key.property?.readableText, "schemaChange?": key.schemaChange?.rawValue,
    ]).members
  }

  fileprivate func members(command: String) -> [JSONText.Member] {
    let facts = JSONText(facts: [
      "users": userCount, "traces": traceCount, "tracesWithGaps": gapTraceCount,
      "harm": harm.clusterJSON, "byDefinition": key.isByDefinition, "best": best.json,
      "representative": representative.json, "text": "\(extent): \(headline), \(origin)",
      "command": command,
    ])
    return keyJSON + facts.members
  }
}

extension FleetRepresentative {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "trace": name.readableText, "sha256?": sha256, "clusters": clusterCount, "cost": cost,
      "gaps": hasGaps,
    ])
  }
}

extension FleetReport.ErrorGroup {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "kind": kind.rawValue, "reason?": reason?.readableText, "modes?": modes, "rows": rowCount,
      "traces": traceCount, "example": example.readableText, "message": message,
    ])
  }
}

extension FleetTrend {
  /// - Parameter older: how the older run is called.
  func json(since older: String) -> JSONText {
    JSONText(facts: [
      "since": older, "modes": extents, "otherModes": otherModes, "clusters": entries.map(\.json),
      "rates": rates.map(\.json),
    ])
  }
}

extension FleetTrend.Entry {
  fileprivate var json: JSONText {
    let shares = JSONText(facts: [
      "olderTraces": olderTraces, "newerTraces": newerTraces, "olderUsers": olderUsers,
      "newerUsers": newerUsers,
    ])
    return .object(
      [.init("direction", .string(direction.rawValue))] + (shown?.keyJSON ?? []) + shares.members)
  }
}

extension FleetTrend.Rate {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "mode": mode.rawValue, "harm": harmClass.rawValue, "older": older, "newer": newer,
      "worse": isWorse,
    ])
  }
}

extension FleetBreach {
  var json: JSONText {
    JSONText(facts: [
      "measure": measure.rawValue, "limit": limit.text, "mode?": mode?.rawValue,
      "cluster?": cluster?.identifier, "harm?": harmClass?.rawValue, "text": sentence,
    ])
  }
}

extension FleetSmallest.Found {
  /// - Parameter folder: where the trace was written.
  func json(in folder: String) -> JSONText {
    let path = trace.path(in: folder)
    return JSONText(facts: [
      "trace": path, "recordsBefore": recordCountBefore, "records": recordCount,
      "instructionsBefore": trace.result.instructionCountBefore,
      "instructions": trace.result.instructionCount, "complete": !trace.result.isCutShort,
      "command": trace.command(at: path),
    ])
  }
}

extension FleetSmallest.Miss {
  var json: JSONText { JSONText(facts: ["reason": reason, "message": sentence]) }
}
