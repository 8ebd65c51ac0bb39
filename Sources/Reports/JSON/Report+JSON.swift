public import Analyzer
internal import Campaigns
internal import RealmModel
internal import Replayer
public import TraceFormat

extension Report {
  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText { outline.whole }

  /// The same, with what there is one of for each write made when it is written.
  var outline: JSONOutline {
    let head = JSONOutline.made([
      "version": .integer(Self.version),
      "session": sessionJSON,
      "error": errorJSON,
      "engine": engine.map { .string($0.rawValue) } ?? .null, "mode": .string(mode.rawValue),
      "modeFrom": modeSource.map { .string($0.rawValue) },
      "attempts": .array(attempts.map(Self.json)),
      "result": .string(result.rawValue),
      "skipped": isSkipped ? .bool(true) : nil,
      "failure": failure.map(Self.json),
      "pendingResetBefore": pendingResetBefore.map(Self.json),
      "pendingResetAfter": pendingResetAfter.map(Self.json),
      "consequences": .array(consequences.map { .string($0.sentence) }),
      "consequenceFacts": .array(consequences.map(JSONText.init(fact:))),
      "story": storyJSON,
      "steps": stepsJSON,
      "missingSchema": missingSchema.isEmpty
        ? nil : .array(missingSchema.map(JSONText.init(fact:))),
      "undoneByCopy": undoneByCopy.map { .array($0.map(\.json)) },
      "outcomes": outcomesJSON,
      "whatOthersWrote": whatOthersWroteJSON,
      "totals": totalsJSON,
      "breakdown": breakdown.json,
    ])
    let transactions = JSONOutline.elements(count: transactions.count) { [transactions] in
      Self.json(transactions[$0])
    }
    let changes = JSONOutline.elements(count: changes.count) { [changes] in
      JSONText(fact: changes[$0])
    }
    let states = JSONOutline.made([
      "properties": .array(propertiesJSON),
      "defects": .array(defects.map(Self.json)),
      "didRecover": didRecover.map(JSONText.bool),
    ])
    let findings = JSONOutline.made([
      "harm": harm.json,
      "traps": .array(traps.map(Self.json)),
      "triage": .array(explanations.map(\.json)),
      "resetLoop": resetLoop.map(Self.json),
    ])
    let rest = JSONOutline.made([
      "incoming": incoming?.json,
      "horizon": horizon?.json,
      "faults": faultsJSON,
      "gaps": .array(gaps.map(Self.json)),
      "comparison": comparison.map(Self.json),
    ])
    let harmful = JSONOutline.elements(count: collateral.count) { [collateral] in
      Self.json(collateral[$0])
    }
    let plan = mergePlan.map { [(name: "mergePlan", value: $0.outline)] } ?? []
    return .members(
      head + [
        ("changes", changes), ("transactions", transactions), ("writes", writesOutline),
      ] + states + [
        ("collateral", harmful)
      ] + findings + plan
        + rest)
  }

  private var sessionJSON: JSONText {
    .members([
      "session": .integer(Int(session.session)),
      "name": session.start.map { .string($0.name) },
      "source": session.start.map { .string($0.source.rawValue) },
      "clientFile": session.start.map { .string($0.clientFile) },
      "syncKind": session.start.map { .string($0.syncKind.rawValue) },
      "configuredMode": session.start?.configuredResetMode.map { .string($0.rawValue) },
      "sdk": session.start?.sdk.map(JSONText.string),
      "resetSequence": .wide(session.resetSequence),
      "resetTimeMicroseconds": .wide(session.resetTimeMicroseconds),
    ])
  }

  private var errorJSON: JSONText {
    .members([
      "code": error.code.map { .integer(Int($0)) },
      "name": .string(error.name),
      "message": .string(error.message),
      "action": .string(error.action.rawValue),
      "fatal": .bool(error.isFatal),
    ])
  }

  /// What became of the changes in numbers, which add up.
  private var outcomesJSON: JSONText {
    .object(
      [JSONText.Member("changes", .integer(changes.count))]
        + outcomeCounts.map { JSONText.Member($0.outcome.rawValue, .integer($0.count)) })
  }

  private var whatOthersWroteJSON: JSONText {
    .object(
      overwrittenPlaceCounts.map { JSONText.Member($0.kind.rawValue, .integer($0.count)) })
  }

  private var totalsJSON: JSONText {
    .object(
      [JSONText.Member("writes", .integer(writes.count))]
        + totals.map { JSONText.Member($0.fate.rawValue, .integer($0.count)) }
        + (defects.isEmpty ? [] : defectTotals))
  }

  private var defectTotals: [JSONText.Member] {
    [
      .init("harmedByDefects", .integer(writes.count { $0.defect != nil })),
      .init("lostToDefects", .integer(writes.count(where: \.isLostToDefect))),
    ]
  }

  private static func json(_ attempt: ResetAttempt) -> JSONText {
    .members([
      "requestedMode": .string(attempt.requestedMode.rawValue),
      "actualMode": attempt.actualMode.map { .string($0.rawValue) },
      "action": .string(attempt.action.rawValue),
      "decisions": .array(
        attempt.decisions.map {
          .members([
            "gate": .string($0.gate.rawValue), "passed": .bool($0.isPassed),
            "text": .string($0.words), "fact": JSONText(fact: $0.reason),
          ])
        }),
      "result": .string(attempt.ending.rawValue),
      "failure": attempt.failure.map(json),
      "hazards": attempt.hazards.isEmpty
        ? nil : .array(attempt.hazards.map { .string($0.words) }),
      "hazardFacts": attempt.hazards.isEmpty
        ? nil : .array(attempt.hazards.map(JSONText.init(fact:))),
      "skipsAfterHandler": attempt.skipsAfterHandler ? .bool(true) : nil,
    ])
  }

  private static func json(_ failure: ResetFailure) -> JSONText {
    .members([
      "class": failure.failureClass.map { .string($0.rawValue) },
      "message": .string(failure.message),
    ])
  }

  static func json(_ pending: PendingReset) -> JSONText {
    .members([
      "mode": .string(pending.mode.rawValue), "action": .string(pending.action.rawValue),
      "timeMicroseconds": pending.timeMicroseconds.map(JSONText.wide),
      "engineVersion": pending.engineVersion.map(JSONText.string),
    ])
  }

  static func json(_ transaction: Transaction) -> JSONText {
    .members([
      "clientVersion": .wide(transaction.clientVersion),
      "sequence": .wide(transaction.sequence),
      "timeMicroseconds": .wide(transaction.timeMicroseconds),
      "originTimestampMilliseconds": transaction.originTimestampMilliseconds.map(JSONText.wide),
      "writes": .integer(transaction.writeCount),
    ])
  }

  static func json(_ gap: Gap) -> JSONText {
    .members([
      "kind": .string(gap.kind.rawValue), "sequence": gap.sequence.map(JSONText.wide),
      "text": .string(gap.words), "fact": JSONText(fact: gap.fact),
    ])
  }

  // MARK: Writes

  private var writesOutline: JSONOutline {
    var harm: [Int: [Int]] = [:]
    for (index, entry) in collateral.enumerated() {
      for write in entry.writes { harm[write, default: []].append(index) }
    }
    let earlier = RepeatedValues(in: writes).earlier
    return .list(count: writes.count) { [harm] in
      let lastReason = LastReason()
      return { index in
        let values =
          earlier[index].map { JSONText.members(["sameAs": .integer($0)]) }
          ?? Self.json(writes[index].sightings)
        return Self.json(
          writes[index], lastReason.json(of: writes[index].reason),
          instruction(of: writes[index]), values: values, collateral: harm[index])
      }
    }
  }

  /// The instruction in full (`docs/changesets.md`, "Instructions as JSON").
  func instruction(of write: JudgedWrite) -> JSONText {
    let changeset = changesets[write.transactionIndex]
    return changeset.json(of: changeset.instructions[write.instructionIndex])
  }

  /// - Parameters:
  ///   - reason: why the write has its fate, in words and as a fact.
  ///   - values: what the states show, or the write that has the same.
  ///   - collateral: what the write did to the server's data, by index.
  private static func json(
    _ write: JudgedWrite, _ reason: (words: JSONText, fact: JSONText), _ instruction: JSONText,
    values: JSONText, collateral: [Int]?
  ) -> JSONText {
    .object(
      [JSONText.Member](
        write: write.transactionIndex, write.instructionIndex, at: write.address,
        words: write.operation.words)
        + [JSONText.Member](present: [
          "instruction": instruction,
          "fate": .string(write.fate.rawValue),
          "rule": write.rule.map { .string($0.rawValue) },
          "reason": reason.words,
          "fact": reason.fact,
          "cause": write.cause.map { .string($0.rawValue) },
          "winner": write.winner.map { .string($0.rawValue) },
          "threeWay": .string(write.threeWay.rawValue),
          "missingObject": write.missingObject.map { .string($0.rawValue) },
          "uploadOnly": write.isUploadOnly ? .bool(true) : nil,
          "doneAgain": write.isDoneAgain ? .bool(true) : nil,
          "defect": write.defect.map(json),
          "collateral": collateral.map { .array($0.map(JSONText.integer)) },
          "supersededBy": write.supersededBy.map(JSONText.integer),
          "impliedBy": write.impliedBy.map(JSONText.integer),
          "values": values,
          "element": write.element.map { element in
            .members([
              "before": element.before.map(\.json), "device": element.device.map(\.json),
              "server": element.server.map(\.json), "after": element.after.map(\.json),
            ])
          },
        ]))
  }

  private static func json(_ sightings: Sightings) -> JSONText {
    .members([
      "before": sightings.before.map(\.json), "device": sightings.device.json,
      "server": sightings.server.json, "after": sightings.after.json,
    ])
  }

  /// What the states show of the properties that writes reach into, in the order of the writes.
  private var propertiesJSON: [JSONText] {
    var left = propertySightings
    return writes.compactMap { write in
      let address = write.address.wholeProperty
      return left.removeValue(forKey: address).map { sightings in
        .members(["address": address.json, "values": Self.json(sightings)])
      }
    }
  }

  private static func json(_ comparison: Comparison) -> JSONText {
    .members([
      "mode": .string(comparison.mode.rawValue),
      "action": .string(comparison.action.rawValue),
      "result": .string(comparison.result.rawValue),
      "stateDigest": comparison.stateDigest.map { .string(Hex.digest($0)) },
      "sameReset": .bool(comparison.isSameReset),
      "differences": .array(
        comparison.differences.map { difference in
          let words = difference.words
          return .members([
            "aspect": .string(difference.aspect.rawValue), "device": .string(words.device),
            "replay": .string(words.replay), "fact": JSONText(fact: difference),
          ])
        }),
    ])
  }
}

/// The reason of the last write as JSON, in words and as a fact: writes that follow each other mostly have the same.
final class LastReason {
  private var known: (reason: FateReason, words: JSONText, fact: JSONText)?

  func json(of reason: FateReason) -> (words: JSONText, fact: JSONText) {
    if let known, known.reason == reason { return (known.words, known.fact) }
    let (words, fact) = (JSONText.string(reason.words), JSONText(fact: reason))
    known = (reason, words, fact)
    return (words, fact)
  }
}
