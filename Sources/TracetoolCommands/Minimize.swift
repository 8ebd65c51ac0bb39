import Analyzer
import ArgumentParser
import Recorder
import Replayer
import TraceFormat

/// `tracetool minimize`: the smallest trace that still shows something.
struct Minimize: TraceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a trace as small as it can get and still show something.",
    discussion: """
      The condition is of terms such as `lost >= 1`, `collateral = 0`, `trap:NAME >= 1`, \
      `result = failed`, `failure = classesRemoved`, joined by `and`; docs/minimize.md lists them. \
      Ends with 2 if no reset of the trace meets it.
      """)

  @OptionGroup var input: TraceInput

  @Option(
    help: ArgumentHelp(
      "What has to show in the report, such as 'lost >= 1'.", valueName: "condition"),
    transform: { try KeepCondition(parsing: $0) })
  var keep: KeepCondition

  @Option(help: "How the client is set to handle a reset.")
  var mode: ResetModesArgument

  @Option(help: ArgumentHelp("The engine to replay with.", valueName: "engine"))
  var engine: EngineArgument = EngineArgument(engine: .realmCore)

  @Option(
    help: ArgumentHelp("Write it as a scenario too, for people to read.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var scenario: String?

  @Option(help: ArgumentHelp("How many candidates to replay at most.", valueName: "count"))
  var candidates: Int = TraceMinimizer.candidateCountMax

  @OptionGroup var trace: TraceOutput
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !mode.isComparison else {
      throw ValidationError("`minimize` works in one mode at a time")
    }
    guard candidates > 0 else { throw ValidationError("`--candidates` is a number from 1") }
  }

  func run(on console: Console) throws -> ExitStatus {
    try InputFile.protect(input.trace, from: trace.output)
    if let scenario { try InputFile.protect(input.trace, from: scenario) }
    let reader = try input.open()
    var events: [Event] = []
    while let event = try reader.next() { events.append(event) }
    let status = input.report(reader, on: console, output.speech)
    var progress = Progress(on: console, isQuiet: output.quiet)
    let question = TraceMinimizer.Question(
      mode: mode.modes[0], engine: engine.engine, condition: keep)
    let result = TraceMinimizer.minimize(
      TraceMinimizer.Candidate(events: events), question, candidateCountMax: candidates
    ) { progress.show("\($0) instructions left") }
    progress.finish()
    guard let result else {
      console.say("no reset of `\(input.trace)` in this mode shows \(keep.text)")
      console.say("hint: `tracetool replay` shows what there is")
      return .foundProblems
    }
    try write(result, on: console)
    try print(result, on: console)
    return status
  }

  private func write(_ result: TraceMinimizer.Result, on console: Console) throws {
    let header = TraceHeader(metadata: [.init("source", "minimize"), .init("keeps", keep.text)])
    try trace.write(on: console, header: header) { writer in
      for event in result.smallest.events { try writer.append(event) }
    }
    guard let scenario else { return }
    let text: JSONText
    do throws(ScenarioWriterFailure) {
      text = try ScenarioWriter.scenario(
        of: result.smallest.events, name: "minimized",
        about: "The smallest found that shows \(keep.text) in mode \(mode.modes[0].rawValue).")
    } catch {
      throw CommandFailure(.failed, "`\(scenario)`: \(error)", hint: "the trace is written")
    }
    let sink = try AtomicFileSink(path: scenario, replacing: trace.force)
    try sink.write(Array((text.text(.readable) + "\n").utf8))
    try sink.commit()
  }

  private func print(_ result: TraceMinimizer.Result, on console: Console) throws {
    let isToOutput = trace.output == "-"
    let text: String
    switch output.format {
    case .json: text = json(result).text(.indented)
    case .text:
      let rest = result.isCutShort ? "; stopped there, so it may get smaller still" : ""
      text = """
        \(result.instructionCountBefore) instructions became \(result.instructionCount), \
        in \(result.smallest.events.count.counted("record"))
        \(result.candidateCount.counted("candidate")) replayed\(rest)
        """
    }
    if isToOutput { console.say(text) } else { try console.print(text) }
  }

  private func json(_ result: TraceMinimizer.Result) -> JSONText {
    .members([
      "version": .integer(1), "trace": .string(input.trace), "keeps": .string(keep.text),
      "instructionsBefore": .integer(result.instructionCountBefore),
      "instructions": .integer(result.instructionCount),
      "records": .integer(result.smallest.events.count),
      "candidates": .integer(result.candidateCount), "complete": .bool(!result.isCutShort),
    ])
  }
}
