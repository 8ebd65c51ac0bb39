import Analyzer
import ArgumentParser
import Replayer
import Reports
import TraceFormat

// `tracetool replay --all-clients`: the clients of one server file side by side.
extension ReplayCommand {
  /// - Throws: where options were given that are about a reset.
  func checkAllClients() throws {
    guard mode == nil, session == nil, !horizon, !serverChanges,
      freshState.fresh == nil, freshState.error == nil,
      device.clientFile == nil,
      stateAfter.writeState == nil, sessionPage.view == nil
    else {
      throw ValidationError("`--all-clients` looks at no resets, and takes no options for them")
    }
  }

  func runAllClients(on console: Console) throws -> ExitStatus {
    let traces = [input.trace] + inputs.further
    let destinations = try output.open(inputs: traces)
    console.showProgress(isQuiet: output.speech.quiet)
    var replays: [(trace: String, replay: Replay)] = []
    var status = ExitStatus.fine
    for trace in traces {
      let input = TraceInput.reading(trace, memory)
      let reader = try input.open(on: console)
      replays.append((trace, try input.replay(reader, with: nil)))
      let own = input.report(reader, on: console, output.speech)
      if own != .fine { status = own }
    }
    console.progress.begin("comparing the clients")
    let report = ClientsReport(replays)
    guard !report.files.isEmpty else {
      throw CommandFailure(
        .badInput,
        "no messages of clients in \(traces.map { "`\($0)`" }.joined(separator: ", "))",
        hint: "`--all-clients` compares recordings of `tracetool record`, and captures")
    }
    try destinations.write(on: console) { request in
      switch request.format {
      case .json: return report.json.text(.indented) + "\n"
      case .text: return report.text(output.textOptions(of: request, on: console))
      default:
        throw CommandFailure(
          .usage, "`--all-clients` can't be printed as `\(request.format.rawValue)`",
          hint: "use text or json")
      }
    }
    return status
  }
}
