package import ArgumentParser
import Foundation

/// The command itself: its verbs, and the table of exit codes.
package struct Tracetool: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tracetool",
    abstract: "Record, replay and explain client resets of Realm sync.",
    discussion: """
      When a sync server tells a device to reset, the device's unsynced data is recovered, \
      discarded or stranded. tracetool replays a recorded session through the reset and says, \
      write by write, what became of it.

      \(ExitStatus.table)
      """,
    version: ToolVersion.text,
    subcommands: [Conform.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Understand a reset",
        subcommands: [
          ReplayCommand.self, ViewCommand.self, Explain.self, StateCommand.self,
          MergesCommand.self, Diff.self, Explore.self, FaultsCommand.self, Minimize.self,
        ]),
      CommandGroup(
        name: "Get data out",
        subcommands: [PendingCommand.self, ExportCommand.self, RescueCommand.self]),
      CommandGroup(
        name: "Collect",
        subcommands: [
          RecordCommand.self, ImportCommand.self, SimulateCommand.self, FleetCommand.self,
        ]),
      CommandGroup(
        name: "Guard",
        subcommands: [GoldenCommand.self, PreflightCommand.self, ConfigCommand.self]),
      CommandGroup(
        name: "Trace files",
        subcommands: [
          Info.self, Cat.self, Verify.self, Salvage.self, Compact.self, ScrubCommand.self,
        ]),
    ])

  package init() {}

  /// Parses the process's arguments, runs the verb they name and ends the process with its code.
  package static func runProcess() async {
    StandardStreams.occupyClosed()
    let console = Console.standard()
    do throws(CommandFailure) {
      try StandardStreams.checkRoom()
    } catch {
      Foundation.exit(error.report(on: console).rawValue)
    }
    ProcessSignals.takeOver()
    let code = await run(Array(CommandLine.arguments.dropFirst()), on: console, isProcess: true)
    try? ExitStatus(rawValue: code)?.end()
    Foundation.exit(code)
  }
}
