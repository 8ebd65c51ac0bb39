import Analyzer
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports
@testable import SwarmSupport

/// Statements are applied to a real SQLite and a real PostgreSQL that hold the state of the last sync, and come
/// to what the device has. Where such a database is not installed, that is said and nothing is tried.
@Suite(.slow) struct SQLRoundTripTests {
  static let files: [(file: String, every: Int)] = [
    ("demo/field-inspections.ndjson.zst", 1), ("reset-fuzz.ndjson.zst", 40),
    ("reset-lists.ndjson.zst", 40), ("reset-links.ndjson.zst", 40),
  ]

  @Test(arguments: SQLDialect.allCases)
  func `Recorded writes come to the device's state`(_ dialect: SQLDialect) throws {
    let trials = try Self.files.flatMap { try DatabaseTrial.vectors($0.file, every: $0.every) }
    try Self.check(trials, dialect, countMin: 60)
  }

  @Test(arguments: SQLDialect.allCases)
  func `What devices of random worlds had not synced comes to what they have`(
    _ dialect: SQLDialect
  ) throws {
    let trials = try (1...60).flatMap { seed in
      try SwarmCase(seed: seed).witnesses().flatMap {
        try DatabaseTrial.all("seed \(seed)", $0.insideEvents())
      }
    }
    try Self.check(trials, dialect, countMin: 60)
  }

  @Test(arguments: SQLDialect.allCases)
  func `Names and values of every kind stay names and values`(_ dialect: SQLDialect) throws {
    let trials = try HostileSession.events.flatMap { try DatabaseTrial.all($0.name, $0.events) }
    try Self.check(trials, dialect, countMin: 1)
  }

  /// Applies the trials that the database can hold, and of which everything could be said.
  static func check(_ trials: [DatabaseTrial], _ dialect: SQLDialect, countMin: Int) throws {
    var (cases, unsaid): ([JSONText], Int) = ([], 0)
    for trial in trials {
      guard let (json, tally) = try trial.json(dialect) else { continue }
      let isWhole = tally.limits.keys.allSatisfy { $0 == .schema }
      if isWhole { cases.append(json) } else { unsaid += 1 }
    }
    guard let (differences, count) = try Database.apply(cases, dialect) else {
      print("\(dialect.rawValue) is not installed: its round trips are skipped")
      return
    }
    for difference in differences.prefix(10) { Issue.record("\(difference)") }
    #expect(differences.isEmpty && count == cases.count)
    #expect(count >= countMin, "\(unsaid) of \(trials.count) could not be said whole")
  }
}
