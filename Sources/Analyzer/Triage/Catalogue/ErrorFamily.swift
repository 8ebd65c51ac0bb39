/// Error numbers of one kind: what they have in common, and what each means.
struct ErrorFamily {
  /// A number of the sync protocol, or of a closed WebSocket.
  struct Code {
    var number: Int32
    var cause: MessageTemplate
    /// Words by which Realm Core's or the server's own text tells the number.
    var phrases: [MessagePattern] = []
  }

  /// A heading of `docs/triage.md`.
  var identifier: String
  /// The client's names for the error, as they stand in front of its text.
  var statusNames: [String]
  var cause: MessageTemplate
  var dataNow: MessageTemplate
  var nextSteps: [MessageTemplate]
  var codes: [Code]
}

extension ErrorFamily {
  /// An entry for the family by its names, then one for each number.
  var entries: [TriageEntry] {
    let names = TriageEntry(
      identifier, .wrapper, patterns: statusNames.map { MessagePattern("\($0): <inner>") },
      terms: statusNames, cause: cause, dataNow: dataNow, nextSteps: nextSteps, isInnerFree: true)
    return [names]
      + codes.map { code in
        TriageEntry(
          identifier, patterns: code.phrases, terms: code.terms, cause: code.cause,
          dataNow: dataNow, nextSteps: nextSteps)
      }
  }
}

extension MessageTemplate {
  /// Nothing has happened yet: the action that came with an error decides.
  static let actionDecides: MessageTemplate = """
    Nothing has happened to the data yet. What follows is decided by the action that came with the \
    error, and by the app's reset mode; the number decides nothing.
    """
  /// An error that starts no reset by its meaning.
  static let dataStays: MessageTemplate = """
    Nothing is lost: unsynced changes stay in the file. Whether sync goes on, stops or resets is \
    decided by the action that came with the error.
    """
  static let compareModes: MessageTemplate = """
    `tracetool replay --mode all` shows what each mode would do with what is unsynced.
    """
  static let explainAction: MessageTemplate = """
    Look up the action: `tracetool explain ClientReset` and so on.
    """
}
