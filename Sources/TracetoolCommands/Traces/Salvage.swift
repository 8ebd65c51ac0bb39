import ArgumentParser
import TraceCompression
import TraceFormat

struct Salvage: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write what can be read of a damaged trace to a new one.",
    discussion: """
      Never changes the input. Marks what came from damaged bytes as suspect, notes what is missing in \
      its place, and reads the new trace again as a check. Ends with 0 if nothing was missing and with \
      3 if something was.

      `--redact` replaces tokens, passwords and other secrets by marks; the trace need not be damaged \
      (docs/security.md).
      """)

  @Argument(help: "The damaged trace.", completion: .file(extensions: ["synctrace"]))
  var trace: String

  @Option(
    name: .shortAndLong, help: "The trace to write.", completion: .file(extensions: ["synctrace"]))
  var output: String

  @Flag(help: "Replace the output if it exists.")
  var force = false

  @Flag(help: "Replace what looks like a secret.")
  var redact = false

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard trace != "-", output != "-" else {
      throw ValidationError("`salvage` reads one file and writes another, so - can't be used")
    }
  }

  var inputPaths: [String] { [trace] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: [trace], writing: [output]).check()
    console.showProgress(isQuiet: options.quiet)
    let recovery = try recover(console)
    try options.summarize(json(recovery), lines(recovery), on: console)
    return recovery.isLossy || recovery.old.suspectCount > 0 ? .dataLost : .fine
  }

  private func recover(_ console: Console) throws -> TraceRecovery {
    do {
      return try TraceRecovery.recover(
        InputFile.source(trace, on: console), to: output, codec: ZstdCodec(), replacing: force,
        redacting: redact, memory: memory.limit
      ) { console.progress.begin("checking the new trace") }
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      throw CommandFailure(
        trace, isNot: .trace, because: "it has nothing of a trace: \(failure)",
        only: "and only traces can be salvaged")
    }
  }

  private func json(_ recovery: TraceRecovery) -> JSONText {
    JSONText(facts: [
      "version": 1, "trace": trace, "output": output, "wasDamaged": recovery.old.isDamaged,
      "wasClosed": recovery.old.isClosed, "isLossy": recovery.isLossy,
      "isComplete": recovery.isComplete, "recordCount": recovery.old.recordCount,
      "suspectCount": recovery.old.suspectCount, "recordedLosses": recovery.old.losses.json,
      "foundLosses": recovery.old.foundLosses.json, "secretsReplaced?": recovery.secrets?.json,
      "unreadCount?": recovery.secrets.map { _ in recovery.unreadCount },
      "findings": recovery.old.findings.map(\.json),
      "omittedFindingCount": recovery.old.omittedFindingCount,
    ])
  }

  private func lines(_ recovery: TraceRecovery) -> [String] {
    let kept = "\(output): \(recovery.old.recordCount.counted("record"))"
    let suspects =
      recovery.old.suspectCount > 0 ? ", \(recovery.old.suspectCount) of them suspect" : ""
    let omitted = recovery.old.omittedFindingCount
    return recovery.old.findings.map(\.description) + (omitted > 0 ? ["and \(omitted) more"] : [])
      + ["\(kept)\(suspects); \(verdict(recovery))"] + secretLines(recovery)
  }

  private func verdict(_ recovery: TraceRecovery) -> String {
    if recovery.isLossy { return "lossy: \(recovery.old.foundLosses.text)" }
    guard recovery.old.isClosed else {
      return "no gap was found, but the trace was not closed, so whether more followed is not known"
    }
    return recovery.isComplete ? "nothing is missing" : "no record is missing"
  }

  private func secretLines(_ recovery: TraceRecovery) -> [String] {
    guard let secrets = recovery.secrets else { return [] }
    let replaced = secrets.total > 0 ? secrets.lines(ending: "replaced") : ["no secret found"]
    return (replaced + UnreadPlaces.lines(recovery.unreadCount)).map { "  \($0)" }
  }
}
