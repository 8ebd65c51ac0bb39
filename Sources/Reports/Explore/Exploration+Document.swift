internal import Analyzer
public import Campaigns
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Exploration {
  private static let listedProblemsMax = 12

  /// The exploration for people.
  ///
  /// - Parameters:
  ///   - trace: the path of the trace, for the command lines that show each cell.
  ///   - shrunk: the smallest traces that were made of it.
  public func text(
    trace: String, _ shrunk: [ShrunkFile] = [], _ options: ReportTextOptions = ReportTextOptions()
  ) -> String {
    document(trace: trace, shrunk, options).text(options)
  }

  /// The exploration as one HTML page (`docs/explore.md`, "What is shown").
  ///
  /// - Parameter trace: the path of the trace, for the command lines that show each cell.
  public func html(trace: String, _ shrunk: [ShrunkFile] = []) -> String {
    document(trace: trace, shrunk, ReportTextOptions(isVerbose: true))
      .html(source: PageWords.source("explore"))
  }

  private func document(
    trace: String, _ shrunk: [ShrunkFile], _ options: ReportTextOptions
  ) -> Document {
    var page = Document(title: ExplorationHeading.title(of: trace.escaped(columns: 50)))
    page.heading(page.title, level: 1)
    for sentence in extent { page.paragraph(sentence) }
    writeMatrix(to: &page)
    writeProblems(to: &page, trace, options)
    write(shrunk, to: &page)
    if options.isVerbose { writeCells(to: &page, trace) }
    return page
  }

  private func writeMatrix(to page: inout Document) {
    page.heading(ExplorationHeading.matrix)
    var table = Document.Table(
      columns: [""] + options.modes.map(\.optionName), noun: "fault")
    table.rows = rows.map { row in
      [.init("`\(row.fault)`")]
        + row.cells.map { .init($0?.word ?? row.noWord, $0?.harm.worstFate.map(\.role)) }
    }
    page.table(table)
    page.gap()
    page.paragraph(legend)
  }

  private func writeProblems(
    to page: inout Document, _ trace: String, _ options: ReportTextOptions
  ) {
    guard !clusters.isEmpty else { return }
    page.heading(ExplorationHeading.problems)
    let shown =
      options.isVerbose ? listed[...] : listed.prefix(Self.listedProblemsMax)
    for cluster in shown { write(cluster, trace, to: &page) }
    page.rest(clusters.count - shown.count)
  }

  private func write(_ cluster: Cluster, _ trace: String, to page: inout Document) {
    page.item("\(cluster.problem.text): \(cluster.extent)")
    page.copied(command(cluster.mode, cluster.faultTexts, trace))
  }

  private func write(_ shrunk: [ShrunkFile], to page: inout Document) {
    guard !shrunk.isEmpty else { return }
    page.heading(ExplorationHeading.smallest)
    for file in shrunk {
      page.item("\(file.shrunk.problem.text): \(file.shrunk.trace.extent)")
      page.copied(file.command)
    }
  }

  private func writeCells(to page: inout Document, _ trace: String) {
    page.heading(ExplorationHeading.examples)
    for row in rows {
      for (mode, cell) in zip(options.modes, row.cells) {
        guard let cell else { continue }
        page.item("\(row.fault), \(mode.optionName): \(cell.word)")
        page.copied(command(mode, cell.faultTexts, trace))
      }
    }
  }

  func command(_ mode: ResetMode, _ faults: [String], _ trace: String) -> String {
    ReplayCommandLine.text(
      trace: trace, mode: mode, engine: options.engine, faults: faults, seed: options.seed)
  }
}
