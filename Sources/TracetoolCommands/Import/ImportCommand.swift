import ArgumentParser

/// `tracetool import`: something recorded elsewhere becomes a trace.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a trace of a capture, a log, a vector or a scenario.",
    subcommands: [ImportCapture.self, ImportLog.self, ImportVector.self, ImportScenario.self])
}
