import ArgumentParser

struct GoldenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "golden",
    abstract: "Keep the outcomes of traces as reviewed files, and check them.",
    discussion: """
      A golden is a small text file next to a trace with the outcome of its client resets in one \
      mode: NAME.MODE.golden next to NAME.synctrace, and NAME.PLAN.MODE.golden for the fault plan \
      NAME.PLAN.faults.json. `record` writes goldens, `check` replays the traces and compares, `diff` \
      shows what differs, `accept` makes that the golden, `review` asks for each.
      """,
    subcommands: [
      GoldenRecordCommand.self, GoldenCheckCommand.self, GoldenDiffCommand.self,
      GoldenAcceptCommand.self, GoldenReviewCommand.self,
    ])
}
