internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the templates see of one reset, in one mode or several.
struct ResetView {
  let comparison: ModeComparison
  /// The place among the resets of the page, from 1.
  let number: Int
  let documents: HTMLDocuments

  private var first: Report { comparison.reports[0] }
  private var id: String { "r\(number)" }

  /// Such as `Client reset of "field-inspections"`.
  var name: String { ReportSection.Question(first).title }

  var view: HTMLView {
    let pens = comparison.reports.map {
      HTMLPen($0, id: "\(id)-\($0.mode.optionName)", documents: documents)
    }
    let own: HTMLView = [
      "resetID": id, "isComparison": pens.count > 1, "reports": pens.map(\.view),
      "hasDifferences": false,
    ]
    return comparison.sections(SectionScope()).reduce(into: own) {
      $0.merge(draw($1, pens)) { $1 }
    }
  }

  private func draw(_ section: ComparisonSection, _ pens: [HTMLPen]) -> HTMLView {
    switch section {
    case .report(.question(let question)):
      ["name": question.title, "request": question.requestSentence]
    case .report(.unsynced(let sentence)): ["unsynced": sentence]
    case .modeSource(let sentence): ["modeSource": sentence]
    case .matrix(let matrix): draw(matrix)
    case .verdict(let verdict): draw(verdict)
    case .differences(let differences): draw(differences, pens)
    // The reports of the modes, which follow, have their own.
    case .report, .failures, .collateral, .traps: [:]
    }
  }

  private func draw(_ differences: ComparisonSection.Differences, _ pens: [HTMLPen]) -> HTMLView {
    let writes = differences.writes.entries
    return [
      "hasDifferences": true, "differenceCount": Phrase.count(writes.count, "write"),
      "differences": writes.map { write -> HTMLView in
        pens[0].view(write.place).merging([
          "number": write.index,
          "cells": zip(pens, write.fates).map {
            ["target": $0.target(write.index), "fate": $1.rawValue]
          },
        ]) { $1 }
      },
    ]
  }
}
