internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What each mode keeps and costs.
extension ResetView {
  func draw(_ matrix: ComparisonSection.Matrix) -> HTMLView {
    let told = matrix.didRecover.map { $0.map { $0 ? "yes" : "no" } ?? "–" }
    return [
      "matrixRows": [Self.row("didRecover", told)]
        + matrix.fates.map { Self.row("", $0.counts, fate: $0.fate.rawValue) }
        + matrix.harm.filter { $0.harm != .defects }.map { Self.row($0.harm.rawValue, $0.counts) }
    ]
  }

  func draw(_ verdict: ComparisonSection.Verdict) -> HTMLView {
    [
      "hasSeveralClasses": verdict.classes.count > 1,
      "keptByClass": verdict.classes.map { line in
        Self.row(line.name, line.kept).merging(["counted": line.counted]) { $1 }
      },
      "keepsMost": verdict.keepsMost.orNothing, "recommendation": verdict.recommendation,
    ]
  }

  private static func row(_ label: String, _ values: [some Equatable], fate: String? = nil)
    -> HTMLView
  {
    [
      "label": label, "fate": fate.orNothing,
      "cells": values.map { ["number": $0, "isNone": "\($0)" == "0"] as HTMLView },
    ]
  }
}
