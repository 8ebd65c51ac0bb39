internal import Analyzer
public import Campaigns
internal import TraceFormat

/// A report on a fleet with all that belongs to it.
public struct FleetPages: Sendable {
  /// What the rows say together.
  public var report: FleetReport
  /// What has become of it since an older run, and how that run is called; nil where none was given.
  public var trend: (since: String, FleetTrend)?
  /// The limits that it goes beyond; nil where none were given.
  public var breaches: [FleetBreach]?
  /// The smallest traces of the clusters; nil where none were asked for.
  public var minimized: FleetMinimized?
  /// The folder that the names of traces are paths from; nil where they are paths as they are.
  public var root: String?

  /// A report alone, or with more.
  public init(
    _ report: FleetReport, root: String? = nil, trend: (since: String, FleetTrend)? = nil,
    breaches: [FleetBreach]? = nil
  ) {
    (self.report, self.root, self.trend) = (report, root, trend)
    self.breaches = breaches
  }

  func command(_ cluster: FleetCluster) -> String {
    cluster.command(report, trace: cluster.path(below: root))
  }
}

extension FleetPages {
  /// The report as one HTML page (`docs/fleet.md`, "The report"), with more of the clusters.
  public func html() -> String {
    document(ReportTextOptions(isVerbose: true)).html(source: PageWords.source("fleet report"))
  }

  /// At most so many clusters are listed, unless all are asked for.
  static let listedClustersMax = 20
  /// How many stand in a comment on a pull request.
  static let commentedClustersMax = 5

  /// The report as a comment on a pull request: what it costs, and the first few ways in which something is lost.
  public var markdown: String { document(clustersMax: Self.commentedClustersMax).markdown() }

  /// The report for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    document(options).text(options)
  }

  func document(
    _ options: ReportTextOptions = ReportTextOptions(), clustersMax: Int = Self.listedClustersMax
  ) -> Document {
    var page = Document(title: report.title)
    page.heading(report.title)
    if let sentence = report.whatIf?.sentence { page.paragraph(sentence) }
    page.items(report.modes.map(\.costSentence))
    if let sentence = report.unanswerableSentence { page.paragraph(sentence) }
    page.list((breaches ?? []).map(\.sentence), under: FleetHeading.gate)
    page.gap()
    for sentence in report.extent { page.paragraph(sentence) }
    drawModes(to: &page)
    let shown = options.isVerbose ? report.clusters.count : clustersMax
    drawClusters(to: &page, shown)
    if let trend { draw(trend.1, since: trend.since, to: &page, options) }
    drawRest(to: &page)
    return page
  }

  private func drawModes(to page: inout Document) {
    let orChanged = report.modes.contains(where: \.isGoneOrChanged)
    let columns = report.modes.map { $0.cells(orChanged: orChanged) }
    guard let first = columns.first else { return }
    page.heading(FleetHeading.modes)
    let rows = first.enumerated().map { index, cell in
      [cell.name] + columns.map { "\($0[index].count)" }
    }
    page.table([""] + report.modes.map(\.mode.optionName), "number", rows)
  }

  private func drawClusters(to page: inout Document, _ countMax: Int) {
    guard !report.clusters.isEmpty else { return }
    let chosen = report.clusters.prefix { !$0.key.isByDefinition }
    let meant = report.clusters[chosen.count...]
    draw(chosen.prefix(countMax), under: FleetHeading.clusters, to: &page)
    draw(
      meant.prefix(max(countMax - chosen.count, 0)), under: FleetHeading.byDefinition, to: &page)
    page.rest(max(report.clusters.count - countMax, 0))
    page.gap()
    if let minimized { page.paragraph(minimized.extent(of: report.clusters.count)) }
    page.paragraph(FleetBest.legend, .faint)
  }

  private func draw(
    _ clusters: ArraySlice<FleetCluster>, under heading: String, to page: inout Document
  ) {
    if !clusters.isEmpty { page.heading(heading) }
    for cluster in clusters { draw(cluster, to: &page) }
  }

  private func draw(_ cluster: FleetCluster, to page: inout Document) {
    page.item("\(cluster.extent): \(cluster.headline)")
    page.paragraph(cluster.origin, indent: 4)
    if let best = cluster.bestSentence { page.paragraph(best, indent: 4) }
    page.copied(command(cluster))
    guard let minimized, let smallest = minimized.smallest(of: cluster) else { return }
    page.paragraph(smallest.sentence, indent: 4)
    if let trace = smallest.found?.trace {
      page.copied(trace.command(at: trace.path(in: minimized.folder)))
    }
  }

  private func drawRest(to page: inout Document) {
    page.list(report.errors.map(\.sentence), under: FleetHeading.errors)
    page.list(report.unanswered.map(\.sentence), under: FleetHeading.unanswered)
    page.list(report.gaps.map(\.sentence), under: FleetHeading.gaps)
    let hidden = report.input.badLineCount - report.input.badLines.count
    let rest = hidden > 0 ? [Phrase.rest(hidden)] : []
    page.list(report.input.badLines.map(\.sentence) + rest, under: FleetHeading.badLines)
  }

  private func draw(
    _ trend: FleetTrend, since older: String, to page: inout Document,
    _ options: ReportTextOptions
  ) {
    page.heading(FleetHeading.trend(since: older))
    for sentence in trend.extent { page.paragraph(sentence) }
    if let summary = trend.summary { page.paragraph(summary) }
    for rate in trend.rates { page.item(rate.sentence) }
    let shown = options.isVerbose ? trend.toldEntries.count : Self.listedClustersMax
    for entry in trend.toldEntries.prefix(shown) {
      let word = entry.direction.words
      page.entry(
        entry.sentence, behind: word.padded(to: 6), columns: 6, entry.direction.role)
    }
    page.rest(trend.toldEntries.count - shown)
  }
}
