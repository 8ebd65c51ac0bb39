import Analyzer
import Recorder
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Fates in recover mode, expected from what the scenarios say.
@Suite struct RecoveryFateTests {
  func fates(_ name: String, _ engine: Engine = .realmCore) throws -> [Fate] {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    let outcomes = try Replay.run(events: events, mode: .recover, quirks: engine.quirks)
    return Analysis.report(of: try #require(outcomes.first)).writes.map(\.fate)
  }

  @Test(arguments: [
    // The device's value wins over the server's.
    ("rs-02-same-field-conflict", [Fate.conflicted]),
    ("rs-03-different-field-merge", [.recovered]),
    ("rs-04-edit-on-deleted", [.lost]),
    ("rs-05-delete-on-edited", [.recovered]),
    ("rs-11-list-append-both", [.recovered]),
    // The list is copied whole, so the removal is in it.
    ("rs-13-list-remove-existing", [.recovered]),
    // The target is gone, and null is written over the server's link.
    ("rs-23-single-link-dead-target", [.lost]),
    ("rs-29-class-removed", [.stranded]),
  ])
  func `the engine of Realm Core`(name: String, expected: [Fate]) throws {
    #expect(try fates(name) == expected)
  }

  @Test func `a link to an object that is created later is lost by a defect alone`() throws {
    let name = "rs-70a-link-to-later-created-object"
    #expect(try fates(name) == [.recovered, .recovered, .lost])
    #expect(try fates(name, .ideal) == [.recovered, .recovered, .recovered])
  }

  @Test func `the ideal engine finds what the server took without saying so`() throws {
    let fates = try fates("rs-42a-acknowledgement-lost", .ideal)
    #expect(fates == Array(repeating: .redundant, count: fates.count))
  }

  @Test func `the ideal engine leaves cut links to the deletion`() throws {
    let fates = try fates("rs-74-delete-overwrites-lists", .ideal)
    #expect(fates == Array(repeating: .recovered, count: fates.count))
  }
}
