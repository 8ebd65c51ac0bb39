import ArgumentParser
import Campaigns
import TraceFormat

struct GoldenCheckCommand: AsyncTraceCommand, WatchingVerb, GoldenVerb {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Replay traces and compare with their goldens.",
    discussion: """
      Fails if a golden is missing, an outcome differs from its golden, a golden belongs to no trace, \
      or a file can't be read. Never changes goldens: an outcome that differs goes to \
      NAME.MODE.golden.pending, for `golden diff` and `golden accept`. Ends with 2 if there is any \
      finding.
      """)

  @OptionGroup var selection: GoldenSelection
  @OptionGroup var replay: GoldenReplayOptions

  @Flag(help: "Don't write files for outcomes that differ.")
  var noPending = false

  @OptionGroup var watching: WatchOption

  @OptionGroup var output: ReportOptions<GoldenFormat>

  var watchedPaths: [String] { (try? selection.folder(modes: replay.modes).files) ?? inputPaths }
  var writtenPaths: [String] { output.requests.map(\.path) }
  func run(on console: Console) async throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    console.progress.begin("looking for traces and goldens")
    let folder = try selection.folder(modes: replay.modes)
    let destinations = try output.open(inputs: folder.files)
    let check = GoldenCheck(
      folder, engine: replay.engine, budget: replay.budget, writesPending: !noPending)
    let progress = console.progress
    progress.begin("checking", of: folder.traces.count, "traces")
    let report = await check.run(width: replay.width.jobs) {
      progress.advance(to: $0)
    }
    try output.write(report, to: destinations, on: console)
    let paths = selection.paths.map(\.pathWord).joined(separator: " ")
    if report.verdicts.contains(where: { $0.pending != nil }) {
      let operands = (selection.pending.map { "--pending \($0.pathWord) " } ?? "") + paths
      output.speech.hint(
        "`tracetool golden diff \(operands)` shows what differs, `tracetool golden accept "
          + "\(operands)` makes it the golden, `tracetool golden review \(operands)` asks for each",
        on: console)
    }
    if report.findings.contains(where: { $0.code == .missing }) {
      output.speech.hint(
        "`tracetool golden record \(paths)` writes the missing goldens", on: console)
    }
    guard !report.verdicts.isEmpty else {
      console.say("warning: no golden was checked")
      return .foundProblems
    }
    return report.isFine ? .fine : .foundProblems
  }
}
