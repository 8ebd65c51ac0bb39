import Analyzer
import ArgumentParser
import RealmModel
import Replayer
import Reports
import TraceFormat

/// `replay --write-state`: what is on the device after the reset.
struct StateAfter: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write the device's data after the reset as canonical JSON (docs/conformance.md); - prints it instead \
      of the report. Needs one mode. If a session has several resets, writes the data after the last one.
      """, valueName: "file"), completion: .file(extensions: ["json"]))
  var writeState: String?

  /// - Throws: where the command line asks for the data after several modes.
  func check(_ modes: ResetModesArgument?) throws {
    guard writeState != nil, modes?.isComparison == true else { return }
    throw ValidationError(
      "`--write-state` needs one mode: choose it with `--mode`, such as `--mode recover`"
    )
  }

  /// Begins the file; nil where none was asked for.
  func file() throws -> AtomicFileSink? {
    try writeState.flatMap { $0 == "-" ? nil : try AtomicFileSink(path: $0) }
  }

  /// Carries out the last of the resets, and writes the device's data after it, where that was asked for.
  ///
  /// - Parameters:
  ///   - modes: those of each of them.
  ///   - file: nil for standard output.
  /// - Throws: where there is no reset, or it is not known which session's or which mode's is asked for.
  func write(
    after found: [DueReset], in modes: [[ResetMode]], _ quirks: Quirks, trace: String,
    to file: AtomicFileSink?, on console: Console
  ) throws {
    guard writeState != nil else { return }
    let resets = zip(found, modes).filter(\.0.isReset)
    guard let (reset, modes) = resets.last else {
      throw CommandFailure(
        .badInput, "`\(trace)`: no client reset takes place, so no data follows one",
        hint: "`tracetool state --format json` prints the data at the end of a session")
    }
    let sessions = Set(resets.map(\.0.timeline.session)).sorted()
    guard sessions.count == 1 else {
      let names = sessions.map(String.init).joined(separator: ", ")
      throw CommandFailure(
        .usage, "`\(trace)`: sessions \(names) have client resets; `--write-state` takes one",
        hint: "choose with `--session`")
    }
    guard modes.count == 1 else {
      throw CommandFailure(
        .usage, "`\(trace)` does not name your app's mode, and `--write-state` needs one",
        hint: "choose with `--mode`, such as `--mode recover`")
    }
    let outcome = reset.outcome(mode: modes[0], quirks: quirks)
    guard let after = outcome.knownAfter else {
      let mode = "mode \(modes[0].optionName)"
      throw CommandFailure(
        .badInput,
        "`\(trace)` does not show "
          + (outcome.isDeviceKnown
            ? "whether the file still tracks an earlier reset, which decides how this one ends in \(mode)"
            : "what the device had, and \(mode) leaves it so"),
        hint: "give the file from before the reset with `--client-file`"
          + (outcome.isDeviceKnown ? "" : ", or choose `--mode recover`"))
    }
    for gap in outcome.gaps where gap.hidesState {
      console.say("warning: \(gap.stateSentence)")
    }
    let sink: any ByteSink = file ?? ConsoleSink(console)
    try after.canonicalOutline.write(to: sink)
    try sink.write([UInt8(ascii: "\n")])
  }
}
