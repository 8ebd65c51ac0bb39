import ArgumentParser

/// `tracetool fleet`: thousands to millions of traces.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Replay thousands to millions of traces, and report what they lose.",
    subcommands: [FleetRunCommand.self, FleetReportCommand.self],
    defaultSubcommand: FleetRunCommand.self)
}
