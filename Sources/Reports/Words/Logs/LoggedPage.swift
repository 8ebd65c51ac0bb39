internal import Analyzer
internal import TraceFormat

/// What every form of the report says of one thing that a log tells.
package struct LoggedPage: Hashable, Sendable {
  var headline: String
  /// The path of the file, as the log has it; empty where it is not known, or there are several.
  package var file: String
  /// What happened, most important first, without that path.
  package var details: [String]
  package var steps: [String]
  var unknowns: [String]

  /// The path of the file and what happened, a sentence each.
  package var sentences: [String] {
    let path = file.escaped(columns: 1000)
    return (file.isEmpty ? [] : ["File \(path)."]) + details
  }
}

extension ReplayReport {
  /// What logs tell, a page each: of each client reset, and of what else there is to report.
  var loggedPages: [LoggedPage] { logged.map(\.page) + (loggedSessions.map { [$0.page] } ?? []) }
}
