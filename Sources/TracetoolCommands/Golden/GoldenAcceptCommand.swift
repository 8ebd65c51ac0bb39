import ArgumentParser
import Campaigns
import Phrasebook
import TraceFormat

/// `tracetool golden accept`: pending outcomes become goldens.
struct GoldenAcceptCommand: TraceCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Make pending outcomes the goldens.",
    discussion: """
      Name a folder for all that is pending in it, a trace for all of its modes, or a golden. Ends \
      with 2 if a pending outcome can't be accepted.
      """)

  @OptionGroup var selection: GoldenSelection
  @OptionGroup var output: ReportOptions<GoldenFormat>

  func run(on console: Console) throws -> ExitStatus {
    let folder = try selection.folder(modes: ResetMode.inOrder)
    let destinations = try output.open(inputs: folder.files)
    let report = GoldenReview(folder).accept()
    try output.write(report, to: destinations, on: console)
    if report.verdicts.isEmpty { output.hint("nothing is pending", on: console) }
    return report.isFine ? .fine : .foundProblems
  }
}
