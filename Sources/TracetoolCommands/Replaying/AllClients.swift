import Analyzer
import ArgumentParser
import Replayer
import Reports
import TraceFormat

/// `tracetool replay --all-clients`: the clients of one server file side by side.
struct AllClients {
  private let command: ReplayCommand

  init(_ command: ReplayCommand) { self.command = command }

  /// - Throws: where options were given that are about a reset.
  static func check(_ command: ReplayCommand) throws {
    guard command.mode == nil, command.session == nil, !command.horizon, !command.serverChanges,
      command.freshState.fresh == nil, command.freshState.error == nil,
      command.device.clientFile == nil,
      command.stateAfter.writeState == nil, command.sessionPage.view == nil
    else {
      throw ValidationError("`--all-clients` looks at no resets, and takes no options for them")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let traces = [command.input.trace] + command.inputs.further
    try CommandFiles(reading: traces).check()
    let destinations = try command.output.open(inputs: traces)
    console.showProgress(isQuiet: command.output.speech.quiet)
    var replays: [(trace: String, replay: Replay)] = []
    var status = ExitStatus.fine
    for trace in traces {
      let input = TraceInput.reading(trace, command.memory)
      let reader = try input.open(on: console)
      replays.append((trace, try input.replay(reader, with: nil)))
      let own = input.report(reader, on: console, command.output.speech)
      if own != .fine { status = own }
    }
    console.progress.begin("comparing the clients")
    let report = ClientsReport(replays)
    guard !report.files.isEmpty else {
      throw CommandFailure(
        .badInput,
        "no client's messages are in \(traces.map { "`\($0)`" }.joined(separator: ", "))",
        hint: "`--all-clients` takes captures")
    }
    try destinations.write(on: console) { request, sink in
      switch request.format {
      case .json: try sink.write(Array((report.json.text(.indented) + "\n").utf8))
      case .text:
        let text = report.text(command.output.textOptions(of: request, on: console))
        try sink.write(Array(text.utf8))
      default:
        throw CommandFailure(
          .usage, "`--all-clients` can't be printed as `\(request.format.rawValue)`",
          hint: "use text or json")
      }
    }
    return status
  }
}
