import Analyzer
import ArgumentParser
import Replayer
import Reports
import TraceFormat

struct MergesCommand: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merges",
    abstract: "List the writes that ordinary merges dropped.",
    discussion: """
      A client that downloads while it has unsynced changes merges the two, and a write can be dropped \
      silently. Lists each with the write that it met and the rule. Ends with 3 if the trace does not show \
      what merges did in a session. See docs/merge.md.
      """)

  @OptionGroup var input: TraceInput

  @Option(help: "Only this sync session.", completion: Completions.sessions)
  var session: UInt32?

  @OptionGroup var output: ReportOptions<OutputFormat>

  var memory: MemoryOptions { input.memory }
  var inputPaths: [String] { [input.trace] }

  func run(on console: Console) throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    let destinations = try output.open(inputs: input.paths)
    let reader = try input.open(on: console)
    let replay = try input.replay(reader, with: nil)
    let status = input.report(reader, on: console, output.speech)
    console.progress.begin("merging the sessions")
    let timelines = try input.answer(of: replay) { replay throws(ReplayFailure) in
      try replay.timelines(session: session)
    }
    let report = MergesReport(trace: input.trace, timelines)
    try destinations.write(on: console) { request in
      switch request.format {
      case .json: report.json.text(.indented) + "\n"
      case .text: report.text(output.textOptions(of: request, on: console))
      }
    }
    let isWhole = report.unanswered.isEmpty && report.sessions.allSatisfy(\.isShown)
    return isWhole ? status : .dataLost
  }
}
