import ArgumentParser
import Importers
import TraceFormat

struct ImportCapture: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Make a trace of a capture: NDJSON with one WebSocket message per line.",
    discussion: """
      Each line is an object with `us` (microseconds since 1970), `connection`, `direction` (`out` \
      is client to server) and `hex` (the whole message), and may have `sdk`, the SDK of the client \
      or the `User-Agent` of its handshake; the file may be compressed with gzip or zstd. \
      Keeps messages that it can't read as they are, and replaces tokens and other secrets by marks \
      (docs/security.md).

      What a device committed but never uploaded before a reset does not cross the wire, so the trace \
      lacks it.
      """)

  @Argument(help: "The capture, or - for standard input.", completion: .file())
  var capture: String

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var target: ImportTarget

  var inputPaths: [String] { [capture] }

  func run(on console: Console) throws -> ExitStatus {
    try target.begin(reading: [capture], on: console)
    let lines = try InputFile.lines(capture, memory.limit, on: console)
    var (summary, lostCount) = (CaptureSummary(), 0)
    let header = target.secrets.header([.init("source", "capture")])
    try target.trace.write(on: console, header: header) { writer in
      summary = try CaptureImporter.importCapture(from: lines, secrets: target.secrets.handling) {
        event in
        guard let reason = try writer.appendOrLose(event) else { return }
        lostCount += 1
        console.say("warning: record \(event.sequence) is lost: \(reason)")
      }
      try summary.checkIsCapture(of: capture)
      return summary.secrets.closingNotes
    }
    try ImportReport(capture: summary, output: target.trace.output).print(on: console, target)
    let lossCount = lostCount + summary.malformedLineCount + summary.unreadTransferCount
    return lossCount > 0 || summary.endFailure != nil ? .dataLost : .fine
  }
}
