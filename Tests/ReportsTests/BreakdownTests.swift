import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

/// Writes in numbers.
@Suite struct BreakdownTests {
  @Test func `lines add up to classes, and classes to all writes, in every scenario and mode`()
    throws
  {
    for (name, report) in try ReplaySamples.scenarios() {
      for report in report.reports {
        let breakdown = report.breakdown
        #expect(
          breakdown.classes.reduce(0) { $0 + $1.counts.writes } == report.writes.count, "\(name)")
        for fate in Fate.allCases {
          #expect(
            breakdown.classes.reduce(0) { $0 + ($1.counts.fates[fate] ?? 0) }
              == report.count(of: fate), "\(name)")
        }
        for line in breakdown.classes {
          #expect(
            line.properties.reduce(0) { $0 + $1.counts.writes } == line.counts.writes, "\(name)")
          for counts in [line.counts] + line.properties.map(\.counts) {
            #expect(counts.fates.values.reduce(0, +) == counts.writes, "\(name)")
            #expect(counts.fates.values.allSatisfy { $0 > 0 }, "\(name)")
          }
        }
        #expect(
          breakdown.causes.reduce(0) { $0 + $1.writes }
            == report.writes.count { $0.cause != nil }, "\(name)")
      }
    }
  }

  private func report(and more: String = "") throws -> Report {
    Analysis.report(
      of: try ScenarioOutcome.session(
        """
        "local": [{"operations": [
          {"create": ["T", 8], "set": {"v": 1}}, {"create": ["Tgt", 9]},
          {"update": ["T", 1], "set": {"v": 2, "s": "a"}},
          {"update": ["T", 1], "set": {"v": 3}}\(more)
        ]}]
        """))
  }

  @Test func `a session is counted by class and property`() throws {
    let breakdown = try report().breakdown
    #expect(breakdown.classes.map(\.name.readableText) == ["T", "Tgt"])
    let counts = breakdown.classes[0].counts
    #expect((counts.writes, counts.objects) == (5, 2))
    #expect(counts.fates == [.lost: 4, .superseded: 1])
    let properties = breakdown.classes[0].properties
    #expect(
      properties.map(\.part) == [
        .init(scope: .object), .init(scope: .property, name: "s"),
        .init(scope: .property, name: "v"),
      ])
    #expect(properties.map(\.counts.writes) == [1, 1, 3])
    #expect(properties.map(\.counts.objects) == [1, 1, 2])
    #expect(
      properties.map(\.counts.fates) == [[.lost: 1], [.lost: 1], [.lost: 2, .superseded: 1]])
    #expect(breakdown.causes == [.init(cause: .discardedByMode, writes: 5)])
  }

}
