import Analyzer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// Operations, upload queues and tables are applied by a program that was written after docs/export.md, in another
/// language, to the state of the last sync, and come to what the device has; a second time changes nothing.
@Suite(.slow) struct DocumentRoundTripTests {
  @Test(arguments: DocumentForm.allCases)
  func `Recorded writes come to the device's state`(_ form: DocumentForm) throws {
    let trials = try SQLRoundTripTests.files.flatMap {
      try DatabaseTrial.vectors($0.file, every: $0.every)
    }
    try Self.check(trials, form, countMin: 60)
  }

  @Test(arguments: DocumentForm.allCases)
  func `Names and values of every kind stay names and values`(_ form: DocumentForm) throws {
    let trials = try HostileSession.events.flatMap { try DatabaseTrial.all($0.name, $0.events) }
    try Self.check(trials, form, countMin: HostileSession.events.count)
  }

  /// Applies the trials of which everything could be said.
  static func check(_ trials: [DatabaseTrial], _ form: DocumentForm, countMin: Int) throws {
    var (cases, unsaid): ([JSONText], Int) = ([], 0)
    for trial in trials {
      guard let (json, tally) = try trial.json(form) else { continue }
      if tally.limits.keys.allSatisfy({ $0 == .schema }) { cases.append(json) } else { unsaid += 1 }
    }
    guard let (differences, count) = try Database.apply(cases, form) else {
      print("Python is not installed: the round trips of \(form.rawValue) are skipped")
      return
    }
    for difference in differences.prefix(10) { Issue.record("\(difference)") }
    #expect(differences.isEmpty && count == cases.count)
    #expect(count >= countMin, "\(unsaid) of \(trials.count) could not be said whole")
  }
}
