internal import Analyzer
public import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Exploration {
  private static let nameColumns = 26
  private static let cellColumns = 13
  /// At most so many problems are listed, unless all are asked for.
  private static let listedProblemsMax = 12

  /// The exploration for people.
  ///
  /// - Parameters:
  ///   - trace: the path of the trace, for the command lines that show each cell.
  ///   - shrunk: the smallest traces that were made of it.
  public func text(
    trace: String, _ shrunk: [ShrunkFile] = [], _ options: ReportTextOptions = ReportTextOptions()
  ) -> String {
    var page = TextPage(options)
    let name = Phrase.foreign(trace, columns: 50, isQuoted: false)
    page.heading(ExplorationHeading.title(of: name))
    for sentence in extent { page.paragraph(sentence) }
    writeMatrix(to: &page)
    writeProblems(to: &page, trace, options)
    write(shrunk, to: &page)
    if options.isVerbose { writeCells(to: &page, trace) }
    return page.text
  }

  private func writeMatrix(to page: inout TextPage) {
    page.heading(ExplorationHeading.matrix)
    row("", options.modes.map(\.columnName), to: &page)
    for row in rows { self.row(row.fault, row.cells.map { $0?.word ?? Cell.noWord }, to: &page) }
    page.gap()
    page.paragraph(Self.legend)
  }

  private func row(_ name: String, _ cells: [String], to page: inout TextPage) {
    let name = name.shortened(to: Self.nameColumns - 1).padded(to: Self.nameColumns)
    page.line(name + cells.map(Self.padded).joined())
  }

  private static func padded(_ cell: String) -> String {
    cell.shortened(to: cellColumns - 1).padded(to: cellColumns)
  }

  // MARK: The problems

  private func writeProblems(
    to page: inout TextPage, _ trace: String, _ options: ReportTextOptions
  ) {
    guard !clusters.isEmpty else { return }
    page.heading(ExplorationHeading.problems)
    let shown =
      options.isVerbose ? clusters[...] : clusters.prefix(Self.listedProblemsMax)
    for cluster in shown { write(cluster, trace, to: &page) }
    if shown.count < clusters.count {
      page.paragraph(Phrase.rest(clusters.count - shown.count) + Phrase.verboseHint)
    }
  }

  private func write(_ cluster: Cluster, _ trace: String, to page: inout TextPage) {
    page.item("\(cluster.problem.text): \(cluster.extent)")
    page.path(command(cluster.mode, cluster.faultTexts, trace), behind: "", nil, indent: 2)
  }

  // MARK: The smallest traces

  private func write(_ shrunk: [ShrunkFile], to page: inout TextPage) {
    guard !shrunk.isEmpty else { return }
    page.heading(ExplorationHeading.smallest)
    for file in shrunk {
      page.item("\(file.shrunk.problem.text): \(file.shrunk.trace.extent)")
      page.path(file.command, behind: "", nil, indent: 2)
    }
  }

  // MARK: The cells

  private func writeCells(to page: inout TextPage, _ trace: String) {
    page.heading(ExplorationHeading.examples)
    for row in rows {
      for (mode, cell) in zip(options.modes, row.cells) {
        guard let cell else { continue }
        page.item("\(row.fault), \(mode.columnName): \(cell.word)")
        page.path(command(mode, cell.faultTexts, trace), behind: "", nil, indent: 2)
      }
    }
  }

  /// The command line that shows a replay.
  func command(_ mode: ResetMode, _ faults: [String], _ trace: String) -> String {
    ReplayCommandLine(mode: mode, engine: options.engine, faults: faults, seed: options.seed)
      .text(trace: trace)
  }
}
