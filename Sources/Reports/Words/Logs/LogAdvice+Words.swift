package import Analyzer

extension LogAdvice {
  package var words: String {
    switch self {
    case .saveFile:
      "Ask for a copy of the .realm file before your app's next launch: what is not synced is in it, and the next launch may set it aside."
    case .askForBackup:
      "If your app has been launched since, look for the copy in the folder recovered-realms of its sync data; the error that your app got names it."
    case .unsyncedIsGone:
      "What was not synced is no longer on the device; a backup of the device, or a copy that your app made before the reset, may have it."
    case .saveBeforeDeletion:
      "Ask for a copy of the .realm file before your app's next launch: it deletes the file without a backup."
    case .checkMode:
      "Check which mode your app configures: the log stops here if the mode is manual, if it requires a recovery that the server forbids, or if your app ended."
    case .beginsAnew:
      "The reset starts again at your app's next launch; look at the log of that launch."
    case .mendHandler: "Fix what your app does after a reset: the file has already been reset."
    case .keepFile:
      "Have the .realm file copied before your app or its user is removed from the device: sync has stopped, and what is not synced is in that file alone."
    case .logIn: "Let the user log in again: until then nothing is uploaded."
    case .checkPermissions:
      "Look at the server's rules for what this user may write; the log of the server has the writes that were undone or refused."
    case .goesOn:
      "Errors that the client handles itself need nothing from you, unless they never end."
    case .explainErrors: "Give the text of an error to `tracetool explain` to learn what it means."
    case .nothing: "Nothing to do: there were no local changes."
    case .raiseLevel(.resets):
      "Set the log level to debug to see what the recovery left out and which objects differed."
    case .raiseLevel(.objects): "Set the log level to debug to see which objects differed."
    case .raiseLevel(.changesets):
      "Set the log level to trace to get the changesets themselves; then the trace can be replayed."
    case .recordSessions:
      "Record sessions instead of logs to have each write and its fate (docs/recording.md)."
    }
  }
}

extension LogUnknown {
  package var words: String {
    switch self {
    case .writes:
      "Which writes were not synced and what became of each: fate unknown, a log has no data."
    case .droppedWrites:
      "Which writes were left out: the log has no class, key or value of them, and leaves out some silently."
    case .unsyncedCount: "How much was not synced."
    case .configuredMode: "Which mode your app has configured, for certain."
    case .ending: "How it ended."
    case .acknowledgement:
      "Whether the server has acknowledged it: until then another reset may discard."
    case .file: "Which file: the session began before the log."
    case .quietErrors:
      "Whether there were other errors: at level warn the server's errors are not logged, and errors before or after this log are not in it."
    case .missingParts: "Whether the missing parts of the log have errors or a client reset."
    case .backup: "Where a copy of the file was put, and whether that has happened."
    }
  }
}
