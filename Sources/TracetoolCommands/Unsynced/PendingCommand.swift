import Analyzer
import ArgumentParser
import Reports
import TraceFormat

struct PendingCommand: SeveralInputsCommand {
  static let configuration = CommandConfiguration(
    commandName: "pending",
    abstract: "List what a device had not synced, object by object, before and now.",
    discussion: """
      Lists what no server is known to have taken, oldest first: at each client reset of the trace, and \
      at the end of each session; each session and file separately. `--verbose` lists every write. \
      `tracetool export` exports the same writes. Ends with 3 if the trace does not show enough of a session. \
      See docs/export.md.
      """)

  @OptionGroup var inputs: TraceInputs

  @Option(help: "Only this sync session.", completion: Completions.sessions)
  var session: UInt32?

  @OptionGroup var device: ClientFileOption

  @OptionGroup var output: ReportOptions<PageFormat>

  var printsJSON: Bool { output.format == .json }
  var isQuiet: Bool { output.speech.quiet }
  private var input: TraceInput { inputs.first.beside(device) }

  func each(of paths: [String]) throws -> [Self] {
    try output.checkIsForSeveral([.text, .json])
    try device.checkIsForOne()
    return paths.map(with)
  }

  func runOne(on console: Console) throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    let destinations = try output.open(inputs: input.paths)
    let contents = try input.read(output.speech, on: console)
    console.progress.begin("working through the sessions")
    let report = PendingReport(
      contents.source, try input.unsyncedData(of: contents.replay, session: session))
    console.costs = [report.largest?.writes.count ?? 0]
    console.summary = report.extentSentence
    try destinations.write(on: console) { request, sink in
      switch request.format {
      case .json: try report.writeJSON(to: sink)
      case .markdown: try sink.write(Array(report.markdown.utf8))
      case .html: try sink.write(Array(report.html().utf8))
      case .text:
        let text = report.text(output.textOptions(of: request, on: console))
        try sink.write(Array(text.utf8))
      }
    }
    return report.isWhole ? contents.status : .dataLost
  }
}
