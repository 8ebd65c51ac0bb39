import ArgumentParser
import FaultPlans
import Reports
import Simulation
import TraceFormat

struct SimulateCommand: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate the devices of an app and their server, and write a trace of each.",
    discussion: """
      Devices write, go offline, come back and meet each other's changes; faults happen to the server on a \
      day, such as --fault 'day 10: restore-backup hours=6'. The folder also gets the schema and the \
      workload, to repeat it with. `tracetool fleet` says what users would have lost. See docs/simulate.md.
      """)

  @Option(
    help: ArgumentHelp(
      "The app's schema: a file in the form of docs/realm-schema.schema.json, or a trace, .realm file, "
        + "capture or scenario that has it; - for a schema on standard input.", valueName: "file"),
    completion: .file())
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "What the users do, in the form of docs/workload.schema.json; - for standard input.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var workload: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A trace, or anything else that has a session, to learn schema and workload from, as far as no file says "
        + "them; may be repeated.", valueName: "trace"), completion: .file())
  var like: [String] = []

  @Option(help: "How many devices there are.")
  var devices = 10

  @Option(help: "For how many days they live.")
  var days = 7

  @Option(help: "What everything random follows from; printed, and random if left out.")
  var seed: UInt64?

  @Option(
    name: .customLong("mode"), parsing: .singleValue,
    help: "A reset mode; devices take repeated ones in turn. The default is recover.")
  var modeArguments: [ResetModesArgument] = []

  @Option(help: "Who records: the recorder in each app, or a proxy, which sees messages alone.")
  var record = SimulationOptions.Recorder.app

  @Option(name: .shortAndLong, help: "The new or empty folder to fill.", completion: .directory)
  var output: String

  @OptionGroup var faults: FaultOptions
  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var results: OutputOptions

  var inputPaths: [String] { [schema, workload, faults.faultPlan].compactMap { $0 } + like }

  func validate() throws {
    guard schema != nil || !like.isEmpty else {
      throw ValidationError("`simulate` needs `--schema FILE`, or `--like TRACE` to learn it from")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: inputPaths + [realm.keyFile].compactMap { $0 }).check()
    console.showProgress(isQuiet: results.quiet)
    let options = try options(on: console)
    let folder = try NewFolder(output)
    var simulation = Simulation(options)
    try folder.fill { written in
      try write(&simulation, to: folder.path, &written, on: console)
      for (name, json) in [
        ("schema.json", options.schema.json), ("workload.json", options.workload.json),
      ] {
        try folder.write(json.text(.readable) + "\n", to: name)
        written.append("\(folder.path)/\(name)")
      }
    }
    return try report(simulation, options, on: console)
  }

  /// Writes the traces, which appear Realm by Realm.
  private func write(
    _ simulation: inout Simulation, to folder: String, _ written: inout [String],
    on console: Console
  ) throws {
    console.progress.begin("simulating", of: devices, "devices")
    var sinks: [AtomicFileSink] = []
    try simulation.run { number in
      // Names sort as numbers do.
      let name = number.padded(to: String(devices).utf8.count)
      let sink = try AtomicFileSink(path: "\(folder)/device-\(name).synctrace", replacing: false)
      sinks.append(sink)
      return sink
    } progress: {
      for sink in sinks {
        try sink.commit()
        written.append(sink.path)
      }
      sinks.removeAll()
      console.progress.advance(to: $0)
    }
  }

  private func options(on console: Console) throws -> SimulationOptions {
    let learned = try learn(from: like, on: console)
    let schema = try schema(learned, on: console)
    let seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
    var plan = try faults.plan(for: .simulation)
    if faults.faultSeed == nil, plan.seed == 0 { plan.seed = seed }
    let workload = try workloadFile() ?? learned.workload ?? Workload()
    do throws(JSONShapeFailure) {
      var options = try SimulationOptions(
        schema: schema, workload: workload, deviceCount: devices, dayCount: days, seed: seed,
        modes: modeArguments.flatMap(\.modes), plan: plan)
      options.recorder = record
      return options
    } catch {
      throw CommandFailure(.badInput, "cannot simulate this: \(error)")
    }
  }

  private func workloadFile() throws -> Workload? {
    try workload.map {
      try InputFile.parsed(
        $0, sizeMaxBytes: Workload.sizeMaxBytes,
        hint: "docs/workload.schema.json describes the form", Workload.init(parsing:))
    }
  }

  /// What `--schema` names, else what was learned.
  private func schema(_ learned: WorkloadLearner, on console: Console) throws -> RealmSchema {
    if let path = schema {
      let kind = path == "-" ? nil : RecognizedInput.kind(of: path)
      guard kind == .trace || kind?.isSession == true else { return try RealmSchema(file: path) }
    }
    let learned = try schema.map { try learn(from: [$0], on: console) } ?? learned
    guard let schema = learned.schema else {
      throw CommandFailure(
        .badInput, "no schema in `\((schema.map { [$0] } ?? like).joined(separator: "`, `"))`",
        hint: "name one with `--schema FILE`; docs/realm-schema.schema.json describes the form")
    }
    return schema
  }

  /// What sessions of any kind show of an app.
  private func learn(from paths: [String], on console: Console) throws -> WorkloadLearner {
    try paths.reduce(into: WorkloadLearner()) { learner, path in
      let input = TraceInput.reading(path, memory, realm.options(forFile: path))
      learner.take(try input.replay(input.open(on: console)))
    }
  }

  private func report(
    _ simulation: Simulation, _ options: SimulationOptions, on console: Console
  ) throws -> ExitStatus {
    for (index, reason) in simulation.unfired {
      // What has no reason was never tried.
      let why = reason?.words ?? "the simulation has \(days.counted("day"))"
      console.say("warning: `\(options.plan.faults[index].text)` did not happen: \(why)")
    }
    try results.summarize(
      .members([
        "version": .integer(1), "output": .string(output), "seed": .wide(options.seed),
        "counts": simulation.counts.json,
        "unfired": .array(simulation.unfired.map { .string(options.plan.faults[$0.index].text) }),
      ]), lines(simulation.counts, options), on: console)
    return simulation.unfired.isEmpty ? .fine : .foundProblems
  }

  private func lines(_ counts: SimulationCounts, _ options: SimulationOptions) -> [String] {
    let endings = ResetEnding.allCases.compactMap { ending in
      counts.endings[ending].map { "\($0) \(ending.rawValue)" }
    }
    return [
      "\(output): \(counts[.devices].counted("trace")), \(days.counted("day")), seed \(options.seed)",
      "  \(counts[.writes].counted("transaction")), \(counts[.unsynced]) of them unsynced at the end",
      "  \(counts.resetCount.counted("client reset"))"
        + (endings.isEmpty ? "" : ": " + endings.joined(separator: ", ")),
    ]
  }
}
