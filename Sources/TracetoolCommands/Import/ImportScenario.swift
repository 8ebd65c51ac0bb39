import ArgumentParser
import Importers

struct ImportScenario: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "Make a trace of a session written by hand.",
    discussion: "docs/scenario.md describes the language.")

  @Argument(help: "The scenario, or - for standard input.", completion: .file(extensions: ["json"]))
  var scenario: String

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var target: ImportTarget

  var inputPaths: [String] { [scenario] }

  func run(on console: Console) throws -> ExitStatus {
    try target.begin(reading: [scenario], on: console)
    let source = try InputFile.source(scenario, on: console)
    let bytes = try InputFile.readAll(source, sizeMaxBytes: Scenario.sizeMaxBytes)
    console.progress.begin("making a trace of \(scenario)")
    let compiled = try Scenario(bytes, path: scenario)
    try ImportedEvents(events: compiled.events, metadata: compiled.metadata)
      .write(to: target, on: console)
    return .fine
  }
}
