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
  /// What a mode that goes through destroys, a line each, and the changes of which that is not known.
  private struct Destroyed: Hashable {
    var certain: [String] = []
    var open: [String] = []
    var discardsOpen = false
    var overwrites = false
    var all: [String] { certain + open }
  }

  private var destroyed: [ResetMode: Destroyed] = [:]
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

  private static func destroyed(by report: Report) -> Destroyed {
    var lines = Destroyed()
    for change in report.changes {
      let isLost = change.outcome == .lost || change.outcome == .serversKept
      guard isLost || change.outcome == .notKnown else { continue }
      let part = change.writes.filter {
        (change.kind == .created || change.kind == .recreated)
          && (report.writes[$0].fate == .lost || report.writes[$0].fate == .unknown)
      }
      let writes = (part.isEmpty ? change.writes : part).map { "write \($0)" }
      if isLost { lines.certain += writes } else { lines.open += writes }
    }
    for place in report.overwrittenPlaces {
      if place.kind != .editedOnBothSides { lines.certain.append("\(place.kind) \(place.address)") }
    }
    lines.certain.sort()
    lines.overwrites = report.overwrittenPlaces.contains { $0.kind == .editedOnBothSides }
    lines.discardsOpen = report.result == .discarded && !lines.open.isEmpty
    return lines
  }

  /// Whether one mode surely destroys all that another one may, and more: what a discard does to a change of which
  /// that is not known may be worse than what a recovery does to it.
  private func isWorse(_ mode: ResetMode, than other: ResetMode) -> Bool {
    guard let own = destroyed[mode], let others = destroyed[other] else { return false }
    let counted = others.discardsOpen && !own.discardsOpen ? own.certain : own.all
    guard others.certain.allSatisfy(own.certain.contains),
      others.open.allSatisfy(counted.contains)
    else { return false }
    return own.all.count > others.all.count || own.overwrites && !others.overwrites
      || own.certain.count > others.certain.count
        && others.certain.allSatisfy(own.certain.contains)
  }

  /// The modes that no other one is better than, those that destroy the same together.
  var left: Set<Set<ResetMode>> {
    var rows: [Destroyed: Set<ResetMode>] = [:]
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
  func isFree(_ mode: ResetMode) -> Bool { destroyed[mode]?.all.isEmpty == true }
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

  /// What becomes of two changes in mode discard, and in mode recover, which overwrites a value of others or not.
  private struct Outcomes: Sendable {
    var discard: [Change.Outcome]
    var recover: [Change.Outcome]
    var overwrites: Bool
    var recommended: [ResetMode] = []
    var isOpen = false

    static let all = [
      Self(
        discard: [.notKnown, .notKnown], recover: [.notKnown, .notKnown], overwrites: true,
        isOpen: true),
      Self(
        discard: [.notKnown, .notKnown], recover: [.notKnown, .notKnown], overwrites: false,
        isOpen: true),
      Self(
        discard: [.lost, .lost], recover: [.notKnown, .notKnown], overwrites: true, isOpen: true),
      Self(
        discard: [.lost, .lost], recover: [.notKnown, .kept], overwrites: false,
        recommended: [.recover]),
      Self(
        discard: [.lost, .notKnown], recover: [.kept, .notKnown], overwrites: false,
        recommended: [.recover]),
      Self(discard: [.lost, .kept], recover: [.kept, .notKnown], overwrites: true),
      Self(
        discard: [.kept, .kept], recover: [.kept, .kept], overwrites: true,
        recommended: [.discardLocal]),
    ]
  }

  @Test(arguments: Outcomes.all)
  private func `What is not known is no reason to discard`(outcomes: Outcomes) throws {
    let name = outcomes.overwrites ? "rs-23-single-link-dead-target" : "rs-07a-counter-add"
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    let reports = try [
      (ResetMode.discardLocal, outcomes.discard), (.recover, outcomes.recover),
    ].map { mode, outcomes in
      var report = Analysis.report(
        of: try #require(try Replay.run(events: events, mode: mode).first))
      let change = try #require(report.changes.first)
      let write = report.writes[change.writes[0]]
      report.changes = outcomes.map { outcome in
        var one = change
        (one.outcome, one.writes) = (outcome, [report.writes.count])
        report.writes.append(write)
        return one
      }
      return report
    }
    #expect(reports.map { $0.unmeantPlaces.isEmpty } == [true, !outcomes.overwrites])
    let choice = ModeComparison(reports).choice
    #expect(choice.recommended == outcomes.recommended && choice.isOpen == outcomes.isOpen)
  }

  @Test func `Who loses a value of a new object destroys less than who loses the object`() throws {
    let reports = try [ResetMode.discardLocal, .recover].map { mode in
      Analysis.report(
        of: try ScenarioOutcome.session(
          """
          "local": [{"operations": [{"create": ["T", 7], "set": {"s": "typed", "link": 1}}]}],
          "serverChanges": [{"operations": [{"delete": ["Tgt", 1]}]}]
          """, mode: mode))
    }
    #expect(reports.map { $0.changes.map(\.outcome) } == [[.lost], [.lost]])
    #expect(reports.map { $0.isLostInPart($0.changes[0]) } == [false, true])
    #expect(ModeComparison(reports).choice.recommended == [.recover])
  }

  @Test func `Of modes that keep the same, the one that overwrites nothing is better`() throws {
    let reports = try [ResetMode.discardLocal, .recover].map { mode in
      Analysis.report(
        of: try ScenarioOutcome.session(
          """
          "local": [{"operations": [{"update": ["T", 1, "v"], "value": 5}]}],
          "serverChanges": [
            {"uploaded": 0}, {"operations": [{"update": ["T", 1, "v"], "value": 10}]}
          ]
          """, mode: mode))
    }
    #expect(reports.map { $0.changes.map(\.outcome) } == [[.alreadyOnServer], [.keptAndOverwrote]])
    #expect(ModeComparison(reports).choice.recommended == [.discardLocal])
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
