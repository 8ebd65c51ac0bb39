import Analyzer
import ArgumentParser
import Campaigns
import Reports
import TraceFormat

struct GoldenReviewCommand: TraceCommand, GoldenVerb {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Accept or reject pending outcomes one at a time.",
    discussion: """
      Shows each pending outcome as `golden diff` does, and waits for a key: a accepts it as the golden, r \
      rejects it (removes the pending outcome, keeps the golden), s skips it, q quits. Ends with 0 if nothing \
      is pending any more, else with 2; with 64 if there is no terminal to ask at.
      """)

  @OptionGroup var selection: GoldenSelection
  @OptionGroup var speech: SpeechOptions

  func run(on console: Console) throws -> ExitStatus {
    guard console.surroundings.inputIsTerminal, console.surroundings.outputIsTerminal else {
      throw CommandFailure(
        .usage, "`golden review` asks at a terminal, and this is not one",
        hint: "`tracetool golden diff` shows what is pending, `tracetool golden accept` accepts it")
    }
    let review = GoldenReview(try selection.folder(modes: ResetMode.inOrder))
    let pending = review.comparison().verdicts
    var (accepted, rejected, isQuit) = (0, 0, false)
    for (index, verdict) in pending.enumerated() where !isQuit {
      try console.write(page: verdict.text(speech.textOptions(on: console)))
      // Of a file that can't be read, or belongs to nothing, there is nothing to accept.
      guard verdict.cell != nil else { continue }
      let question = "[\(index + 1) of \(pending.count)] a accept, r reject, s skip, q quit: "
      switch try key(question, of: "arsq", on: console) {
      case "a": accepted += try accept(verdict.path, review, on: console) ? 1 : 0
      case "r":
        try review.reject(verdict.path)
        rejected += 1
      case "q": isQuit = true
      default: break
      }
    }
    let left = pending.count - accepted - rejected
    try console.print(
      pending.isEmpty
        ? "nothing is pending" : "\(accepted) accepted, \(rejected) rejected, \(left) left")
    return left == 0 ? .fine : .foundProblems
  }

  /// Makes an outcome the golden; that of another trace only if its fates are confirmed.
  private func accept(
    _ golden: String, _ review: GoldenReview, on console: Console
  ) throws -> Bool {
    var report = review.accept(only: golden)
    if report.findings.contains(where: { $0.code == .unconfirmed }) {
      let question =
        "The trace is not the one that you reviewed, and fates differ. Accept them? y, n: "
      guard try key(question, of: "ynq", on: console) == "y" else { return false }
      report = review.accept(confirmsFates: true, only: golden)
    }
    for finding in report.findings { console.say("error: \(finding.path): \(finding.message)") }
    return report.isFine && !report.verdicts.isEmpty
  }

  /// The key that answers a question; q at the end of the input, and for Ctrl-D, which is byte 4.
  private func key(_ question: String, of keys: String, on console: Console) throws -> Character {
    try console.write(page: question)
    try console.flush()
    var key: Character?
    while key == nil, let byte = console.readKey(), byte != 4 {
      key = keys.first { $0.asciiValue == byte }
    }
    try console.write(page: "\(key ?? "q")\n\n")
    return key ?? "q"
  }
}
