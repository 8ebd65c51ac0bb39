import Analyzer
import ArgumentParser
import Campaigns
import TraceFormat

struct GoldenDiffCommand: TraceCommand, GoldenVerb {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how pending outcomes differ from their goldens.",
    discussion: """
      Pending outcomes are those that `golden check` set aside; replays nothing. Ends with 0 if \
      nothing is pending, else with 2.
      """)

  @OptionGroup var selection: GoldenSelection
  @OptionGroup var output: ReportOptions<GoldenFormat>

  func run(on console: Console) throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    console.progress.begin("comparing goldens")
    let folder = try selection.folder(modes: ResetMode.inOrder)
    let destinations = try output.open(inputs: folder.files)
    let report = GoldenReview(folder).comparison()
    try output.write(report, to: destinations, on: console)
    return report.verdicts.isEmpty ? .fine : .foundProblems
  }
}
