import ArgumentParser

/// `tracetool import`: something recorded elsewhere becomes a trace.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a trace of a capture, a log, a .realm file, a vector or a scenario.",
    subcommands: [
      ImportCapture.self, ImportLog.self, ImportRealm.self, ImportVector.self, ImportScenario.self,
    ])
}
