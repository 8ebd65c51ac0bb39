import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// Which mode to take: the rule once more, as plainly as it is written in `docs/report.md`, "Which mode".
private struct NaiveChoice {
  /// What each automatic mode that goes through destroys, a line each.
  private var destroyed: [ResetMode: [String]] = [:]
  private(set) var failing: [ResetMode] = []
  private let isKnown: Bool

  init(_ reports: [Report]) {
    isKnown = reports[0].hiddenParts.isEmpty
    for report in reports where report.mode != .manual && report.result != .noReset {
      guard report.result == .recovered || report.result == .discarded else {
        failing.append(report.mode)
        continue
      }
      destroyed[report.mode] = Self.destroyed(by: report)
    }
  }

  private static func destroyed(by report: Report) -> [String] {
    var lines: [String] = []
    for (number, change) in report.changes.enumerated() {
      if change.outcome == .lost || change.outcome == .serversKept || change.outcome == .notKnown {
        lines.append("change \(number)")
      }
    }
    for place in report.overwrittenPlaces {
      if place.kind != .editedOnBothSides { lines.append("\(place.kind) \(place.address)") }
    }
    return lines.sorted()
  }

  /// Whether one mode destroys all that another one does, and more.
  private func isWorse(_ mode: ResetMode, than other: ResetMode) -> Bool {
    guard let own = destroyed[mode], let others = destroyed[other] else { return false }
    return own.count > others.count && others.allSatisfy(own.contains)
  }

  /// The modes that no other one is better than, those that destroy the same together.
  var left: Set<Set<ResetMode>> {
    var rows: [[String]: Set<ResetMode>] = [:]
    for (mode, lines) in destroyed {
      let isBeaten = destroyed.keys.contains { isWorse(mode, than: $0) }
      if !isBeaten { rows[lines, default: []].insert(mode) }
    }
    return Set(rows.values)
  }

  var beaten: Set<ResetMode> { Set(destroyed.keys).subtracting(left.flatMap(\.self)) }

  /// Those modes, where they are one row and another automatic mode is not in it.
  var recommended: Set<ResetMode> {
    guard isKnown, left.count == 1, let row = left.first else { return [] }
    return row.count == destroyed.count + failing.count ? [] : row
  }

  /// Whether a mode destroys nothing.
  func isFree(_ mode: ResetMode) -> Bool { destroyed[mode] == [] }
}

@Suite struct ModeChoiceTests {
  private static let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]
  private static let vectorsEvery = 25

  private func check(_ events: [Event], _ name: String) throws {
    guard events.askForReset else { return }
    let reports = try Self.modes.map { mode in
      Analysis.report(of: try #require(try Replay.run(events: events, mode: mode).first))
    }
    let (choice, naive) = (ModeComparison(reports).choice, NaiveChoice(reports))
    #expect(Set(choice.best.map { Set($0.modes) }) == naive.left, "\(name)")
    #expect(Set(choice.worse.flatMap(\.modes)) == naive.beaten, "\(name)")
    #expect(choice.failing == naive.failing, "\(name)")
    #expect(Set(choice.recommended) == naive.recommended, "\(name)")
    for group in choice.best + choice.worse {
      #expect(group.modes.allSatisfy { naive.isFree($0) == group.destroysNothing }, "\(name)")
      #expect(reports[group.report].mode == group.modes[0], "\(name)")
    }
  }

  @Test(arguments: try ScenarioFiles.expectedNames())
  func `The choice of a mode is that of the rule, done naively`(name: String) throws {
    try check(
      Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events, name)
  }

  @Test(.slow, arguments: Vectors.resetFiles)
  func `The same holds of recorded resets, whose outcomes add up to their changes`(file: String)
    throws
  {
    let lines = try Vectors.lines(of: file)
    for index in stride(from: 0, to: lines.count, by: Self.vectorsEvery) {
      let vector = try ResetVector(parsing: lines[index])
      try check(VectorImporter.events(of: vector), vector.name)
    }
  }

  @Test func `Each kind of answer is among the scenarios`() throws {
    var recommended = 0
    var choices = 0
    var failing = 0
    for name in try ScenarioFiles.expectedNames() {
      let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
      guard events.askForReset else { continue }
      let naive = NaiveChoice(
        try Self.modes.map { mode in
          Analysis.report(of: try #require(try Replay.run(events: events, mode: mode).first))
        })
      if !naive.recommended.isEmpty { recommended += 1 }
      if naive.left.count > 1 { choices += 1 }
      if naive.left.isEmpty { failing += 1 }
    }
    #expect(recommended > 20 && choices > 5 && failing > 3, "\((recommended, choices, failing))")
  }
}
