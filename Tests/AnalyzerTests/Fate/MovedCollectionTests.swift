import AnalysisSupport
import Analyzer
import Importers
import Replayer
import Testing
import TraceFormat

/// Realm frees what a list or dictionary holds that is moved in its list; nothing is claimed of what follows.
@Suite struct MovedCollectionTests {
  enum Side: CaseIterable { case device, server }

  /// A device that edits a text, and a side that moves the first element of a list of Mixed.
  private func replay(moving element: String, by side: Side) throws -> Replay {
    let edit = #"{"operations": [{"update": ["T", 1, "s"], "value": "device's"}]}"#
    let move = #"{"operations": [{"move": ["T", 1, "m", 0], "to": 1}]}"#
    let scenario = try Scenario(
      parsing: Array(
        """
        {
          "scenario": 1, "name": "moved",
          "schema": {
            "T": {"primaryKey": "_id", "properties": {"_id": "int", "s": "string", "m": "mixed[]"}}
          },
          "synced": {"T": [{"_id": 1, "s": "", "m": [\(element), "x"]}]},
          "local": [\(edit)\(side == .device ? ", " + move : "")],
          "serverChanges": [\(side == .server ? move : "")],
          "error": {}
        }
        """.utf8))
    var replay = Replay()
    for event in scenario.events { replay.observe(event) }
    return replay
  }

  @Test(arguments: ["[1, 2]", #"{"k": 1}"#], Side.allCases)
  func `what follows a moved collection is not known`(element: String, by side: Side) throws {
    let replay = try replay(moving: element, by: side)
    let reset = try #require(try replay.resets().first)
    for mode in ResetMode.allCases {
      let report = Analysis.report(of: ComparedOutcome(reset, mode: mode))
      #expect(report.gaps.contains { $0.kind == .undefinedState })
      let fates = Set(report.writes.map(\.fate))
      #expect(fates == (mode == .manual ? [.stranded] : [.unknown]), "\(mode)")
    }
    let state = try replay.state(of: side == .device ? .client : .server, at: nil, session: nil)
    #expect(state.gaps.contains { $0.kind == .undefinedState && $0.hidesState })
  }

  @Test(arguments: ["1", #""text""#, "null"], Side.allCases)
  func `a moved element that is a value hides nothing`(element: String, by side: Side) throws {
    let replay = try replay(moving: element, by: side)
    let reset = try #require(try replay.resets().first)
    for mode in ResetMode.allCases {
      let report = Analysis.report(of: ComparedOutcome(reset, mode: mode))
      #expect(!report.gaps.contains { $0.kind == .undefinedState })
      #expect(report.count(of: .unknown) == 0)
    }
  }
}
