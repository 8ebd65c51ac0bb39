import ArgumentParser
import Campaigns
import FaultPlans
import RealmModel
import Replayer
import Reports
import TraceFormat

enum ExplorationFormat: String, ReportForm {
  case text
  case json
  case html
}

struct Explore: AsyncTraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Try every fault in every mode at every point of a trace.",
    // There may be several operands only so that the mistake is explained.
    usage: "tracetool explore [<options>] <trace>",
    discussion: """
      Prints the worst that each fault does in each mode, and each kind of problem with the command \
      line that shows it. `tracetool faults` lists the faults. `--minimize` writes the smallest trace \
      that shows each problem to a folder.
      """)

  @Argument(
    help: ArgumentHelp(
      "A trace, .realm file, capture, log or scenario, or - for standard input.",
      valueName: "trace"),
    completion: .file())
  var operands: [String]

  @Option(help: "How your app is set to handle a reset; all compares the modes.")
  var mode: ResetModesArgument = ResetModesArgument(argument: "all")!

  @Option(help: ArgumentHelp("The engine to replay with.", valueName: "engine"))
  var engine: Engine = .realmCore

  @Option(
    name: .customLong("faults"), parsing: .singleValue,
    help: ArgumentHelp(
      "Only these faults, separated by commas; may be repeated.", valueName: "faults"),
    completion: Completions.faults)
  var faultLists: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many replays at most; by default everything up to \(Exploration.Options.replaysMax) "
        + "replays, else a sample of \(Exploration.Options.sampleSize).",
      valueName: "count"))
  var budget: Int?

  @Option(
    help: "The seed for the sample, if not everything is tried, and for what faults leave open.")
  var seed: UInt64 = 0

  @OptionGroup var width: JobsOption

  @OptionGroup var minimizing: MinimizingOptions
  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var output: ReportOptions<ExplorationFormat>

  func validate() throws {
    guard budget ?? 1 > 0 else { throw ValidationError("`--budget` takes a number from 1") }
    guard operands.count == 1 else {
      throw ValidationError(
        "`explore` takes one trace, not \(operands.count): "
          + operands.map { "`\($0)`" }.joined(separator: ", ")
          + (faultLists.isEmpty ? "" : "; separate faults with commas"))
    }
    for fault in faults {
      guard let description = FaultCatalogue.description(of: fault) else {
        throw ValidationError("unknown fault `\(fault)`; `tracetool faults` lists them")
      }
      guard description.targets.contains(.replay) else {
        throw ValidationError("`\(fault)` works on the wire only, and `explore` replays")
      }
    }
  }

  /// The names of the faults to try; all if empty.
  private var faults: [String] {
    faultLists.flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private var input: TraceInput { .reading(operands[0], memory, realm) }
  var inputPaths: [String] { operands }

  func run(on console: Console) async throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    let reader = try input.open(on: console)
    let destinations = try output.open(inputs: input.paths)
    let folder = try minimizing.folder()
    var events: [Event] = []
    let replay = try input.replay(reader) { event in
      if folder != nil { events.append(event) }
    }
    let status = input.report(reader, on: console, output.speech)
    let exploration = try await explore(replay, on: console)
    let shrunk = try await shrink(exploration, events, into: folder, on: console)
    try destinations.write(on: console) { request in
      switch request.format {
      case .json: exploration.json(trace: input.trace, shrunk).text(.indented) + "\n"
      case .html: exploration.html(trace: input.trace, shrunk)
      case .text:
        exploration.text(trace: input.trace, shrunk, output.textOptions(of: request, on: console))
      }
    }
    guard exploration.replayCount > 0 else {
      console.say("warning: nothing was replayed, so nothing was tried")
      return .foundProblems
    }
    return status
  }

  /// Writes the smallest traces into the folder, if there is to be one.
  private func shrink(
    _ exploration: Exploration, _ events: [Event], into folder: NewFolder?,
    on console: Console
  ) async throws -> [Exploration.Shrunk] {
    guard let folder else { return [] }
    let count = min(minimizing.minimizeCount, exploration.clusters.count)
    let progress = console.progress
    progress.begin("minimizing", of: count, "problems")
    let shrunk = await exploration.shrunk(
      events, in: folder.path, problemCountMax: minimizing.minimizeCount,
      candidateCountMax: MinimizingOptions.candidateCountMax, width: width.jobs
    ) { progress.advance(to: $0) }
    try folder.write(shrunk.map(\.trace), title: "What went wrong")
    return shrunk
  }

  private func explore(_ replay: Replay, on console: Console) async throws -> Exploration {
    let options = Exploration.Options(
      modes: mode.modes, engine: engine, faults: faults.isEmpty ? nil : Set(faults),
      budget: budget, seed: seed, workerCount: width.jobs)
    let progress = console.progress
    progress.begin("working through the sessions")
    do {
      return try await Exploration.run(replay, options) { done, all in
        progress.describe { "exploring: \($0) of \(all) replays" }
        progress.advance(to: done)
      }
    } catch let failure as ReplayFailure {
      throw CommandFailure(describing: failure, trace: input.trace, in: replay)
    }
  }
}
