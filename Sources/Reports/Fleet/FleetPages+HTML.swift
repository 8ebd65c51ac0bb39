internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension FleetPages {
  /// The report as one HTML page (`docs/fleet.md`, "The report").
  ///
  /// The page is whole: it loads nothing and has no scripts. The same report gives the same bytes.
  public func html() -> String {
    let clusters = report.clusters.prefix(Self.pageClustersMax)
    let shown = clusters.prefix(Self.listedClustersMax)
    return HTMLTemplates.page(
      [
        "title": report.title, "policy": HTMLPolicy.text, "style": HTMLStyle.text,
        "hasScript": false, "extent": report.extent, "best": report.bestSentence,
        "breaches": Self.list(FleetHeading.gate, "gate", breaches?.map(\.sentence) ?? []),
        "modes": report.modes.map(\.mode.optionName), "rows": modeRows,
        "hasClusters": !shown.isEmpty, "legend": FleetBest.legend,
        "minimized": minimizedExtent.orNothing,
        "clusters": ["rows": shown.map(view)],
        "moreClusters": more(clusters.dropFirst(shown.count)),
        "rest":
          (report.clusters.count > clusters.count
          ? Phrase.rest(report.clusters.count - clusters.count) + Phrase.jsonHint : nil).orNothing,
        "trend": trend.map { Self.view($0.1, since: $0.since) }.orNothing,
        "lists": lists,
      ], template: "fleet")
  }

  /// What a browser still draws at once.
  private static let pageClustersMax = 2_000

  private var modeRows: [HTMLView] {
    guard let first = report.modes.first else { return [] }
    return first.cells.enumerated().map { index, cell in
      ["name": cell.name, "cells": report.modes.map { "\($0.cells[index].count)" }]
    }
  }

  private func view(_ cluster: FleetCluster) -> HTMLView {
    [
      "what": cluster.headline, "extent": cluster.extent, "origin": cluster.origin,
      "best": cluster.bestSentence ?? "", "command": command(cluster),
      "smallest": (smallest(of: cluster)?.sentence).orNothing,
      "smallestCommand": smallestCommand(of: cluster).orNothing,
    ]
  }

  private func more(_ clusters: ArraySlice<FleetCluster>) -> Any {
    clusters.isEmpty
      ? false
      : ["rows": clusters.map(view), "more": Phrase.showMore(clusters.count, "cluster")]
        as HTMLView
  }

  private var lists: [HTMLView] {
    let hidden = report.input.badLineCount - report.input.badLines.count
    let badLines = report.input.badLines.map(\.sentence) + (hidden > 0 ? [Phrase.rest(hidden)] : [])
    let all = [
      Self.list(FleetHeading.errors, "errors", report.errors.map(\.sentence)),
      Self.list(FleetHeading.unanswered, "unanswered", report.unanswered.map(\.sentence)),
      Self.list(FleetHeading.gaps, "gaps", report.gaps.map(\.sentence)),
      Self.list(FleetHeading.badLines, "lines", badLines),
    ]
    return all.compactMap { $0 as? HTMLView }
  }

  /// A heading and what is under it, or `false` where that is nothing.
  private static func list(_ heading: String, _ id: String, _ items: [String]) -> Any {
    items.isEmpty
      ? false
      : ["id": id, "heading": heading, "items": items.map { HTMLProse.view($0) }] as HTMLView
  }

  private static func view(_ trend: FleetTrend, since older: String) -> HTMLView {
    let told = trend.toldEntries.prefix(pageClustersMax)
    return [
      "heading": FleetHeading.trend(since: older), "extent": trend.extent + [trend.summary],
      "rates": trend.rates.map(\.sentence), "hasEntries": !told.isEmpty,
      "entries": told.map { entry -> HTMLView in
        [
          "direction": entry.direction.words, "what": entry.shown?.headline ?? "",
          "origin": entry.shown?.origin ?? "",
          "traces": "\(entry.olderTraces.words) → \(entry.newerTraces.words)",
          "users": "\(entry.olderUsers.words) → \(entry.newerUsers.words)",
        ]
      },
    ]
  }
}
