import Analyzer
import ArgumentParser
import Campaigns
import TraceFormat

struct GoldenAcceptCommand: TraceCommand, GoldenVerb {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Make pending outcomes the goldens.",
    discussion: """
      Name a folder for all that is pending in it, a trace for all of its modes, or a golden. Prints \
      what changes. If the trace is not the one you reviewed (its resets differ, or are at other \
      records) and the fates of writes differ too, accepts nothing until you have looked at them and \
      pass --confirm-fates. Ends with 2 if a pending outcome isn't accepted.
      """)

  @OptionGroup var selection: GoldenSelection

  @Flag(help: "Accept new fates even if the trace has other records before its resets.")
  var confirmFates = false

  @OptionGroup var output: ReportOptions<GoldenFormat>

  func run(on console: Console) throws -> ExitStatus {
    console.showProgress(isQuiet: output.speech.quiet)
    console.progress.begin("accepting goldens")
    let folder = try selection.folder(modes: ResetMode.inOrder)
    let destinations = try output.open(inputs: folder.files)
    let report = GoldenReview(folder).accept(confirmsFates: confirmFates)
    try output.write(report, to: destinations, on: console)
    if report.verdicts.isEmpty { output.speech.hint("nothing is pending", on: console) }
    if report.findings.contains(where: { $0.code == .unconfirmed }) {
      output.speech.hint("`--confirm-fates` accepts the listed fates", on: console)
    }
    return report.isFine ? .fine : .foundProblems
  }
}
