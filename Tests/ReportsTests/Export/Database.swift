import Analyzer
import Foundation
import TestSupport
import TraceFormat

/// Applies trials with the scripts of `Tests/Databases`.
enum Database {
  /// What the scripts say where the machine has no such database.
  static let skippedStatus: Int32 = 77
  static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What the script told, a line each, and how many trials were applied.
  typealias Answer = (lines: [String], count: Int)

  /// What differed in a database; nil where there is none.
  static func apply(_ trials: [JSONText], _ dialect: SQLDialect) throws -> Answer? {
    try run("apply-statements.py", dialect.rawValue, trials)
  }

  /// What differed after a program of its own read documents; nil where there is no Python.
  static func apply(_ trials: [JSONText], _ form: DocumentForm) throws -> Answer? {
    try run("apply-documents.py", form.rawValue, trials)
  }

  private static func run(_ script: String, _ word: String, _ trials: [JSONText]) throws -> Answer?
  {
    guard let python else { return nil }
    return try TemporaryFolder.with { folder in
      let input = trials.map { $0.text(.compact, escaping: .least) + "\n" }.joined()
      try folder.write(Array(input.utf8), to: "cases.ndjson")
      let ended = try RunningProcess.run(
        python,
        [ProjectFiles.path("Tests/Databases/\(script)"), word, folder.path("cases.ndjson")],
        secondsMax: 900)
      if ended.status == skippedStatus { return nil }
      guard ended.status == 0 else { throw MissingInput("\(ended.text)\(ended.errorText)") }
      var lines = ended.text.split(separator: "\n").map(String.init)
      let count = lines.popLast().flatMap { Int($0.dropFirst("applied ".count)) } ?? 0
      return (lines, count)
    }
  }
}

/// The forms that programs read without a database.
enum DocumentForm: String, CaseIterable {
  case ndjson
  case crud
  case csv
}
