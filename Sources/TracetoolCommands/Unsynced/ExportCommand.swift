import ArgumentParser

/// `tracetool export`: what is in a trace, for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Carry what is in a trace elsewhere.",
    subcommands: [ExportUnsynced.self])
}
