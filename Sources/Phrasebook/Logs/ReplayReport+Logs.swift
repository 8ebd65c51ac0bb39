package import Analyzer
internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// What logs tell, a page each: of each client reset, and of what else there is to report.
  package var loggedPages: [LoggedPage] {
    logged.map(\.page) + (loggedSessions.map { [$0.page] } ?? [])
  }
}
