public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

// What the analysis found besides the fates.
extension Report {
  static func json(_ defect: EngineDefect) -> JSONText {
    .members([
      "identifiers": .array(defect.identifiers.map { .string($0) }),
      "idealFate": defect.idealFate.map { .string($0.rawValue) },
      "idealAfter": defect.idealAfter.map(\.json),
      "text": .string(defect.words), "fact": JSONText(fact: defect.effect),
    ])
  }

  static func json(_ occurrence: DefectOccurrence) -> JSONText {
    .members([
      "identifiers": .array(occurrence.identifiers.map { .string($0) }),
      "address": occurrence.address.map(\.json),
      "values": occurrence.after.map { after in
        .members(["after": after.json, "ideal": occurrence.idealAfter?.json])
      },
      "result": .string(occurrence.result.rawValue),
      "idealResult": .string(occurrence.idealResult.rawValue),
      "writes": .array(occurrence.writes.map { .integer($0) }),
      "text": .string(occurrence.words),
    ])
  }

  static func json(_ collateral: Collateral) -> JSONText {
    .members([
      "kind": .string(collateral.kind.rawValue),
      "address": collateral.address.json,
      "values": .members([
        "before": collateral.before.map(\.json),
        "server": collateral.server.json,
        "after": collateral.after.json,
      ]),
      "gone": collateral.gone.isEmpty ? nil : .array(collateral.gone.map(\.json)),
      "surplus": collateral.surplus.isEmpty ? nil : .array(collateral.surplus.map(\.json)),
      "certain": .bool(collateral.isCertain),
      "writes": .array(collateral.writes.map { .integer($0) }),
      "rule": collateral.rule.map { .string($0.rawValue) },
      "reason": .string(collateral.reason.words), "fact": JSONText(fact: collateral.reason),
      "defect": collateral.defect.map(json),
    ])
  }

  static func json(_ occurrence: TrapOccurrence) -> JSONText {
    .members([
      "trap": .string(occurrence.trap.rawValue), "title": .string(occurrence.trap.title),
      "help": occurrence.trap.help.map { .string($0) },
      "address": occurrence.address.map(\.json),
      "writes": .array(occurrence.writes.map { .integer($0) }),
      "text": .string(occurrence.effect.words), "fact": JSONText(fact: occurrence.effect),
    ])
  }

  static func json(_ loop: ResetLoop) -> JSONText {
    .members([
      "kind": .string(loop.kind.rawValue),
      "pendingReset": json(loop.pendingReset),
      "unacknowledgedResets": .integer(loop.unacknowledgedResetCount),
      "action": .string(loop.action.rawValue),
      "requestedMode": .string(loop.requestedMode.rawValue),
      "nextAttempt": JSONText(fact: loop.nextAttempt),
      "text": .string(loop.sentences),
    ])
  }
}

extension MergePlan {
  /// The plan for programs (`docs/report.md`, "Merge plan").
  public var json: JSONText { outline.whole }

  /// The same, with each operation made when it is written.
  var outline: JSONOutline {
    let rest = JSONOutline.made([
      "settled": .array(settled.map { .integer($0) }),
      "changeset": .string(Hex.encode(changeset)),
    ])
    return .members(
      [
        (
          "operations",
          .elements(count: operations.count) { [operations] in Self.json(operations[$0]) }
        )
      ] + rest)
  }

  private static func json(_ operation: Operation) -> JSONText {
    .members([
      "writes": .array(operation.writes.map { .integer($0) }),
      "address": operation.address.json,
      "member": operation.member?.json,
      "text": .string(operation.action.words), "fact": JSONText(fact: operation.action),
      "instructions": .array(operation.instructions),
      "values": .members(["server": operation.server.json, "after": operation.after.json]),
      "conflict": operation.conflict.map { .string($0.words) },
      "conflictFact": operation.conflict.map(JSONText.init(fact:)),
    ])
  }
}
