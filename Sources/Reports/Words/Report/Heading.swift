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
}
