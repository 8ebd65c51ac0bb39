import ArgumentParser
import Campaigns
import FaultPlans
import Importers
import RealmModel
import Replayer
import TraceFormat

struct Minimize: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a trace as small as possible while it still meets a condition.",
    discussion: """
      The condition has terms such as `lost >= 1`, `collateral = 0`, `trap:NAME >= 1`, \
      `result = failed`, `failure = classesRemoved`, joined by `and`; docs/minimize.md lists them. \
      Ends with 2 if no reset of the trace meets it.
      """)

  @OptionGroup var input: TraceInput

  @Option(
    help: ArgumentHelp(
      "What the report must show, such as 'lost >= 1'.", valueName: "condition"),
    transform: { try KeepCondition(parsing: $0) })
  var keep: KeepCondition

  @Option(help: "How your app is set to handle a reset.")
  var mode: ResetMode

  @Option(help: ArgumentHelp("The engine to replay with.", valueName: "engine"))
  var engine: Engine = .realmCore

  @OptionGroup var faults: FaultOptions

  @Option(
    help: ArgumentHelp("Also write it as a scenario that you can read.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var scenario: String?

  @Option(
    help: ArgumentHelp("Write the remaining faults to a plan file.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var plan: String?

  @Option(help: ArgumentHelp("How many candidates to replay at most.", valueName: "count"))
  var candidates: Int = TraceMinimizer.candidateCountMax

  @OptionGroup var trace: TraceOutput
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard plan == nil || !faults.isEmpty else {
      throw ValidationError("`--plan` writes the remaining faults, but no fault was given")
    }
    guard scenario != "-", plan != "-" else {
      throw ValidationError("`--scenario` and `--plan` need file names, not -")
    }
    guard candidates > 0 else { throw ValidationError("`--candidates` takes a number from 1") }
  }

  var memory: MemoryOptions { input.memory }
  var inputPaths: [String] { [input.trace] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(
      reading: input.paths + [faults.faultPlan], writing: [trace.output, scenario, plan]
    ).check()
    let faultPlan = try faults.plan(for: .replay)
    console.showProgress(isQuiet: output.quiet)
    let reader = try input.open(on: console)
    // A search may take minutes: what is in the way of its result is said before.
    let traceFile = try trace.open(on: console)
    let planFile = try plan.map { try AtomicFileSink(path: $0, replacing: trace.force) }
    let scenarioFile = try scenario.map { try AtomicFileSink(path: $0, replacing: trace.force) }
    var events: [Event] = []
    // The replay is for what it counts: each candidate is one of its own.
    _ = try input.replay(reader) { events.append($0) }
    let status = input.report(reader, on: console, output.speech)
    guard let result = minimized(events, faultPlan, on: console) else {
      console.say("no reset of `\(input.trace)` in this mode shows \(keep.text)")
      console.say("hint: `tracetool replay` shows what it has")
      return .foundProblems
    }
    console.progress.begin("writing the result")
    let files = MinimizedFiles(candidate: result.smallest, question: question)
    try trace.write(to: traceFile, on: console, header: files.header) { writer in
      try files.appendEvents(to: writer)
      return []
    }
    if let planFile { try files.writePlan(to: planFile) }
    if let scenarioFile { try write(files, to: scenarioFile) }
    try print(result, on: console)
    return status
  }

  private var question: TraceMinimizer.Question {
    TraceMinimizer.Question(mode: mode, engine: engine, .condition(keep))
  }

  private func minimized(
    _ events: [Event], _ plan: FaultPlan, on console: Console
  ) -> TraceMinimizer.Result? {
    let progress = console.progress
    progress.begin("looking for a reset that shows it")
    return TraceMinimizer.minimize(
      TraceMinimizer.Candidate(events: events, plan: plan), question,
      candidateCountMax: candidates
    ) { left in
      progress.begin { _ in "making it smaller: \(left.counted("instruction")) left" }
    }
  }

  private func write(_ files: MinimizedFiles, to scenario: AtomicFileSink) throws {
    do {
      try files.writeScenario(to: scenario)
    } catch let failure as ScenarioWriterFailure {
      throw CommandFailure(.failed, "`\(scenario.path)`: \(failure)", hint: "the trace is written")
    }
  }

  private func print(_ result: TraceMinimizer.Result, on console: Console) throws {
    guard trace.output == "-" else {
      return try output.summarize(json(result), lines(result), on: console)
    }
    switch output.format {
    case .json: console.say(lines: json(result).text(.indented))
    case .text: if !output.quiet { for line in lines(result) { console.say(line) } }
    }
  }

  private func lines(_ result: TraceMinimizer.Result) -> [String] {
    let rest = result.isCutShort ? "; stopped there, so a smaller trace may exist" : ""
    let faults =
      result.faultCountBefore == 0
      ? ""
      : "; \(result.smallest.plan.faults.count) of \(result.faultCountBefore.counted("fault")) left"
    return [
      "\(result.instructionCountBefore.counted("instruction")) became \(result.instructionCount), "
        + "in \(result.smallest.events.count.counted("record"))\(faults)",
      "\(result.candidateCount.counted("candidate")) replayed\(rest)",
      command(for: result),
    ]
  }

  private func command(for result: TraceMinimizer.Result) -> String {
    ShrunkTrace(name: "", question, result).command(at: trace.output)
  }

  private func json(_ result: TraceMinimizer.Result) -> JSONText {
    JSONText(facts: [
      "version": 1, "trace": input.trace, "keeps": keep.text,
      "instructionsBefore": result.instructionCountBefore, "instructions": result.instructionCount,
      "records": result.smallest.events.count, "faultsBefore": result.faultCountBefore,
      "faults": result.smallest.plan.faults.map(\.text), "candidates": result.candidateCount,
      "complete": !result.isCutShort, "command": command(for: result),
    ])
  }
}
