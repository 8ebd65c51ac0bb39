internal import Analyzer
internal import Replayer
internal import TraceFormat

extension FleetReset {
  var json: JSONText {
    .members([
      "session": .integer(Int(session)), "record": .wide(record), "kind": .string(kind.rawValue),
      "trigger": trigger.json, "result": .string(result.rawValue),
      "didRecover": didRecover.map { .bool($0) }, "attempts": .array(attempts.map(\.json)),
      "message": message.map { .string($0) }, "observed": observed?.json,
      "transactions": .integer(transactionCount), "writes": .integer(writeCount),
      "counted": .integer(countedCount), "kept": .integer(keptCount), "harm": harm.fleetJSON,
      "fates": .array(fates.map(\.json)), "causes": .array(causes.map(\.json)),
      "traps": .array(
        traps.map {
          .members(["trap": .string($0.element.rawValue), "count": .integer($0.count)])
        }),
      "defects": .array(defects.map { .string($0) }),
      "schemaChanges": .array(schemaChanges.map(\.json)),
      "gaps": .array(
        gaps.map {
          .members(["kind": .string($0.element.rawValue), "count": .integer($0.count)])
        }),
      "notKnown": .bool(hidesWrites),
      "recommended": .array(recommended.map { .string($0.rawValue) }),
    ])
  }
}

extension FleetReset.Trigger {
  fileprivate var json: JSONText {
    .members([
      "action": .string(action.rawValue), "code": code.map { .integer(Int($0)) },
      "name": .string(name),
    ])
  }
}

extension FleetReset.Attempt {
  fileprivate var json: JSONText {
    .members([
      "mode": mode.map { .string($0.rawValue) }, "result": .string(result.rawValue),
      "failure": failure.map { .string($0.rawValue) },
    ])
  }
}

extension FleetReset.Observed {
  fileprivate var json: JSONText {
    .members([
      "mode": .string(mode.rawValue), "result": .string(result.rawValue),
      "same": isSame.map { .bool($0) },
    ])
  }
}

extension HarmCounts {
  fileprivate var fleetJSON: JSONText {
    .object(
      HarmClass.allCases.map { .init($0.rawValue, .integer(self[$0])) } + [
        .init("merged", .integer(merged)), .init("deviceWon", .integer(deviceWon)),
        .init("serverWon", .integer(serverWon)),
      ])
  }
}

extension FleetFates {
  fileprivate var json: JSONText {
    .members([
      "class": className.fleetJSON, "property": property?.fleetJSON,
      "fate": .string(fate.rawValue), "cause": cause.map { .string($0.rawValue) },
      "rule": rule.map { .string($0.rawValue) }, "defects": .array(defects.map { .string($0) }),
      "writes": .integer(writeCount), "own": .integer(ownCount),
    ])
  }
}

extension FleetCause {
  fileprivate var json: JSONText {
    .object(
      .init(fleet: [
        "cluster": .string(cluster), "rule": rule.map { .string($0.rawValue) },
        "class": className.fleetJSON, "property": property?.fleetJSON,
        "schemaChange": schemaChange.map { .string($0.rawValue) },
        "defects": .array(defects.map { .string($0) }),
      ]) + HarmClass.allCases.map { .init($0.rawValue, .integer(harm[$0] ?? 0)) })
  }
}

extension FleetSchemaChange {
  fileprivate var json: JSONText {
    .members([
      "change": .string(kind.rawValue), "effect": .string(effect.rawValue),
      "class": className.fleetJSON, "property": property?.fleetJSON,
    ])
  }
}
