internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import Replayer
internal import TraceFormat

extension FleetPages {
  private static let (nameColumns, cellColumns) = (15, 12)
  /// At most so many clusters are listed, unless all are asked for.
  static let listedClustersMax = 20

  /// The report for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(options)
    page.heading(report.title)
    for sentence in report.extent { page.paragraph(sentence) }
    draw(breaches ?? [], on: &page)
    page.gap()
    page.paragraph(report.bestSentence)
    drawModes(on: &page)
    drawClusters(on: &page, options)
    if let trend { draw(trend.1, since: trend.since, on: &page, options) }
    drawRest(on: &page, options)
    return page.text
  }

  private func draw(_ breaches: [FleetBreach], on page: inout TextPage) {
    guard !breaches.isEmpty else { return }
    page.heading(FleetHeading.gate)
    for breach in breaches { page.item(breach.sentence) }
  }

  private func drawModes(on page: inout TextPage) {
    guard let first = report.modes.first else { return }
    page.heading(FleetHeading.modes)
    Self.row("", report.modes.map(\.mode.columnName), on: &page)
    for (index, cell) in first.cells.enumerated() {
      Self.row(cell.name, report.modes.map { "\($0.cells[index].count)" }, on: &page)
    }
  }

  private static func row(_ name: String, _ cells: [String], on page: inout TextPage) {
    page.line(name.padded(to: nameColumns) + cells.map { $0.padded(to: cellColumns) }.joined())
  }

  private func drawClusters(on page: inout TextPage, _ options: ReportTextOptions) {
    guard !report.clusters.isEmpty else { return }
    page.heading(FleetHeading.clusters)
    let shown = options.isVerbose ? report.clusters.count : Self.listedClustersMax
    for cluster in report.clusters.prefix(shown) { draw(cluster, on: &page) }
    if report.clusters.count > shown {
      page.paragraph(Phrase.rest(report.clusters.count - shown) + Phrase.verboseHint)
    }
    page.gap()
    if let minimizedExtent { page.paragraph(minimizedExtent) }
    page.paragraph(FleetBest.legend, .faint)
  }

  private func draw(_ cluster: FleetCluster, on page: inout TextPage) {
    page.item("\(cluster.headline), \(cluster.extent)")
    page.paragraph(cluster.origin, indent: 4)
    if let best = cluster.bestSentence { page.paragraph(best, indent: 4) }
    page.path(command(cluster), behind: "", nil, indent: 2)
    guard let smallest = smallest(of: cluster) else { return }
    page.paragraph(smallest.sentence, indent: 4)
    if let command = smallestCommand(of: cluster) {
      page.path(command, behind: "", nil, indent: 2)
    }
  }

  private func drawRest(on page: inout TextPage, _ options: ReportTextOptions) {
    Self.draw(FleetHeading.errors, report.errors.map(\.sentence), on: &page)
    Self.draw(FleetHeading.unanswered, report.unanswered.map(\.sentence), on: &page)
    Self.draw(FleetHeading.gaps, report.gaps.map(\.sentence), on: &page)
    let hidden = report.input.badLineCount - report.input.badLines.count
    let rest = hidden > 0 ? [Phrase.rest(hidden)] : []
    Self.draw(
      FleetHeading.badLines, report.input.badLines.map(\.sentence) + rest, on: &page)
  }

  private static func draw(_ heading: String, _ items: [String], on page: inout TextPage) {
    guard !items.isEmpty else { return }
    page.heading(heading)
    for item in items { page.item(item) }
  }

  // MARK: Two runs

  private func draw(
    _ trend: FleetTrend, since older: String, on page: inout TextPage,
    _ options: ReportTextOptions
  ) {
    page.heading(FleetHeading.trend(since: older))
    for sentence in trend.extent { page.paragraph(sentence) }
    page.paragraph(trend.summary)
    for rate in trend.rates { page.item(rate.sentence) }
    let shown = options.isVerbose ? trend.toldEntries.count : Self.listedClustersMax
    for entry in trend.toldEntries.prefix(shown) {
      let word = entry.direction.words
      page.paragraph(
        entry.sentence, behind: word.padded(to: 6), wordColumns: 6, entry.direction.role)
    }
    if trend.toldEntries.count > shown {
      page.paragraph(Phrase.rest(trend.toldEntries.count - shown) + Phrase.verboseHint)
    }
  }
}
