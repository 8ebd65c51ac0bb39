import ArgumentParser
import Reports
import TraceCompression
import TraceFormat

struct Verify: SeveralInputsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read a whole trace, check it, and list what is wrong with it.",
    discussion: """
      Ends with 0 for a sound trace, and with 2 for a damaged one or one with what looks like a \
      token, a password or another secret (docs/security.md).
      """)

  @Argument(help: "A trace, or - for standard input.", completion: .file())
  var trace: String

  @Argument(help: "Further traces, and folders of them.", completion: .file())
  var further: [String] = []

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var output: OutputOptions

  /// Traces alone, so that there is no key and nothing to salvage.
  var inputs: TraceInputs {
    get {
      var inputs = TraceInputs()
      (inputs.first, inputs.further) = (.reading(trace, memory), further)
      return inputs
    }
    set { (trace, further) = (newValue.first.trace, newValue.further) }
  }

  private var input: TraceInput { inputs.first }
  var printsJSON: Bool { output.format == .json }
  var isQuiet: Bool { output.quiet }

  func runOne(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: inputs.paths).check()
    console.showProgress(isQuiet: output.quiet)
    let found = try verification(on: console)
    try output.print(json(found), lines(found), on: console)
    let holdsSecrets = found.secrets.total > 0
    if input.trace != "-" {
      if found.info.isDamaged { output.speech.hint(input.salvageHint, on: console) }
      if holdsSecrets { output.speech.hint(redactionHint, on: console) }
    }
    return found.info.isDamaged || holdsSecrets ? .foundProblems : .fine
  }

  private func verification(on console: Console) throws -> TraceVerification {
    do {
      return try TraceVerification(
        InputFile.source(input.trace, on: console), codec: ZstdCodec(), memory: memory.limit)
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      throw CommandFailure(
        input.trace, isNot: .trace,
        because: "not a trace that can be read, and only traces have checksums: \(failure)",
        only: "and only traces have checksums to verify",
        hint: "`tracetool info \(input.trace.pathWord)` says what it is")
    }
  }

  private var redactionHint: String {
    "`tracetool salvage --redact \(input.trace.pathWord) -o OUT.synctrace` replaces them"
  }

  private func json(_ found: TraceVerification) -> JSONText {
    JSONText(facts: [
      "version": 1, "trace": input.trace, "isDamaged": found.info.isDamaged,
      "isClosed": found.info.isClosed, "chunkCount": found.info.chunkCount,
      "recordCount": found.info.recordCount, "suspectCount": found.info.suspectCount,
      "recordedLosses": found.info.losses.json, "foundLosses": found.info.foundLosses.json,
      "secrets": found.secrets.json, "secretSequences": found.secretSequences,
      "unreadCount": found.unreadCount, "findings": found.info.findings.map(\.json),
      "omittedFindingCount": found.info.omittedFindingCount,
    ])
  }

  private func secretLines(_ found: TraceVerification) -> [String] {
    guard found.secrets.total > 0 else { return UnreadPlaces.lines(found.unreadCount) }
    let kept = found.info.header?.secrets == .kept ? "kept on purpose" : "found"
    let shown = found.secretSequences.prefix(10).map(String.init).joined(separator: ", ")
    let places =
      shown.isEmpty
      ? []
      : [
        "  in \(found.secretSequences.count == 1 ? "record" : "records") \(shown)"
          + (found.secretSequences.count > 10 ? ", …" : "")
      ]
    return found.secrets.lines(ending: kept) + places + UnreadPlaces.lines(found.unreadCount)
  }

  private func lines(_ found: TraceVerification) -> [String] {
    var lines = found.info.findings.map(\.description)
    if found.info.omittedFindingCount > 0 {
      lines.append("and \(found.info.omittedFindingCount) more")
    }
    let read =
      "\(found.info.recordCount.counted("record")) in "
      + found.info.chunkCount.counted("chunk")
    if found.info.suspectCount > 0 {
      lines.append("\(found.info.suspectCount) of the records are suspect")
    }
    if found.info.losses.lossCount > 0 {
      lines.append("the trace says of itself: \(found.info.losses.text)")
    }
    lines += secretLines(found)
    let verdict =
      found.info.isDamaged
      ? "damaged: \(found.info.foundLosses.text); \(read) can be read"
      : found.info.isClosed ? "sound: \(read)" : "sound as far as it goes, but not closed: \(read)"
    return lines + ["\(Phrase.source(input.trace)): \(verdict)"]
  }
}
