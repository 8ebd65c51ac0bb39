import ArgumentParser
import Importers
import TraceFormat

struct ImportVector: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "vector",
    abstract: "Make a trace of a conformance vector: one client reset as Realm Core did it.",
    discussion:
      "The file is NDJSON with one reset per line, and may be compressed with gzip or zstd.",
    shouldDisplay: false)

  @Argument(help: "The vectors, or - for standard input.", completion: .file())
  var vectors: String

  @Option(help: "The name of the vector; needed if the file has several.")
  var name: String?

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var target: ImportTarget

  var inputPaths: [String] { [vectors] }

  func run(on console: Console) throws -> ExitStatus {
    try target.begin(reading: [vectors], on: console)
    let lines = try InputFile.lines(vectors, memory.limit, on: console)
    let vector = try ResetVector(named: name, from: lines, path: vectors)
    console.progress.begin("making a trace of \(vector.name)")
    try ImportedEvents(
      events: VectorImporter.events(of: vector), metadata: [.init("source", "vector")]
    ).write(to: target, on: console)
    return .fine
  }
}
