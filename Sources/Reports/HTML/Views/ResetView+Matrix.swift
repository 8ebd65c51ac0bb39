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
        + matrix.harm.map { Self.row($0.name, $0.counts) }
    ]
  }

  func draw(_ kept: ComparisonSection.Kept) -> HTMLView {
    [
      "hasSeveralClasses": true,
      "keptByClass": kept.classes.map { line in
        Self.row(line.name, line.kept).merging(["counted": line.counted]) { $1 }
      },
    ]
  }

  func draw(_ choice: ComparisonSection.Choice) -> HTMLView {
    let penOfMode = Dictionary(
      zip(comparison.reports.map(\.mode), pens), uniquingKeysWith: { first, _ in first })
    return [
      "headline": choice.headline, "choiceReason": choice.reason,
      "prices": choice.prices.map { price -> HTMLView in
        [
          "modes": price.modes.map { mode in
            ["id": (penOfMode[mode]?.id).orNothing, "modeName": mode.optionName] as HTMLView
          },
          "kept": price.kept,
          "parts": (penOfMode[price.modes[0]]?.view(price.digest)).orNothing,
        ]
      },
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
