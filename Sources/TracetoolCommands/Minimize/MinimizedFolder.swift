import Analyzer
import ArgumentParser
import Campaigns
import FaultPlans
import Importers
import RealmModel
import Replayer
import Reports
import TraceFormat

extension NewFolder {
  /// Makes it the folder of the smallest traces that were found: for each thing that they show the trace, its
  /// fault plan and a scenario, and a page that lists them.
  ///
  /// The plans are named as goldens name theirs, so that `golden record` takes the folder as it is.
  ///
  /// - Parameter title: what stands above the page.
  func write(_ traces: [ShrunkTrace], title: String) throws {
    try fill { written in
      for trace in traces { try write(trace, &written) }
      try write(page(traces, title), to: "README.md")
    }
  }

  private func write(_ trace: ShrunkTrace, _ written: inout [String]) throws {
    let files = MinimizedFiles(candidate: trace.result.smallest, question: trace.question)
    let base = "\(path)/\(trace.name)"
    let (plan, scenario) = ("\(base).found.faults.json", "\(base).scenario.json")
    written += [trace.path(in: path), plan, scenario]
    try files.writeTrace(to: AtomicFileSink(path: trace.path(in: path)))
    if !trace.result.smallest.plan.isEmpty { try files.writePlan(to: AtomicFileSink(path: plan)) }
    do {
      try files.writeScenario(to: AtomicFileSink(path: scenario))
    } catch is ScenarioWriterFailure {
      // What only the wire shows, and cannot be shown otherwise, no scenario can say.
    }
  }

  private func page(_ traces: [ShrunkTrace], _ title: String) -> String {
    let parts = traces.map { trace in
      let question = trace.question
      // What it shows may have names of the trace's in it: as code they are not Markdown.
      return """
        ## \(trace.name)

            \(question.wanted.text.visible)

        In mode \(question.mode.optionName), by \(trace.extent):

            \(trace.command(at: trace.path(in: path)))

        """
    }
    return (["# \(title)\n"] + parts).joined(separator: "\n")
  }
}

struct MinimizingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the smallest trace and scenario that show each of the first problems, with the plan where "
        + "faults were injected, to this folder, which must be new or empty.",
      valueName: "folder"),
    completion: .directory)
  var minimize: String?

  @Option(help: ArgumentHelp("How many problems to minimize at most.", valueName: "count"))
  var minimizeCount = 10

  /// How many candidates are replayed for each problem.
  static let candidateCountMax = 2_000

  func validate() throws {
    guard minimizeCount > 0 else {
      throw ValidationError("`--minimize-count` takes a number from 1")
    }
  }

  /// The folder, before any work is done; nil where nothing is to be minimized.
  func folder() throws -> NewFolder? { try minimize.map(NewFolder.init) }
}
