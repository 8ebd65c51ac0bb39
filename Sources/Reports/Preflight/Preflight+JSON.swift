internal import Analyzer
public import Campaigns
internal import FaultPlans
internal import Replayer
public import TraceFormat

extension Preflight {
  /// The result for programs (`docs/preflight.md`, "JSON").
  public var json: JSONText {
    JSONText(facts: [
      "version": 1, "verdict?": verdict?.rawValue, "writesAtStake": writesAtStake,
      "engine": options.engine.rawValue, "modes": options.modes.map(\.rawValue),
      "everyPoint": options.isEveryPointTried,
      "counts": JSONText.object(
        PreflightTrace.Verdict.allCases.map { .init($0.rawValue, .integer(count(of: $0))) }),
      "changes": changes.map { change, count in
        JSONText.object(Self.members(change) + [.init("traces", .integer(count))])
      },
      "traces": traces.map(json),
    ])
  }

  private func json(_ trace: PreflightTrace) -> JSONText {
    JSONText(facts: [
      "path": trace.path, "verdict": trace.verdict.rawValue, "problem?": trace.problem,
      "damage?": trace.damage,
      "sessions": trace.sessions.map { session in
        JSONText(facts: [
          "session": session.session, "name": session.name, "problem?": session.problem,
          "resets": session.resets.map { json($0, in: trace) },
        ])
      },
    ])
  }

  private func json(_ reset: PreflightReset, in trace: PreflightTrace) -> JSONText {
    JSONText(facts: [
      "kind": reset.kind.rawValue, "sequence": reset.sequence,
      "firstSequence": reset.sequences.lowerBound, "lastSequence": reset.sequences.upperBound,
      "points": reset.pointCount, "moment?": reset.trigger?.text,
      "unsyncedTransactions": reset.unsyncedCount,
      "changes": reset.changes.map { JSONText.object(Self.members($0)) },
      "findings": reset.findings.map { json($0, of: reset, trace) },
    ])
  }

  private func json(
    _ finding: PreflightFinding, of reset: PreflightReset, _ trace: PreflightTrace
  ) -> JSONText {
    let command = reset.command(showing: finding, options.engine, trace: trace.path)
    return .members([
      "mode": .string(finding.mode.rawValue),
      "verdict": .string(finding.verdict.rawValue),
      "failure": finding.failure?.json,
      "triage": finding.explanation.map(\.json),
      "diagnoses": .array(
        finding.diagnoses.map { diagnosis in
          .members([
            "failure": diagnosis.failure?.json,
            "changes": .array(diagnosis.changes.map(JSONText.integer)),
          ])
        }),
      "writes": .array(finding.writes.map(Self.json)),
      "lostAnyway": .integer(finding.lostAnywayCount),
      "unknown": finding.unknownCount == 0 ? nil : .integer(finding.unknownCount),
      "command": command.map { .string($0) },
    ])
  }

  private static func members(_ change: SchemaChange) -> [JSONText.Member] {
    JSONText(facts: [
      "kind": change.kind.rawValue, "effect": change.effect.rawValue,
      "failure?": change.failureClass?.rawValue, "class": change.className.json,
      "property?": change.property?.json, "text": change.words,
    ]).members
  }

  private static func json(_ write: PreflightWrite) -> JSONText {
    .object(
      [JSONText.Member](
        write: write.transactionIndex, write.instructionIndex, at: write.address,
        words: write.operation.words) + [.init("fate", .string(write.fate.rawValue))])
  }
}
