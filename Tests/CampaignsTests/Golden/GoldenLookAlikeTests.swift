import Analyzer
import CampaignSupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns

/// Names of files, faults and writes are compared by their bytes.
@Suite struct GoldenLookAlikeTests {
  static let twins = ["\u{E9}", "e\u{301}"]

  @Test func `traces whose names look alike have goldens and plans of their own`() {
    let paths = Self.twins.flatMap {
      ["\($0).synctrace", "\($0).\($0).faults.json", "\($0).recover.golden"]
    }
    let layout = GoldenLayout(Set(paths.map { TextBytes($0) }))
    #expect(layout.traces.count == 2)
    let cells = layout.traces.flatMap { layout.cells(of: $0, [.recover]) }
    #expect(cells.count == 4 && Set(cells.map { TextBytes($0.golden) }).count == 4)
    #expect(layout.strays(pendingFolder: nil).isEmpty)
  }

  @Test func `a plan's name may begin with what is one character with the dot`() {
    let paths = ["a.synctrace", "a.\u{301}p.faults.json"]
    let layout = GoldenLayout(Set(paths.map { TextBytes($0) }))
    #expect(layout.cells(of: paths[0], [.recover]).count == 2)
    #expect(layout.strays(pendingFolder: nil).isEmpty)
  }

  @Test func `a plan whose fault became another that looks like it has changed`() throws {
    let plans = Self.twins.map { Golden.Plan(name: "p", faults: ["class=\($0)"]) }
    #expect(plans[0].changes(to: plans[0]).isEmpty)
    #expect(!plans[0].changes(to: plans[1]).isEmpty)
  }

  @Test func `a write that became another that looks like it is new, and the old one gone`() {
    let summaries = Self.twins.map { twin in
      OutcomeSummary(
        reset: "session 1, record 4", result: .recovered,
        facts: [.init(kind: .name, text: twin)], state: nil,
        writes: [
          .init(
            position: .init(version: 2, index: 0), text: "T \(twin)", fate: .lost, rule: .init(nil))
        ],
        collateral: [.init(kind: "valueOverwritten", text: "T \(twin)", rule: .init(nil))],
        traps: [])
    }
    let same = OutcomeDifference(from: [summaries[0]], to: [summaries[0]])
    #expect(same.isEmpty)
    let other = OutcomeDifference(from: [summaries[0]], to: [summaries[1]])
    // The name, the writes that are new and gone, the finding.
    #expect(other.changes.count == 4)
  }
}
