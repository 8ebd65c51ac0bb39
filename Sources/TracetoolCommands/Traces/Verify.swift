import ArgumentParser
import TraceCompression
import TraceFormat

/// `tracetool verify`: whether a trace is what was recorded.
struct Verify: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read a whole trace, check it, and list what is wrong with it.",
    discussion: """
      Ends with 0 for a sound trace, and with 2 for a damaged one or one with what looks like a \
      token, a password or another secret (docs/security.md).
      """)

  @OptionGroup var input: TraceInput
  @OptionGroup var output: OutputOptions

  var memory: MemoryOptions { input.memory }
  var inputPaths: [String] { [input.trace] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: [input.trace]).check()
    console.showProgress(isQuiet: output.quiet)
    let found = try input.reading {
      try TraceVerification(InputFile.source(input.trace, on: console), memory: memory.limit)
    }
    switch output.format {
    case .json: try console.print(json(found))
    case .text: for line in lines(found) { try console.print(line) }
    }
    if found.isDamaged, input.trace != "-", !output.quiet { console.say(input.recoveryHint) }
    let holdsSecrets = found.secrets.total > 0
    if holdsSecrets, input.trace != "-", !output.quiet { console.say(redactionHint) }
    return found.isDamaged || holdsSecrets ? .foundProblems : .fine
  }

  /// The next step for a trace with secrets.
  private var redactionHint: String {
    "hint: `tracetool recover --redact \(input.trace) -o OUT.synctrace` replaces them"
  }

  private func json(_ found: TraceVerification) -> JSONText {
    .members([
      "version": .integer(1), "trace": .string(input.trace), "isDamaged": .bool(found.isDamaged),
      "isClosed": .bool(found.isClosed), "chunkCount": .wide(found.chunkCount),
      "recordCount": .wide(found.recordCount), "suspectCount": .wide(found.suspectCount),
      "recordedLosses": found.recordedLosses.json, "foundLosses": found.foundLosses.json,
      "secrets": found.secrets.json,
      "secretSequences": .array(found.secretSequences.map { .wide($0) }),
      "unreadCount": .wide(found.unreadCount),
      "findings": .array(found.findings.map(\.json)),
      "omittedFindingCount": .integer(found.omittedFindingCount),
    ])
  }

  private func secretLines(_ found: TraceVerification) -> [String] {
    guard found.secrets.total > 0 else { return UnreadPlaces.lines(found.unreadCount) }
    let kept = found.header?.secrets == .kept ? "kept on purpose" : "found"
    let shown = found.secretSequences.prefix(10).map(String.init).joined(separator: ", ")
    let places = shown.isEmpty ? [] : ["  in records \(shown)" + (isCut(found) ? ", …" : "")]
    return found.secrets.lines(ending: kept) + places + UnreadPlaces.lines(found.unreadCount)
  }

  private func isCut(_ found: TraceVerification) -> Bool { found.secretSequences.count > 10 }

  private func lines(_ found: TraceVerification) -> [String] {
    var lines = found.findings.map(\.description)
    if found.omittedFindingCount > 0 { lines.append("and \(found.omittedFindingCount) more") }
    let read =
      "\(Int(clamping: found.recordCount).counted("record")) in "
      + Int(clamping: found.chunkCount).counted("chunk")
    if found.suspectCount > 0 { lines.append("\(found.suspectCount) of the records are suspect") }
    if found.recordedLosses.lossCount > 0 {
      lines.append("the trace says of itself: \(found.recordedLosses.text)")
    }
    lines += secretLines(found)
    let verdict =
      found.isDamaged
      ? "damaged: \(found.foundLosses.text); \(read) can be read"
      : found.isClosed ? "sound: \(read)" : "sound as far as it goes, but not closed: \(read)"
    return lines + ["\(input.trace): \(verdict)"]
  }
}
