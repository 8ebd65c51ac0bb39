public import Campaigns
public import TraceFormat

extension GoldenReport {
  /// The report for programs (`docs/golden.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Self.version),
      "fine": .bool(isFine),
      "traces": .integer(traceCount),
      "goldens": .integer(goldenCount),
      "counts": .object(
        GoldenResult.Status.allCases.map {
          JSONText.Member($0.rawValue, .integer(count(of: $0)))
        }),
      "verdicts": .array(verdicts.map(\.json)),
    ])
  }
}

extension GoldenResult {
  fileprivate var json: JSONText {
    .members([
      "path": .string(path),
      "trace": cell.map { .string($0.trace) },
      "mode": cell.map { .string($0.mode.rawValue) },
      "faultPlan": cell?.plan.map { .string($0.path) },
      "status": .string(status.rawValue),
      "findings": .array(findings.map(\.json)),
      "changes": difference?.json,
      "totals": .array(totals.map { .string($0) }),
      "pending": pending.map { .string($0) },
    ])
  }
}

extension GoldenFinding {
  fileprivate var json: JSONText {
    .members([
      "code": .string(code.rawValue), "path": .string(path), "line": line.map { .integer($0) },
      "message": .string(message),
    ])
  }
}

extension OutcomeDifference {
  package var json: JSONText {
    .array(
      changes.map { change in
        .members([
          "direction": .string(change.direction.rawValue),
          "sentence": .string(change.sentence),
          "details": .array(
            change.details.map {
              .members(["text": .string($0.text), "line": $0.line.map { .integer($0) }])
            }),
          "detailCount": .integer(change.detailCount),
        ])
      })
  }
}
