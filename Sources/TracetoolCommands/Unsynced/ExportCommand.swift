import ArgumentParser

/// `tracetool export`: what is in a trace, for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export what is in a trace to other programs.",
    subcommands: [ExportUnsynced.self])
}
