internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What each mode keeps and costs.
extension ResetView {
  var matrix: HTMLView {
    let matrix = comparison.matrix
    return [
      "matrixRows": rows(matrix), "hasSeveralClasses": matrix.classes.count > 1,
      "keptByClass": matrix.classes.map { line in
        Self.row(line.name.shortName, line.columns.map(\.kept)).merging([
          "counted": line.columns[0].counted
        ]) { $1 }
      },
      "keepsMost": matrix.keepsMostSentence.orNothing,
      "recommendation": comparison.recommendation.sentence,
    ]
  }

  private func rows(_ matrix: ModeMatrix) -> [HTMLView] {
    let reports = comparison.reports
    let told = reports.map { report in report.didRecover.map { $0 ? "yes" : "no" } ?? "–" }
    let fates = Fate.allCases.filter { fate in reports.contains { $0.count(of: fate) > 0 } }
    let harm = [
      ("collateral", reports.map(\.collateral.count)),
      ("overwritten", matrix.total.map(\.overwritten)),
    ].filter { $1.contains { $0 > 0 } }
    return [Self.row("didRecover", told)]
      + fates.map { fate in
        Self.row("", reports.map { $0.count(of: fate) }, fate: fate.rawValue)
      }
      + harm.map { Self.row($0, $1) }
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
