internal import Analyzer
internal import Campaigns
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
  var name: String { first.questionTitle }

  var view: HTMLView {
    let reports = comparison.reports.map {
      ReportView($0, id: "\(id)-\($0.mode.optionName)", documents: documents)
    }
    return [
      "resetID": id, "name": name,
      "request": first.requestSentence { Phrase.foreign($0, columns: 300) },
      "unsynced": first.unsyncedSentence, "isComparison": reports.count > 1,
      "reports": reports.map(\.view),
    ].merging(matrix) { $1 }.merging(differences(reports)) { $1 }
  }

  private func differences(_ reports: [ReportView]) -> HTMLView {
    let differing = comparison.differingWrites
    return [
      "hasDifferences": !differing.isEmpty,
      "differenceCount": Phrase.count(differing.count, "write"),
      "differences": differing.map { index -> HTMLView in
        reports[0].place(of: index).merging([
          "number": index,
          "cells": reports.map { ["target": $0.target(index), "fate": $0.fate(index)] },
        ]) { $1 }
      },
    ]
  }
}
