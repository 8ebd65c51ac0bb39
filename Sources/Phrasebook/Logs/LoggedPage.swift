/// What every form of the report says of one thing that a log tells.
package struct LoggedPage: Hashable, Sendable {
  /// What happened, in one sentence.
  package var headline: String
  /// The path of the file, as the log has it; empty where it is not known, or there are several.
  package var file: String
  /// What happened, most important first, without that path.
  package var details: [String]
  /// What to do.
  package var steps: [String]
  /// What a log cannot tell of it.
  package var unknowns: [String]

  /// The path of the file and what happened, a sentence each.
  package var sentences: [String] {
    let path = Phrase.foreign(file, columns: 1000, isQuoted: false)
    return (file.isEmpty ? [] : ["File \(path)."]) + details
  }
}
