internal import Analyzer
public import Campaigns
internal import FaultPlans
internal import Replayer
public import TraceFormat

extension Preflight {
  /// The result for programs (`docs/preflight.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(1),
      "verdict": verdict.map { .string($0.rawValue) },
      "writesAtStake": .integer(writesAtStake),
      "engine": .string(options.engine.rawValue),
      "modes": .array(options.modes.map { .string($0.rawValue) }),
      "everyPoint": .bool(options.isEveryPointTried),
      "counts": .object(
        PreflightTrace.Verdict.allCases.map { .init($0.rawValue, .integer(count(of: $0))) }),
      "changes": .array(
        changes.map { change, count in
          .object(Self.members(change) + [.init("traces", .integer(count))])
        }),
      "traces": .array(traces.map(json)),
    ])
  }

  private func json(_ trace: PreflightTrace) -> JSONText {
    .members([
      "path": .string(trace.path),
      "verdict": .string(trace.verdict.rawValue),
      "problem": trace.problem.map { .string($0) },
      "damage": trace.damage.map { .string($0) },
      "sessions": .array(
        trace.sessions.map { session in
          .members([
            "session": .integer(Int(session.session)),
            "name": .string(session.name),
            "problem": session.problem.map { .string($0) },
            "resets": .array(session.resets.map { json($0, in: trace) }),
          ])
        }),
    ])
  }

  private func json(_ reset: PreflightReset, in trace: PreflightTrace) -> JSONText {
    .members([
      "kind": .string(reset.kind.rawValue),
      "sequence": .wide(reset.sequence),
      "firstSequence": .wide(reset.sequences.lowerBound),
      "lastSequence": .wide(reset.sequences.upperBound),
      "points": .integer(reset.pointCount),
      "moment": reset.trigger.map { .string($0.text) },
      "unsyncedTransactions": .integer(reset.unsyncedCount),
      "changes": .array(reset.changes.map { .object(Self.members($0)) }),
      "findings": .array(reset.findings.map { json($0, of: reset, trace) }),
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
    JSONText.members([
      "kind": .string(change.kind.rawValue),
      "effect": .string(change.effect.rawValue),
      "failure": change.failureClass.map { .string($0.rawValue) },
      "class": change.className.json,
      "property": change.property?.json,
      "text": .string(change.words),
    ]).members
  }

  private static func json(_ write: PreflightWrite) -> JSONText {
    .object(
      [JSONText.Member](
        write: write.transactionIndex, write.instructionIndex, at: write.address,
        words: write.operation.words) + [.init("fate", .string(write.fate.rawValue))])
  }
}
