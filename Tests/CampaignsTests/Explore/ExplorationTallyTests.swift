import FaultPlans
import RealmModel
import Replayer
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns

/// What is kept of the cases of an exploration.
@Suite struct ExplorationTallyTests {
  private static func finding(
    _ number: Int, lost: Int = 0, stranded: Int = 0, isBeforeSchema: Bool = false
  ) throws -> CaseFinding {
    let fault = try Fault(text: "after commit \(number): client-reset")
    let harm = ReplayHarm(
      result: stranded > 0 ? .failed : .recovered, failure: stranded > 0 ? .classesRemoved : nil,
      counts: [.lost: lost, .stranded: stranded])
    let problem =
      stranded > 0
      ? Exploration.Problem(result: .failed, failure: .classesRemoved, message: "classes-removed")
      : Exploration.Problem(fate: .lost, cause: .objectDeleted, rule: .objectGone)
    return CaseFinding(
      case: ExplorationCase(fault.kind, fault.trigger, seed: 0),
      modes: [ModeFinding(harm: harm, problems: [problem: max(lost, 1)])],
      isBeforeSchema: isBeforeSchema)
  }

  private static func tally(_ findings: [CaseFinding]) -> Exploration {
    var tally = Exploration(
      options: Exploration.Options(modes: [.recover]), possibleCount: 3, replayCount: 3,
      isWireOnly: false)
    tally.add(findings)
    return tally
  }

  @Test func `the worst of a fault is not of a time before there was a schema`() throws {
    let trivial = try Self.finding(1, lost: 33, isBeforeSchema: true)
    let worse = try Self.finding(2, lost: 3)
    for findings in [[trivial, worse], [worse, trivial]] {
      let tally = Self.tally(findings)
      let cell = try #require(tally.rows.first?.cells.first ?? nil)
      #expect(cell.harm.count(of: .lost) == 3 && !cell.isBeforeSchema)
      #expect(cell.faultTexts == ["after commit 2: client-reset"])
      #expect(cell.replayCount == 2)
      #expect(tally.beforeSchemaCount == 1)
      let cluster = try #require(tally.clusters.first)
      #expect(cluster.writeCountMax == 3 && cluster.faultTexts == cell.faultTexts)
      #expect(cluster.replayCount == 2)
    }
    let only = try #require(Self.tally([trivial]).rows.first?.cells.first ?? nil)
    #expect(only.isBeforeSchema && only.harm.count(of: .lost) == 33)
  }

  @Test func `what went wrong most often comes first, and the most harmful is known too`() throws {
    let tally = Self.tally([
      try Self.finding(1, stranded: 2), try Self.finding(2, lost: 5), try Self.finding(3, lost: 9),
    ])
    #expect(
      tally.clusters.map(\.problem) == [
        Exploration.Problem(fate: .lost, cause: .objectDeleted, rule: .objectGone),
        Exploration.Problem(
          result: .failed, failure: .classesRemoved, message: "classes-removed"),
      ])
    #expect(tally.clusters.map(\.writeCountMax) == [9, 2])
    #expect(tally.clusters[0].faultTexts == ["after commit 3: client-reset"])
  }
}
