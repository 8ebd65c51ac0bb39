internal import Replayer
public import TraceFormat

extension Exploration {
  /// The version of the JSON form.
  public static let jsonVersion = 1

  /// The exploration for programs (`docs/explore.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Self.jsonVersion),
      "engine": .string(options.engine.rawValue),
      "seed": .wide(options.seed),
      "replays": .integer(replayCount),
      "possibleReplays": .integer(possibleCount),
      "inapplicableCases": .integer(inapplicableCount),
      "modes": .array(options.modes.map { .string($0.rawValue) }),
      "matrix": .array(rows.map(json)),
      "problems": .array(clusters.map(Self.json)),
    ])
  }

  private func json(_ row: Row) -> JSONText {
    let cells = zip(options.modes, row.cells).compactMap { mode, cell in
      cell.map { Self.json($0, mode) }
    }
    return .members(["fault": .string(row.fault), "cells": .array(cells)])
  }

  private static func json(_ cell: Cell, _ mode: ResetMode) -> JSONText {
    .members([
      "mode": .string(mode.rawValue),
      "result": .string(cell.harm.result.rawValue),
      "failure": cell.harm.failure.map { .string($0.rawValue) },
      "worstFate": cell.harm.worstFate.map { .string($0.rawValue) },
      "fates": .object(
        Fate.allCases.map { JSONText.Member($0.rawValue, .integer(cell.harm.count(of: $0))) }),
      "collateral": .integer(cell.harm.collateral),
      "faults": .array(cell.faultTexts.map { .string($0) }),
      "replays": .integer(cell.replayCount),
    ])
  }

  private static func json(_ cluster: Cluster) -> JSONText {
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
      ]),
    ])
  }
}
