internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Horizon {
  /// The horizon for programs (`docs/report.md`, "JSON").
  var json: JSONText {
    .members([
      "points": .array(points.map(\.json)),
      "unknownPoints": .integer(unknownPointCount),
      "losses": .array(losses.map(\.json)),
    ])
  }
}

extension Horizon.Point {
  fileprivate var json: JSONText {
    .members([
      "sequence": .wide(sequence), "timeMicroseconds": .wide(timeMicroseconds),
      "change": change.json, "recorded": .bool(isRecorded), "result": .string(result.rawValue),
      "unsynced": .integer(unsyncedCount), "atRisk": .integer(atRiskCount),
      "collateral": .integer(collateralCount),
      "fates": .object(
        Fate.allCases.compactMap { fate in
          counts[fate].map { JSONText.Member(fate.rawValue, .integer($0)) }
        }),
    ])
  }
}

extension Horizon.Loss {
  fileprivate var json: JSONText {
    .members([
      "fate": .string(fate.rawValue), "writes": .array(writes.map { .integer($0) }),
      "point": point.map { .integer($0) }, "rule": rule.map { .string($0.rawValue) },
      "reason": .string(reasonWords), "fact": JSONText(fact: reason),
    ])
  }
}

extension SessionTimeline.Change {
  fileprivate var json: JSONText {
    switch self {
    case .snapshot(let role):
      .members(["kind": .string("snapshot"), "role": .string(role.rawValue)])
    case .localCommit(let version):
      .members(["kind": .string("localCommit"), "clientVersion": .wide(version)])
    case .serverCommit(let version):
      .members(["kind": .string("serverCommit"), "serverVersion": .wide(version)])
    case .upload(let version):
      .members(["kind": .string("upload"), "clientVersion": .wide(version)])
    case .download(let count, let version):
      .members([
        "kind": .string("download"), "changes": .integer(count),
        "acknowledgedClientVersion": .wide(version),
      ])
    case .error(let asksForReset):
      .members(["kind": .string("error"), "asksForReset": .bool(asksForReset)])
    case .reset: .members(["kind": .string("reset")])
    case .resetObserved: .members(["kind": .string("resetObserved")])
    }
  }
}
