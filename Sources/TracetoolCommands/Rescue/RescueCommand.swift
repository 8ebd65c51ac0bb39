import ArgumentParser

/// `tracetool rescue`: files of many devices into one database.
struct RescueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rescue",
    abstract:
      "Bring what many devices never uploaded into a database: compare, decide, apply, undo.",
    subcommands: [RescueSurveyCommand.self, RescueApplyCommand.self, RescueUndoCommand.self],
    defaultSubcommand: RescueSurveyCommand.self)
}
