import ArgumentParser
import Campaigns

struct GoldenRecordCommand: AsyncTraceCommand, GoldenVerb {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Replay traces and write a golden for each mode.",
    discussion: """
      Leaves existing goldens alone; ends with 2 if one of them differs, or if an outcome exceeds its \
      budget. With faults, writes them for every trace as a plan, NAME.PLAN.faults.json, and records \
      only the goldens of that plan.
      """)

  @OptionGroup var selection: GoldenSelection
  @OptionGroup var replay: GoldenReplayOptions
  @OptionGroup var faults: FaultOptions

  @Flag(help: "Replace goldens that differ.")
  var force = false

  @OptionGroup var output: ReportOptions<GoldenFormat>

  func run(on console: Console) async throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    console.progress.begin("looking for traces and goldens")
    let plan = try GoldenPlan(faults, isNamed: selection.plan != nil)
    let folder = try selection.folder(modes: replay.modes, adding: plan)
    let destinations = try output.open(inputs: folder.files + [faults.faultPlan])
    let recording = GoldenRecording(
      folder, engine: replay.engine, budget: replay.budget, replaces: force)
    let progress = console.progress
    progress.begin("recording", of: folder.traces.count, "traces")
    let report = await recording.run(width: replay.width.jobs) {
      progress.advance(to: $0)
    }
    try output.write(report, to: destinations, on: console)
    let isInTheWay = report.findings.contains {
      [.changed, .changedPlan, .unreadableGolden].contains($0.code)
    }
    if isInTheWay { output.speech.hint("`--force` replaces goldens", on: console) }
    if plan != nil, report.findings.contains(where: { $0.code == .nameClash }) {
      output.speech.hint("`--plan` gives the plan another name", on: console)
    }
    return report.isFine ? .fine : .foundProblems
  }
}
