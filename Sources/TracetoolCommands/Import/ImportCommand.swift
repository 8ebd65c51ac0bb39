import ArgumentParser

/// `tracetool import`: something recorded elsewhere becomes a trace.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a trace of a .realm file, a capture, a log or a scenario.",
    discussion: """
      `tracetool import FILE -o TRACE` recognizes what FILE is. The subcommands have the options of one kind.
      """,
    subcommands: [
      ImportAny.self, ImportCapture.self, ImportLog.self, ImportRealm.self, ImportVector.self,
      ImportScenario.self,
    ], defaultSubcommand: ImportAny.self)
}
