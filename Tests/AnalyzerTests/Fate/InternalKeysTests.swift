import AnalysisSupport
import Analyzer
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// A state that lists its objects anew does not say how Realm had numbered them; nothing is claimed that
/// hangs on that.
@Suite struct InternalKeysTests {
  /// A reset of a scenario that says the server's state outright; in a trace that was recorded, which
  /// does not say how Realm had numbered the objects, or as somebody wrote it down, in order.
  private func report(
    _ name: String, isRecorded: Bool, mode: ResetMode = .recover
  ) throws -> Report {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    var replay = Replay()
    for event in scenario.events {
      var event = event
      if isRecorded, case .sessionStart(var start) = event.content {
        start.source = .live
        event.content = .sessionStart(start)
      }
      replay.observe(event)
    }
    let reset = try #require(try replay.resets().first)
    return Analysis.report(of: ComparedOutcome(reset, mode: mode))
  }

  private func hasGap(_ report: Report) -> Bool {
    report.gaps.contains { $0.kind == .unknownInternalKeys }
  }

  @Test(arguments: ResetMode.allCases.filter { $0 != .manual })
  func `no link is said to be wrong because two listings happen to agree`(mode: ResetMode) throws {
    let written = try report("trap-wrong-link-kept", isRecorded: false, mode: mode)
    #expect(written.traps.contains { $0.trap == .wrongLinkKept })
    #expect(!hasGap(written))
    let recorded = try report("trap-wrong-link-kept", isRecorded: true, mode: mode)
    #expect(recorded.traps.isEmpty)
    #expect(recorded.defects.isEmpty)
    #expect(hasGap(recorded))
  }

  @Test(arguments: [
    "trap-raw-link-copied", "trap-list-below-dictionary", "rs-57a-crossed-lists",
  ])
  func `a write whose effect hangs on internal keys is not known`(name: String) throws {
    let written = try report(name, isRecorded: false)
    #expect(!hasGap(written))
    #expect(written.count(of: .unknown) == 0)
    let recorded = try report(name, isRecorded: true)
    #expect(hasGap(recorded))
    #expect(recorded.writes.contains { $0.cause == .approximateState })
    #expect(recorded.writes.allSatisfy { $0.fate == .unknown || $0.defect == nil })
    let claimed = Set(written.traps.map(\.trap))
    #expect(!claimed.isEmpty)
    #expect(claimed.isDisjoint(with: recorded.traps.map(\.trap)))
    #expect(recorded.defects.isEmpty)
  }

  @Test(arguments: ["rs-14-list-set-existing", "trap-link-class-change"])
  func `what does not hang on them is said as ever`(name: String) throws {
    let written = try report(name, isRecorded: false)
    let recorded = try report(name, isRecorded: true)
    #expect(!hasGap(recorded))
    #expect(recorded.writes.map(\.fate) == written.writes.map(\.fate))
    #expect(recorded.traps.map(\.trap) == written.traps.map(\.trap))
  }

  /// Without the history of both sides, the numbers of the listings and none at all lead to one state here, and Realm's own
  /// numbers to another.
  @Test(arguments: ["lists-1386-recover-0", "lists-982-recover-0", "links-942-recover-0"])
  func `a list whose tracker other numbers lose is not known`(name: String) throws {
    var vector = try Self.vector(name)
    (vector.base, vector.serverChanges) = (nil, nil)
    let outcome = try Replay.run(events: VectorImporter.events(of: vector), mode: .recover)[0]
    #expect(outcome.gaps.contains { $0.kind == .unknownInternalKeys })
    #expect(outcome.result.rulings.contains { $0.notes.contains(.hangsOnInternalKeys) })
  }

  private static func vector(_ name: String) throws -> ResetVector {
    let line = try #require(
      try Vectors.lines(of: "reset-\(name.prefix(5)).ndjson.zst").first {
        $0.starts(with: Array(#"{"name":"\#(name)""#.utf8))
      })
    return try ResetVector(parsing: line)
  }

  /// Both sides go on from one state, which is the history of both only where somebody has written it down.
  @Test(arguments: ["lists-1386-recover-0", "lists-982-recover-0"])
  func `a base that a device has listed shows no internal keys`(name: String) throws {
    // Without what the device did, nothing shows that these numbers were its own.
    let events = VectorImporter.events(of: try Self.vector(name)).filter {
      $0.kind != .resetObserved
    }
    for source in [SessionStart.Source.vector, .live] {
      var replay = Replay()
      for var event in events {
        if case .sessionStart(var start) = event.content {
          start.source = source
          event.content = .sessionStart(start)
        }
        replay.observe(event)
      }
      let reset = try #require(try replay.resets().first)
      let report = Analysis.report(of: ComparedOutcome(reset, mode: .recover))
      #expect(hasGap(report) == (source == .live))
      #expect((report.count(of: .unknown) > 0) == (source == .live))
    }
  }

  @Test func `the ideal engine compares primary keys, and has nothing to leave open`() throws {
    let scenario = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/trap-raw-link-copied.json"))
    let events = scenario.events.map { event in
      var event = event
      if case .sessionStart(var start) = event.content {
        start.source = .live
        event.content = .sessionStart(start)
      }
      return event
    }
    let outcome = try Replay.run(events: events, mode: .recover, quirks: .ideal)[0]
    #expect(!outcome.gaps.contains { $0.kind == .unknownInternalKeys })
  }
}
