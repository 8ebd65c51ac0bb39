import Analyzer
import ArgumentParser
import Phrasebook
import RealmModel
import Replayer
import Reports
import TraceFormat

/// The forms of a report on unsynced writes.
enum PendingFormat: String, ReportForm {
  case text
  case json
  case html
}

/// `tracetool pending`: what a device never uploaded, object by object.
struct PendingCommand: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "pending",
    abstract: "List what a device had not synced, object by object, before and now.",
    discussion: """
      Whatever no server is known to have taken, oldest first: at each client reset of the trace, and \
      at the end of each session; each session and file apart. `--verbose` lists every write. \
      `tracetool export unsynced` carries the same writes elsewhere. See docs/pending.md.
      """)

  @OptionGroup var input: TraceInput

  @Option(help: "Only this session.")
  var session: UInt32?

  @OptionGroup var output: ReportOptions<PendingFormat>

  var memory: MemoryOptions { input.memory }
  var inputPaths: [String] { [input.trace] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: [input.trace]).check()
    console.showProgress(isQuiet: output.speech.quiet)
    let reader = try input.open(on: console)
    let destinations = try output.open(inputs: [input.trace])
    let replay = try Replay(reading: reader)
    let status = input.report(reader, on: console, output.speech)
    console.progress.begin("folding the sessions")
    let report = PendingReport(
      trace: input.trace, try input.unsyncedMoments(of: replay, session: session))
    try destinations.write(on: console) { request, sink in
      switch request.format {
      case .json: try report.writeJSON(to: sink)
      case .html: try sink.write(Array(report.html().utf8))
      case .text:
        let text = report.text(output.textOptions(of: request, on: console))
        try sink.write(Array(text.utf8))
      }
    }
    return status
  }
}

extension TraceInput {
  /// What is unsynced in a trace that was taken in.
  ///
  /// - Throws: why it shows nothing, in the words of a command.
  func unsyncedMoments(of replay: Replay, session: UInt32?) throws -> UnsyncedMoments {
    do throws(ReplayFailure) {
      return try replay.unsyncedMoments(session: session)
    } catch {
      throw CommandFailure(describing: error, trace: trace)
    }
  }
}
