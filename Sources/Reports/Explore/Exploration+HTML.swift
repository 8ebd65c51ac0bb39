internal import Analyzer
public import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Exploration {
  /// The exploration as one HTML page (`docs/explore.md`, "HTML").
  ///
  /// The page is whole: it loads nothing and has no scripts. The same exploration gives the same
  /// bytes.
  ///
  /// - Parameters:
  ///   - trace: The path of the trace, for the command lines that show each cell.
  ///   - documentation: Where the project's `docs` are published, for links to what names stand
  ///     for; ends in a slash. Without it names are no links.
  public func html(trace: String, documentation: String? = nil) -> String {
    let documents = HTMLDocuments(address: documentation)
    let name = Phrase.foreign(trace, columns: 200, isQuoted: false)
    let problems = clusters.map { view($0, trace, documents) }
    let faults = rows.map { view($0, trace, documents) }
    let all = rows.flatMap(\.cells).count { $0 != nil }
    return HTMLTemplates.page(
      [
        "title": ExplorationHeading.title(of: name), "trace": name,
        "policy": HTMLPolicy.text, "style": HTMLStyle.text, "hasScript": false,
        "extent": extent, "legend": Self.legend, "modes": options.modes.map(\.optionName),
        "rows": faults,
        "hasProblems": !clusters.isEmpty,
        "problems": ["kinds": Array(problems.prefix(Self.shownKindsMax))],
        "moreProblems": more("kinds", problems.dropFirst(Self.shownKindsMax), "kind"),
        "faults": ["rows": Array(faults.prefix(Self.shownFaultsMax))],
        "moreFaults": more("rows", faults.dropFirst(Self.shownFaultsMax), "fault"),
        "exampleCount": Phrase.count(all, "example"),
      ], template: "exploration")
  }

  /// What is seen at once has room on three screens; the rest is folded.
  private static let (shownKindsMax, shownFaultsMax) = (10, 16)

  /// What is folded: for the templates `kinds` and `faultMatrix`.
  private func more(_ name: String, _ entries: ArraySlice<HTMLView>, _ noun: String) -> Any {
    entries.isEmpty
      ? false : [name: Array(entries), "more": Phrase.showMore(entries.count, noun)] as HTMLView
  }

  private func view(_ row: Row, _ trace: String, _ documents: HTMLDocuments) -> HTMLView {
    [
      "fault": documents.view(row.fault, in: "faults"),
      "cells": zip(options.modes, row.cells).map { mode, cell -> HTMLView in
        guard let cell else { return ["isNone": true, "word": Cell.noWord, "example": false] }
        return [
          "isNone": false, "word": cell.word,
          "example": view(cell, "\(row.fault)-\(mode.optionName)", mode, trace),
        ]
      },
    ]
  }

  private func view(_ cell: Cell, _ id: String, _ mode: ResetMode, _ trace: String) -> HTMLView {
    [
      "id": id, "mode": mode.optionName, "word": cell.word,
      "tone": cell.harm.worstFate?.rawValue ?? Fate.recovered.rawValue,
      "result": cell.harm.result.rawValue, "counts": cell.harm.countsText,
      "replays": Phrase.count(cell.replayCount, "replay"),
      "command": command(mode, cell.faultTexts, trace),
    ]
  }

  private func view(_ cluster: Cluster, _ trace: String, _ documents: HTMLDocuments) -> HTMLView {
    [
      "what": cluster.problem.text, "extent": cluster.extent,
      "faults": cluster.faults.map { documents.view($0, in: "faults") },
      "command": command(cluster.mode, cluster.faultTexts, trace),
    ]
  }
}
