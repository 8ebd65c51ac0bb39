internal import Replayer
public import TraceFormat

extension Exploration {
  /// The version of the JSON form.
  public static let jsonVersion = 1

  /// The exploration for programs (`docs/explore.md`, "JSON").
  ///
  /// - Parameter trace: The path of the trace, for the command lines that show each cell.
  public func json(trace: String) -> JSONText {
    .members([
      "version": .integer(Self.jsonVersion),
      "engine": .string(options.engine.rawValue),
      "seed": .wide(options.seed),
      "replays": .integer(replayCount),
      "possibleReplays": .integer(possibleCount),
      "inapplicableCases": .integer(inapplicableCount),
      "modes": .array(options.modes.map { .string($0.rawValue) }),
      "matrix": .array(rows.map { json($0, trace) }),
      "problems": .array(clusters.map { json($0, trace) }),
    ])
  }

  private func json(_ row: Row, _ trace: String) -> JSONText {
    let cells = zip(options.modes, row.cells).compactMap { mode, cell in
      cell.map { json($0, mode, trace) }
    }
    return .members(["fault": .string(row.fault), "cells": .array(cells)])
  }

  private func json(_ cell: Cell, _ mode: ResetMode, _ trace: String) -> JSONText {
    .members([
      "mode": .string(mode.rawValue),
      "result": .string(cell.harm.result.rawValue),
      "failure": cell.harm.failure.map { .string($0.rawValue) },
      "worstFate": cell.harm.worstFate.map { .string($0.rawValue) },
      "fates": .object(
        Fate.allCases.map { JSONText.Member($0.rawValue, .integer(cell.harm.count(of: $0))) }),
      "collateral": .integer(cell.harm.collateral),
      "faults": .array(cell.faultTexts.map { .string($0) }),
      "command": .string(command(mode, cell.faultTexts, trace)),
      "replays": .integer(cell.replayCount),
    ])
  }

  private func json(_ cluster: Cluster, _ trace: String) -> JSONText {
    .members([
      "fate": cluster.problem.fate.map { .string($0.rawValue) },
      "cause": cluster.problem.cause.map { .string($0.rawValue) },
      "rule": cluster.problem.rule.map { .string($0.rawValue) },
      "result": cluster.problem.result.map { .string($0.rawValue) },
      "failure": cluster.problem.failure.map { .string($0.rawValue) },
      "triage": cluster.problem.message.map { .string($0) },
      "replays": .integer(cluster.replayCount),
      "writesMax": .integer(cluster.writeCountMax),
      "faultNames": .array(cluster.faults.map { .string($0) }),
      "example": .members([
        "mode": .string(cluster.mode.rawValue),
        "faults": .array(cluster.faultTexts.map { .string($0) }),
        "command": .string(command(cluster.mode, cluster.faultTexts, trace)),
      ]),
    ])
  }
}
