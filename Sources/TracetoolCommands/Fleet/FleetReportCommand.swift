import Analyzer
import ArgumentParser
import Campaigns
import Replayer
import Reports
import TraceFormat

struct FleetReportCommand: AsyncTraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Cluster what a fleet of traces loses, and compare two runs.",
    discussion: """
      Reads the rows that `tracetool fleet` writes. Begins with how many users lose something in each mode, how \
      much, and whom another mode saves; then lists what is lost, the most users first, with one trace that shows \
      it. `--against` compares an older run. `--fail-on` ends with 2 if a limit is exceeded. Malformed lines are \
      skipped; the command then ends with 3. `--minimize` writes the smallest traces that show the first clusters \
      to a folder, and ends with 3 if a cluster has none. See docs/fleet.md.
      """)

  @Argument(
    help: "Files of rows, compressed with zstd or not; - for standard input.",
    completion: .file(extensions: ["ndjson", "zst"]))
  var rows: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The rows of an older run to compare with; may be repeated.", valueName: "file"),
    completion: .file(extensions: ["ndjson", "zst"]))
  var against: [String] = []

  @Option(
    help: ArgumentHelp(
      "Limits such as lost=0,errors=1%,new,grown=20%; exceeding one ends with 2 (docs/fleet.md).",
      valueName: "limits"),
    transform: { try limits($0, FleetGate.init(parsing:)) })
  var failOn = FleetGate()

  @OptionGroup var selection: FleetSelection

  @Option(
    help: ArgumentHelp(
      "The folder that trace paths in rows are relative to, for the command lines and `--minimize`.",
      valueName: "folder"),
    completion: .directory)
  var traces: String?

  @OptionGroup var minimizing: FleetMinimizing
  @OptionGroup var output: ReportOptions<PageFormat>

  var memory: MemoryOptions { minimizing.limits.memory }
  var inputPaths: [String] { rows + against }

  func validate() throws {
    guard !rows.isEmpty else { throw ValidationError("`fleet report` needs files of rows") }
    guard !failOn.needsOlder || !against.isEmpty else {
      throw ValidationError(
        "`--fail-on` with new, grown or worse needs an older run: `--against FILE`")
    }
  }

  func run(on console: Console) async throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    let destinations = try output.open(inputs: inputPaths + [minimizing.limits.realm.keyFile])
    let folder = try minimizing.minimizing.folder()
    let report = try selection.report(of: rows, on: console)
    guard folder == nil || report.whatIf?.schema == nil else {
      throw CommandFailure(
        .usage, "`--minimize` cannot give a trace the new schema of these rows",
        hint: "leave out `--minimize`; the command line of each cluster shows it in its trace")
    }
    if folder != nil {
      // Rows name further files that are read.
      let read = report.clustersToMinimize(max: minimizing.minimizing.minimizeCount)
        .map { $0.path(below: traces) }
      try CommandFiles(
        reading: read.filter { $0 != "-" }, writing: output.requests.map(\.path)
      ).check()
    }
    let older = against.isEmpty ? nil : try selection.report(of: against, on: console)
    // Two engines are not two runs of one thing.
    if let engine = report.engine, let other = older?.engine, engine != other {
      throw FleetSelection.clash([engine, other])
    }
    var pages = FleetPages(report, root: traces)
    if let older { pages.trend = (Self.name(of: against), report.trend(since: older)) }
    if !failOn.isEmpty { pages.breaches = failOn.breaches(of: report, pages.trend?.1) }
    if let folder {
      pages.minimized = try await minimizing.minimized(
        report, below: traces, into: folder, on: console)
    }
    try destinations.write(on: console) { request in
      switch request.format {
      case .text: pages.text(output.textOptions(of: request, on: console))
      case .json: pages.json.text(.indented) + "\n"
      case .markdown: pages.markdown
      case .html: pages.html()
      }
    }
    return status(of: pages, older, on: console)
  }

  private static func name(of paths: [String]) -> String {
    let names = paths.map(Phrase.source)
    return names.count == 1 ? names[0] : "\(names[0]) and \((names.count - 1).counted("more file"))"
  }

  private func status(
    of pages: FleetPages, _ older: FleetReport?, on console: Console
  ) -> ExitStatus {
    if let older, older.isIncomplete {
      let lines = older.input.badLineCount.counted("line")
      console.say("warning: left out of the older run: \(lines) that can't be read")
    }
    if let breaches = pages.breaches, !breaches.isEmpty { return .foundProblems }
    if let untested = untested(pages) {
      console.say("warning: \(untested)")
      return .foundProblems
    }
    let isWhole =
      !pages.report.isIncomplete && older?.isIncomplete != true
      && pages.minimized?.isWhole != false
    return isWhole ? .fine : .dataLost
  }

  /// Why rows without a breach say nothing; nil where they do.
  private func untested(_ pages: FleetPages) -> String? {
    if pages.report.traceCount == 0 { return "no row was counted, so nothing was checked" }
    if failOn.isEmpty { return nil }
    if pages.report.modes.allSatisfy({ $0.traceCount == 0 }) {
      return "no trace could be replayed, so no limit was checked"
    }
    return failOn.needsOlder && pages.trend?.1.extents.isEmpty != false
      ? "the runs have no mode in common, so `new`, `grown` and `worse` were not checked" : nil
  }
}

struct FleetMinimizing: ParsableArguments {
  @OptionGroup var minimizing: MinimizingOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var limits: FleetLimits

  /// Writes the smallest traces of a report's first clusters; names in rows are paths from the folder `root`.
  func minimized(
    _ report: FleetReport, below root: String?, into folder: NewFolder, on console: Console
  ) async throws -> FleetMinimized {
    let progress = console.progress
    let countMax = minimizing.minimizeCount
    progress.begin("minimizing", of: report.clustersToMinimize(max: countMax).count, "clusters")
    let all = await report.smallestTraces(
      below: root,
      limits.options(modes: ResetMode.inOrder, engine: report.engine ?? .realmCore),
      clusterCountMax: countMax, candidateCountMax: MinimizingOptions.candidateCountMax,
      width: width.jobs
    ) { progress.advance(to: $0) }
    try folder.write(all.compactMap { $0.found?.trace }, title: "What a fleet loses")
    return FleetMinimized(all, in: folder.path)
  }
}
