import ArgumentParser
import Campaigns
import Replayer
import Reports
import TraceFormat

/// The forms of a report on a fleet.
enum FleetReportFormat: String, ReportForm {
  case text
  case json
  case html
}

/// `tracetool fleet report`: what the rows of many traces come to.
struct FleetReportCommand: AsyncTraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Cluster what a fleet of traces loses, and compare two runs.",
    discussion: """
      Reads the rows that `tracetool fleet` writes and lists what is lost by mode, error, rule, \
      property and change of the schema, the most harm first: how many users, traces and writes each \
      hits, which mode would have been best, and one trace that shows it. With `--against` it says \
      what is new, gone, grown and shrunk since an older run, and with `--fail-on` it ends with 2 \
      where a limit is passed. Lines that are no rows are told and not counted; then it ends with 3. \
      With `--minimize` the smallest traces that show the first clusters are written to a folder; where \
      there is none of one, that is told, and it ends with 3 too. See docs/fleet.md.
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
      "Limits such as lost=0,errors=1%,new,grown=20%; passing one ends with 2 (docs/fleet.md).",
      valueName: "limits"),
    transform: { try FleetGate(argument: $0) })
  var failOn = FleetGate()

  @OptionGroup var selection: FleetSelection

  @Option(
    help: ArgumentHelp(
      "The folder that the names of traces in rows are paths from, for the command lines and `--minimize`.",
      valueName: "folder"),
    completion: .directory)
  var traces: String?

  @OptionGroup var minimizing: FleetMinimizing
  @OptionGroup var output: ReportOptions<FleetReportFormat>

  var memory: MemoryOptions { minimizing.limits.memory }
  var inputPaths: [String] { rows + against }

  func validate() throws {
    guard !rows.isEmpty else { throw ValidationError("`fleet report` takes files of rows") }
    guard !failOn.needsOlder || !against.isEmpty else {
      throw ValidationError(
        "`--fail-on` limits what is new, grown or worse, which `--against` an older run shows")
    }
  }

  func run(on console: Console) async throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    let destinations = try output.open(inputs: inputPaths)
    let folder = try minimizing.minimizing.folder()
    let report = try selection.report(of: rows, on: console)
    let older = against.isEmpty ? nil : try selection.report(of: against, on: console)
    try check(report, older)
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
      case .html: pages.html()
      }
    }
    return status(of: pages, older, on: console)
  }

  /// How several files are called together.
  private static func name(of paths: [String]) -> String {
    let names = paths.map { $0 == "-" ? "standard input" : $0 }
    return names.count == 1 ? names[0] : "\(names[0]) and \((names.count - 1).counted("more file"))"
  }

  /// Two engines are no two runs of one thing.
  private func check(_ report: FleetReport, _ older: FleetReport?) throws(CommandFailure) {
    guard let engine = report.engine, let other = older?.engine, engine != other else { return }
    throw FleetSelection.clash([engine, other])
  }

  private func status(
    of pages: FleetPages, _ older: FleetReport?, on console: Console
  ) -> ExitStatus {
    if let older, older.isIncomplete {
      let lines = older.input.badLineCount.counted("line")
      console.say("warning: of the older run \(lines) could not be read and did not count")
    }
    if let breaches = pages.breaches, !breaches.isEmpty { return .foundProblems }
    guard pages.report.traceCount > 0 else {
      console.say("warning: no row was counted, so nothing is known to be fine")
      return .foundProblems
    }
    let isWhole =
      !pages.report.isIncomplete && older?.isIncomplete != true
      && pages.minimized?.isWhole != false
    return isWhole ? .fine : .dataLost
  }
}

extension FleetGate {
  /// Limits on the command line.
  init(argument: String) throws {
    do throws(FleetGateFailure) {
      try self.init(parsing: argument)
    } catch {
      throw ValidationError("\(error.text); \(FleetGateFailure.hint)")
    }
  }
}
