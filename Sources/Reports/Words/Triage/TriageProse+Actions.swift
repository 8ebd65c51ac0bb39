internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension TriageProse {
  static let actions: [TriageProse] = [
    action(
      .clientReset,
      "The server asks for a client reset, and allows recovery",
      """
      By mode: Recover and RecoverOrDiscard apply what is unsynced to the server's state; \
      DiscardLocal drops it; Manual leaves the file and tells the app.
      """, [.compareModes]),
    action(
      .clientResetNoRecovery,
      "The server asks for a client reset, and forbids recovery",
      """
      By mode: Recover fails and leaves everything in the file; RecoverOrDiscard and DiscardLocal \
      drop what is unsynced; Manual leaves the file and tells the app.
      """,
      ["Set the mode to Recover or Manual if unsynced changes must not be dropped.", .compareModes]),
    action(
      .migrateToFLX, "The server has moved the app to flexible sync", migration,
      ["Set an automatic mode before the server migrates."]),
    action(
      .revertToPBS, "The server has moved the app back to partition-based sync", migration,
      ["Set an automatic mode before the server migrates."]),
    action(
      .deleteRealm, "The server asks for the file to be deleted",
      """
      Sync stops, and the file is deleted at the next launch without a copy: what is unsynced is \
      lost unless it is saved before.
      """, ["Copy the file before the next launch."]),
    action(
      .protocolViolation, "Client and server do not agree about the protocol", stopped,
      [.lookAtError]),
    action(
      .applicationBug,
      "The app did what the server does not take; also what an unknown action is taken for",
      stopped,
      [.lookAtError]),
    action(
      .warning, "The server tells the app something", "Sync goes on; nothing is lost by this.",
      [.lookAtError]),
    action(
      .transient, "Something passing", "Nothing is lost; the client tries again and says nothing.",
      []),
    action(
      .refreshUser, "The user's access token has to be refreshed",
      "Nothing is lost; the client refreshes it and connects again.", []),
    action(
      .refreshLocation, "The server's address has to be asked for again",
      "Nothing is lost; the client asks and connects again.", []),
    action(
      .logOutUser, "The user has to log in again",
      "Sync stops; unsynced changes stay in the file of this user.", ["Log the user in again."]),
    action(
      .migrateSchema, "The file has to move to another version of the schema",
      "What is unsynced is uploaded first; then the file is downloaded anew.",
      ["Let the client upload everything before anything else."]),
    action(
      .noAction, "The error came without an action, which no server of today sends",
      "No reset follows. Sync stops if the error is fatal; unsynced changes stay in the file.",
      [.lookAtError]),
  ]

  private static let stopped: MessageTemplate =
    "Sync stops; unsynced changes stay in the file, and no reset follows."
  private static let migration: MessageTemplate = """
    A reset into the other kind of sync follows, whatever the mode. Unsynced changes are recovered \
    or dropped as the mode says; mode Manual is not provided for.
    """

  private static func action(
    _ action: ServerAction, _ cause: MessageTemplate, _ dataNow: MessageTemplate,
    _ nextSteps: [MessageTemplate]
  ) -> TriageProse {
    TriageProse(Triage.Topic(action), cause: cause, dataNow: dataNow, nextSteps: nextSteps)
  }
}

extension MessageTemplate {
  fileprivate static let lookAtError: MessageTemplate = "Look at the error's name and message."
}
