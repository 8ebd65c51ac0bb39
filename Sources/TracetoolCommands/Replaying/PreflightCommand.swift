import ArgumentParser
import Campaigns
import Replayer
import Reports
import TraceFormat

enum PreflightFormat: String, ReportForm {
  case text
  case json
  case markdown
  case junit
}

struct PreflightCommand: AsyncTraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "preflight",
    abstract: "Try a new server schema on recorded sessions before you ship it.",
    discussion: """
      Replays the resets of each session, and one at its end, as if the server had the new schema. \
      Reports which would fail or lose writes because of it, with the engine's message and the \
      changes that cause it. `tracetool state --of server --schema` prints the schema of a trace to \
      start from. Ends with 2 if a session would fail or lose writes, else with 3 if a trace could \
      not be read completely, or does not show what becomes of a write.
      """)

  @Option(
    help: ArgumentHelp(
      "The new schema, in the form of docs/realm-schema.schema.json; - for standard input.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var schema: String

  @Argument(
    help: """
      Traces, .realm files, captures, logs or scenarios, and folders with traces in them; - for standard \
      input.
      """,
    completion: .file(extensions: ["synctrace"]))
  var paths: [String]

  @Option(
    name: .customLong("mode"), parsing: .singleValue,
    help: "A mode to try; may be repeated. All by default.")
  var modeArguments: [ResetModesArgument] = []

  @Option(help: ArgumentHelp("The engine to replay with.", valueName: "engine"))
  var engine: Engine = .realmCore

  @Flag(help: "Try a reset at every point of the sessions, not only at their ends.")
  var everyPoint = false

  @OptionGroup var width: JobsOption

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var output: ReportOptions<PreflightFormat>

  var inputPaths: [String] { [schema] + paths }

  func run(on console: Console) async throws -> ExitStatus {
    try CommandFiles(reading: inputPaths).check()
    console.showProgress(isQuiet: output.speech.quiet)
    let schema = try RealmSchema(file: self.schema)
    let destinations = try output.open(
      inputs: [self.schema, realm.keyFile] + Preflight.traces(at: paths))
    let progress = console.progress
    progress.begin("trying the schema")
    var options = Preflight.Options(
      schema: schema, modes: modeArguments.chosenModes, engine: engine,
      isEveryPointTried: everyPoint,
      workerCount: width.jobs, memory: memory.limit)
    let realm = realm
    options.open = { path, memory in
      try RecognizedInput(
        InputFile.source(path), named: path, realm.options(forFile: path), memory
      ).reader()
    }
    let preflight = try await Preflight.run(paths, options) { done, all in
      progress.describe { "trying the schema: \($0) of \(all) traces" }
      progress.advance(to: done)
    }
    guard !preflight.traces.isEmpty else {
      throw CommandFailure(
        .noInput, "no traces in `\(paths.joined(separator: "`, `"))`",
        hint: "traces end in .synctrace")
    }
    try destinations.write(on: console) { request in
      switch request.format {
      case .text: preflight.text(output.textOptions(of: request, on: console))
      case .json: preflight.json.text(.indented) + "\n"
      case .markdown: preflight.markdown
      case .junit: preflight.jUnit.text
      }
    }
    if preflight.hasFoundProblems { return .foundProblems }
    guard preflight.hasTriedAnything else {
      console.say("warning: nothing was tried")
      return .foundProblems
    }
    return preflight.hasUnreadTraces || preflight.hasUnknownFates ? .dataLost : .fine
  }
}
