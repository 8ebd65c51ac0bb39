import ArgumentParser
import TraceFormat

/// `tracetool verify`: whether a trace is what was recorded.
struct Verify: TraceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read all of a trace, check it, and list what is wrong with it.",
    discussion: "Ends with 0 for a sound trace and with 2 for a damaged one.")

  @OptionGroup var input: TraceInput
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: [input.trace]).check()
    let found = try input.reading { try TraceVerification(InputFile.source(input.trace)) }
    switch output.format {
    case .json: try console.print(json(found).text(.indented))
    case .text: for line in lines(found) { try console.print(line) }
    }
    if found.isDamaged, input.trace != "-", !output.quiet { console.say(input.recoveryHint) }
    return found.isDamaged ? .foundProblems : .fine
  }

  private func json(_ found: TraceVerification) -> JSONText {
    .members([
      "version": .integer(1), "trace": .string(input.trace), "isDamaged": .bool(found.isDamaged),
      "isClosed": .bool(found.isClosed), "chunkCount": .wide(found.chunkCount),
      "recordCount": .wide(found.recordCount), "suspectCount": .wide(found.suspectCount),
      "recordedLosses": found.recordedLosses.json, "foundLosses": found.foundLosses.json,
      "findings": .array(found.findings.map(\.json)),
      "omittedFindingCount": .integer(found.omittedFindingCount),
    ])
  }

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
    let verdict =
      found.isDamaged
      ? "damaged: \(found.foundLosses.text); \(read) can be read"
      : found.isClosed ? "sound: \(read)" : "sound as far as it goes, but not closed: \(read)"
    return lines + ["\(input.trace): \(verdict)"]
  }
}
