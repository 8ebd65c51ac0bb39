import AnalysisSupport
import RealmModel
import ReplaySupport
import Replayer
import Testing
import TraceFormat

@testable import Analyzer

/// What the server has changed since the last sync.
@Suite struct IncomingChangesTests {
  private func changes(_ scenario: String, _ mode: ResetMode) throws -> [IncomingChange] {
    try #require(IncomingChanges(ClaimedReset(scenario, mode).outcome).changes)
  }

  @Test(arguments: [ResetMode.discardLocal, .recover, .manual])
  func `RS-67: a deletion and a new value, which come with a reset that goes through`(
    mode: ResetMode
  ) throws {
    let changes = try changes("rs-67-naive-manual-restore", mode)
    #expect(changes.map(\.address.place) == ["T 1", "T 2 v"])
    #expect(changes.first?.server == .absent)
    #expect(changes.last?.before == .value(.int(20)))
    #expect(changes.last?.server == .value(.int(200)))
    #expect(changes.allSatisfy { $0.arrives == (mode != .manual) })
  }

  @Test func `RS-02: a value that the device wrote over does not arrive`() throws {
    let recovered = try changes("rs-02-same-field-conflict", .recover)
    #expect(recovered.map(\.arrives) == [false])
    #expect(recovered.first?.after == .value(.int(111)))
    #expect(try changes("rs-02-same-field-conflict", .discardLocal).map(\.arrives) == [true])
  }

  @Test(arguments: ["fate-counters-on-both-sides", "rs-11-list-append-both"])
  func `a change that counts together with the device's own arrives`(scenario: String) throws {
    let outcome = try ClaimedReset(scenario, .recover).outcome
    let incoming = Analysis.report(of: outcome).incomingChanges(of: outcome)
    let changes = try #require(incoming.changes)
    #expect(!changes.isEmpty && changes.allSatisfy { $0.arrives == true })
    #expect(changes.contains { !$0.after.looksLike($0.server) })
  }

  @Test func `RS-01: objects that the server created have their values`() throws {
    let changes = try changes("rs-01-independent-creates", .discardLocal)
    #expect(changes.count == 5)
    for change in changes {
      #expect(change.before == .absent && change.arrives == true)
      guard case .value(.embedded) = change.server else {
        Issue.record("\(change.server)")
        continue
      }
    }
  }

  @Test func `RS-35: classes and properties come before objects, and of a new one what is set`()
    throws
  {
    let changes = try changes("rs-35a-additive-server-schema", .recover)
    let schema = changes.prefix { $0.address.object == nil }
    #expect(schema.map(\.address.place) == ["New", "T extra"])
    #expect(
      schema.allSatisfy { $0.before == .absent && $0.server == .present && $0.arrives == true })
    #expect(changes.dropFirst(schema.count).map(\.address.place) == ["New 1", "T 3 extra"])
    #expect(changes.last?.before == .absent && changes.last?.server == .value(.int(7)))
  }

  @Test func `without the last sync they are not known`() throws {
    var outcome = try ClaimedReset("rs-67-naive-manual-restore", .recover).outcome
    outcome.situation.base = nil
    #expect(IncomingChanges(outcome).changes == nil)
  }

  @Test func `a server that changed nothing brings nothing`() throws {
    #expect(try changes("rs-09-nothing-to-recover", .recover).isEmpty)
  }
}
