import ArgumentParser
import Campaigns
import FaultPlans
import Replayer
import Reports
import TraceCompression
import TraceFormat

struct FleetRunCommand: AsyncTraceCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay all traces and write a row of facts for each trace and mode, as NDJSON.",
    discussion: """
      Runs when `tracetool fleet` names no subcommand. Reads the traces in folders (files that end in \
      .synctrace or .realm, and .ndjson captures) and those whose paths a list has, one per line; - reads a \
      list from standard input. A trace that can't be read gets a row that says why, and the run continues. \
      Rows keep the order of the input; docs/fleet.md describes them. Ends with 3 if a trace was damaged or \
      could not be replayed, with 65 if none could.

      `--fault 'at end: terminate-sync'` asks what it would cost to terminate sync now, and `--schema` what a \
      new schema would; a trace that can't answer gets a row that says why.

      With `--worker`, traces arrive on standard input, each after its length (docs/fleet.md, "Workers"). \
      The rows of each are written at once, and the command ends with 0 whatever they report.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders with traces, lists of paths, traces, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Option(
    name: .customLong("mode"), parsing: .singleValue,
    help: "A mode to replay; may be repeated. All by default.")
  var modeArguments: [ResetModesArgument] = []

  @Option(help: ArgumentHelp("The engine to replay with.", valueName: "engine"))
  var engine: Engine = .realmCore

  @OptionGroup var faults: FaultOptions

  @Option(
    help: ArgumentHelp(
      "Replay as if the server had this schema, in the form of docs/realm-schema.schema.json.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var schema: String?

  @OptionGroup var width: JobsOption
  @OptionGroup var limits: FleetLimits
  @OptionGroup var output: FleetOutput

  @Flag(help: "Read traces from standard input, each after its length, one at a time.")
  var worker = false

  @OptionGroup var speech: SpeechOptions

  func validate() throws {
    guard worker else { return }
    guard paths == ["-"] else {
      throw ValidationError("`--worker` reads traces from standard input, so its only path is -")
    }
    guard output.output == "-", !output.resume else {
      throw ValidationError("`--worker` writes to standard output, so there is nothing to resume")
    }
  }

  func run(on console: Console) async throws -> ExitStatus {
    let written = output.output == "-" ? nil : output.output
    // Of a folder the output may be part: it is passed over.
    try CommandFiles(
      reading: paths + [faults.faultPlan, schema, limits.realm.keyFile], writing: [written]
    ).check()
    let options = try options()
    guard !worker else { return try work(options, on: console) }
    var inputs = try FleetPaths(paths, besides: written) { try ZstdSource(rows: $0) }
    try output.check(besides: inputs)
    console.showProgress(isQuiet: speech.quiet)
    let total = console.progress.isSeen ? try inputs.count() : nil
    let lock = try output.lock()
    // Held as long as there may be something to write.
    defer { withExtendedLifetime(lock) {} }
    let resumed = try output.resumed(from: &inputs, options, on: console)
    let sink = try output.sink(resumed, on: console)
    var lines = LineSink(sink)
    var run = FleetRun(options, width: width.jobs, after: resumed.done)
    if let total {
      let done = Int(clamping: resumed.done.traceCount)
      console.progress.begin("replaying", of: total, "traces", after: done)
    } else {
      console.progress.begin { "replaying: \($0) traces" }
    }
    try await run.run(
      next: { try inputs.next() }, progress: { console.progress.advance(to: Int(clamping: $0)) },
      write: { try lines.write($0) })
    try lines.flush()
    try sink.synchronize()
    return try status(run.summary)
  }

  /// Takes traces on standard input, and writes the rows of each on standard output before the next one is read.
  private func work(_ options: FleetOptions, on console: Console) throws -> ExitStatus {
    let frames = FleetFrames(
      try FileSource.standardInput(), traceSizeMaxBytes: options.traceSizeMaxBytes)
    let task = FleetTask(options)
    do {
      while let input = try frames.next() {
        try console.write(task.lines(of: input))
        try console.flush()
      }
    } catch let failure as FleetFrames.Failure {
      throw CommandFailure(
        .badInput, "standard input is not a stream of traces: \(failure)",
        hint: "docs/fleet.md, \"Workers\", says what comes before each trace")
    }
    return .fine
  }

  private func options() throws -> FleetOptions {
    var options = limits.options(modes: modeArguments.chosenModes, engine: engine)
    options.faults = try faults.plan(for: .replay)
    options.schema = try schema.map { try RealmSchema(file: $0) }
    return options
  }

  private func status(_ summary: FleetRun.Summary) throws -> ExitStatus {
    guard summary.traceCount > 0 else {
      throw CommandFailure(
        .noInput, "no traces in \(paths.map(Phrase.quotedSource).joined(separator: ", "))",
        hint:
          "traces end in .synctrace or .realm, captures in .ndjson; a list has one path per line")
    }
    guard summary.failedCount < summary.traceCount else {
      throw CommandFailure(
        .badInput,
        "0 of \(summary.traceCount.counted("trace")) can be replayed; `error` in each row says why")
    }
    return summary.failedCount + summary.damagedCount > 0 ? .dataLost : .fine
  }
}

struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Replay thousands to millions of traces, and report what they lose.",
    subcommands: [FleetRunCommand.self, FleetReportCommand.self],
    defaultSubcommand: FleetRunCommand.self)
}
