import ArgumentParser
import Scrubbing

struct ScrubCommand: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrub",
    abstract: "Write a shareable copy of a trace that replays identically.",
    discussion: """
      Replaces values, primary keys, paths, errors, queries and notes by pseudonyms that depend on your \
      key. What is equal stays equal, what comes first stays first, and objects have the same pseudonyms \
      in all traces that are scrubbed with one key. docs/sharing.md says what is gone, what can still be \
      inferred, and how to check it.

      Before it writes the output, the command replays both traces in all modes, and compares ruling by \
      ruling and fate by fate. If they differ, it names the field, writes no output and ends with 1. Ends \
      with 3 if the trace was damaged.
      """)

  @Argument(
    help: "The trace to scrub, or a .realm file, capture, log or scenario.", completion: .file())
  var trace: String

  @Option(
    help: ArgumentHelp(
      "The key: a file of 32 random bytes or more, all of which count.", valueName: "file"),
    completion: .file())
  var keyFile: String

  @Option(
    help: ArgumentHelp(
      "The file with the key of an encrypted .realm file: 64 bytes, or their hexadecimal digits or base64.",
      valueName: "file"),
    completion: .file())
  var realmKeyFile: String?

  @Option(help: "Keep the names of classes and properties, or replace them.")
  var names: ScrubOptions.Names = .keep

  @Flag(help: "Shift all times by a span that depends on the key.")
  var shiftTimes = false

  @Flag(inversion: .prefixedNo, help: "Check that both traces replay identically.")
  var check = true

  @OptionGroup var target: TraceOutput
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard trace != "-", keyFile != "-", realmKeyFile != "-", target.output != "-" else {
      throw ValidationError(
        "`scrub` reads its input twice and checks its output, so - can't be used")
    }
  }

  var inputPaths: [String] { [trace] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: [trace, keyFile, realmKeyFile], writing: [target.output]).check()
    let key = try ScrubKey(file: keyFile)
    var realm = RealmFileOptions.none
    (realm.keyFile, realm.keyOption) = (realmKeyFile, "--realm-key-file")
    console.showProgress(isQuiet: options.quiet)
    var work = ScrubWork(
      input: .reading(trace, memory, realm), key: key,
      choice: ScrubOptions(names: names, shiftsTimes: shiftTimes), isChecked: check)
    try work.survey(on: console)
    do {
      try work.write(to: target, on: console)
    } catch is ScrubWork.VerdictsDiffer {
      return try report(work, on: console)
    }
    return try report(work, on: console)
  }

  private func report(_ work: ScrubWork, on console: Console) throws -> ExitStatus {
    let report = ScrubReport(work: work, trace: trace, output: target.output)
    try options.summarize(report.json, report.isSame ? report.lines : [], on: console)
    guard report.isSame else {
      for line in report.differenceLines { console.say(line) }
      throw CommandFailure(
        .failed,
        "the scrubbed trace replays differently, so `\(target.output)` was not written",
        hint: "`--no-check` writes it anyway, with other verdicts than `\(trace)`")
    }
    return work.reportDamage(on: console, options.speech)
  }
}
