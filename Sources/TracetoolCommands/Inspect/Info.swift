import ArgumentParser
import TraceCompression
import TraceFormat

struct Info: SeveralInputsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what files are and what is in them.",
    discussion: """
      Takes a trace, .realm file, capture, log or scenario, and folders of these. Of a .realm file it also \
      says what was never uploaded, and ends with 2 if it is damaged or can't be read.

      A trace that was closed is summed up from its index, at once whatever its size; damage to its \
      records is then not noticed (`tracetool verify` reads them all). Anything else is read whole.
      """)

  @OptionGroup var inputs: TraceInputs

  @Flag(help: "Of a .realm file, list the objects of each class that unsynced changes are about.")
  var objects = false

  @OptionGroup var output: OutputOptions

  static let summaryRows = ["records", "kind"]
  var printsJSON: Bool { output.format == .json }
  var isQuiet: Bool { output.quiet }
  private var input: TraceInput { inputs.first }

  func runOne(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: inputs.paths).check()
    console.showProgress(isQuiet: output.quiet)
    let recognized = try input.recognized(on: console)
    switch recognized.kind {
    case .realm: return try inspect(recognized, on: console)
    case .trace where input.trace != "-", .unknown where input.trace != "-":
      // Whether it can be read is known once it is open.
      _ = try recognized.reader()
      let info = try TraceInfo(
        InputFile.source(input.trace, on: console), codec: ZstdCodec(), memory: memory.limit)
      return try print(info, imported: nil, on: console)
    default:
      let reader = try recognized.reader()
      return try print(TraceInfo(reading: reader), imported: reader, on: console)
    }
  }

  private func print(
    _ info: TraceInfo, imported reader: TraceReader?, on console: Console
  ) throws -> ExitStatus {
    let report = InfoReport(info: info, name: input.trace)
    try output.print(report.json, report.lines, on: console)
    if let reader { return input.report(reader, on: console, output.speech) }
    return input.report(
      info.findings, omittedCount: info.omittedFindingCount,
      isDamaged: info.findings.contains(where: \.isDamage), on: console, output.speech)
  }

  private func inspect(_ recognized: RecognizedInput, on console: Console) throws -> ExitStatus {
    let options = try input.realm.options(memory.limit)
    let report = InspectReport(input.trace, try recognized.seekable(), options)
    try output.print(
      .members(["version": .integer(1), "files": .array([report.json])]),
      report.lines(withObjects: objects), on: console)
    return report.isSound ? .fine : .foundProblems
  }
}
