internal import TraceFormat

enum Heading {
  package static let faults = "Faults"
  static let decisions = "How it was decided"

  package static let failure = "Why it failed"
  static let unrecognized = "Not known"
  static let unknownMessage = "Not a known message"
  package static let resetLoop = "An earlier reset was never completed"
  package static let consequences = "What happens next"
  package static let steps = "What to do"
  /// What a reset of one attempt does to the app.
  static let callbacks = "What your app sees"
  /// The same of several.
  static let story = "Attempt by attempt"

  package static let defects = "Done by defects of the engine"
  static let trapsOfReset = "Known traps of the client reset"
  package static let mergePlan = "Merge plan"

  package static let differences = "Where the modes differ"

  package static let horizon = "Loss horizon"

  package static let logged = "What the log shows"
  /// Of a session that none ends.
  static let noReset = "No reset"
  static let notInLog = "Not known from a log"
  package static let unanswered = "Without an answer"
  package static let comparison = "Compared with the device"
  package static let gaps = "What the trace does not show"

  package static func reset(of name: String) -> String { "Client reset of \(name)" }

  package static func unsynced(of name: String) -> String { "Unsynced data of \(name)" }

  package static func deletion(of name: String) -> String { "Deletion of the file of \(name)" }
  /// Of a page about a session that nothing else is to be said of.
  static let session = "Session"
  static let agreements = "When they agreed"
  static let clientObjects = "Objects at the end"
  static let mergedAway = "Dropped by merges"
  static let mergedAwayHere = "Written here, and gone"
  static let mergedAwayThere = "Written elsewhere, and gone"
  static let outcomes = "What became of each change"
  static let whatOthersWroteColumn = "what others wrote"
  static let yourApp = "  <- your app"
  static let notKnown = "not known"
  static let needsFresh = "needs what the reset downloads"

  static func changesOfDevice(_ count: Int) -> String {
    count == 0 ? "this device's changes" : "this device's \(count.counted("change"))"
  }

  static func same(as mode: String) -> String { "as \(mode)" }

  static let whatOthersWrote = "What others wrote"
  static let overwrittenWith = "What others wrote that is gone with"
  static let goneOrChanged =
    "Synced values that the restored server lacks are gone with the backup or changed since: the trace "
    + "does not show which."
  static let pendingBefore = "Before"
  static let sourceDigest = "SHA-256 of the source"

  package static let conflicts = "Compared with the target"
}
