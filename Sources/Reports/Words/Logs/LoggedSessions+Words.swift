internal import Analyzer
package import Replayer
internal import TraceFormat

extension Phrase {
  static let loggedError =
    "The log shows an error that is not known to have caused a client reset"

  /// An error by its number, its name and its message, as far as a log has them.
  static func error(_ code: Int32?, _ name: String, _ message: String) -> String {
    "Error" + (code.map { " \($0)" } ?? "")
      + (name.isEmpty ? "" : " \(name.escaped(columns: 80))")
      + (message.isEmpty ? "" : ": \(message.quoted(columns: 300))")
  }
}

// What a log shows besides client resets.
extension LoggedSessions {
  var page: LoggedPage {
    LoggedPage(
      headline: headline, file: fileCount == 1 ? files[0] : "", details: details,
      steps: advice.map(\.words), unknowns: unknowns.map(\.words))
  }

  private var headline: String {
    let sessions = sessionCount.counted("session")
    let places = fileCount == 0 ? "" : " of \(fileCount.counted("file"))"
    let total = errors.reduce(unlistedErrorCount) { $0 &+ $1.count }
    let found =
      total == 0
      ? "no error, and no client reset"
      : "\(Int(clamping: total).counted("error")) not known to have caused a client reset"
    let gaps = losses == nil ? "" : ", but parts of the log are missing"
    return "The log shows \(sessions)\(places), and \(found)\(gaps)."
  }

  private var details: [String] {
    let listed =
      fileCount > 1
      ? files.map { "File \($0.escaped(columns: 1000))." } : []
    let unlisted = [
      fileCount > files.count && fileCount > 1
        ? Phrase.rest(fileCount - files.count, "file") : nil,
      unlistedErrorCount > 0 ? Phrase.rest(Int(clamping: unlistedErrorCount), "error") : nil,
    ].compactMap(\.self)
    return errors.map { $0.sentence(naming: fileCount > 1) } + missing + listed + unlisted
  }

  private var missing: [String] {
    let reasons = losses ?? []
    let rest = (lossCount ?? 0) - reasons.count
    return reasons.map { "Missing: \($0)." }
      + (rest > 0 ? [Phrase.rest(rest, "missing part")] : [])
  }
}

extension LoggedError {
  package func sentence(naming namesFile: Bool) -> String {
    Phrase.error(error.code, error.name, error.message)
      + "; \(consequence).\(writes)\(times)\(place(namesFile))"
  }

  private var consequence: String {
    isFailedIntegration
      ? "the client could not integrate a download, and neither downloads nor uploads until its session restarts"
      : error.action.consequence
  }

  private var writes: String {
    guard !error.compensatingWrites.isEmpty else { return "" }
    let classes = Set(error.compensatingWrites.map { TextBytes($0.table) }).sorted().prefix(10)
    let names = classes.map { $0.text.escaped(columns: 80) }
    return " It names \(error.compensatingWrites.count.counted("write")), to \(Phrase.list(names))."
  }

  private static let firstKnownYear: Int64 = 366 * 86_400_000_000

  private var times: String {
    // A log without a year is taken for one of 1970.
    let first = firstMicroseconds < Self.firstKnownYear ? nil : Phrase.when(firstMicroseconds)
    guard count > 1 else { return first.map { " At \($0) by the log's clock." } ?? "" }
    let span =
      first.map { start in
        ", from \(start) to \(Phrase.when(lastMicroseconds) ?? start) by the log's clock"
      } ?? ""
    return " \(count) times\(span)."
  }

  private func place(_ namesFile: Bool) -> String {
    if session == 0 { return " It hit a whole connection, or the log does not say which file." }
    guard namesFile, !file.isEmpty else { return "" }
    return " File \(file.escaped(columns: 1000))."
  }
}

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
