import CampaignSupport
import FaultPlans
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns

/// What a new schema does to sessions, against the texts of the rules (`docs/preflight.md`).
@Suite struct PreflightTests {
  private static func finding(_ preflight: Preflight, _ mode: ResetMode) throws
    -> (reset: PreflightReset, finding: PreflightFinding)
  {
    let resets = preflight.traces.flatMap(\.sessions).flatMap(\.resets)
    let reset = try #require(resets.first)
    return (reset, try #require(reset.findings.first { $0.mode == mode }))
  }

  /// A change that is to blame, as far as the tests are about it.
  private struct Cause: Hashable {
    var kind: SchemaChange.Kind
    var className: RealmString
    init(_ kind: SchemaChange.Kind, _ className: RealmString) {
      (self.kind, self.className) = (kind, className)
    }
  }

  private static func causes(_ preflight: Preflight, _ mode: ResetMode) throws -> [[Cause]] {
    let (reset, finding) = try finding(preflight, mode)
    return finding.diagnoses.map { diagnosis in
      diagnosis.changes.map { Cause(reset.changes[$0].kind, reset.changes[$0].className) }
    }
  }

  @Test func `the same schema changes nothing, in any mode`() async throws {
    let preflight = try await PreflightSample.run([])
    #expect(preflight.changes.isEmpty && !preflight.hasFoundProblems)
    let reset = try Self.finding(preflight, .recover).reset
    #expect(reset.kind == .recordedReset && reset.unsyncedCount == 3)
    #expect(reset.findings.map(\.verdict) == [.fine, .fine, .fine, .leftToApp])
    #expect(reset.findings.allSatisfy { $0.writes.isEmpty })
    #expect(reset.findings.map(\.lostAnywayCount) == [3, 0, 0, 0])
  }

  @Test func `additions are harmless`() async throws {
    let preflight = try await PreflightSample.run([
      (#""votes": "int""#, #""votes": "int", "tags": "string[]""#),
      (#""Place": {"#, #""Photo": {"embedded": true, "properties": {}}, "Place": {"#),
    ])
    #expect(preflight.changes.map(\.effect) == [.additive, .additive])
    #expect(preflight.traces.map(\.verdict) == [.fine])
  }

  @Test(arguments: [ResetMode.discardLocal, .recover, .recoverOrDiscard])
  func `one breaking change among harmless ones is found by itself`(mode: ResetMode) async throws {
    let preflight = try await PreflightSample.run([
      (#""name": "string"}"#, #""name": "string?"}"#),
      (#""votes": "int""#, #""votes": "int", "tags": "string[]""#),
    ])
    let (_, finding) = try Self.finding(preflight, mode)
    #expect(finding.verdict == .fails)
    #expect(finding.failure?.failureClass == .incompatibleAttributes)
    #expect(finding.explanation?.isRecognized == true)
    #expect(finding.writes.count == 3 && finding.writes.allSatisfy { $0.fate == .stranded })
    #expect(
      try Self.causes(preflight, mode) == [[Cause(.optionalityChanged, "Place")]])
    #expect(preflight.traces.map(\.verdict) == [.fails])
  }

  @Test func `every failure that waits behind the first one is told of`() async throws {
    let preflight = try await PreflightSample.run([
      (#", "votes": "int""#, ""), (#""text": "string""#, #""text": "data""#),
      (
        #""Person": {"primaryKey": "_id", "properties": {"_id": "int""#,
        #""Person": {"primaryKey": "_id", "properties": {"_id": "uuid""#
      ),
    ])
    #expect(
      try Self.causes(preflight, .discardLocal) == [
        [Cause(.primaryKeyTypeChanged, "Person")], [Cause(.propertyRemoved, "Note")],
        [Cause(.typeChanged, "Note")],
      ])
    let recovered = try Self.finding(preflight, .recover).finding
    // Recovery comes before the transfer, and fails at the first write that no longer fits.
    #expect(recovered.failure?.failureClass == .badChangeset)
    #expect(
      try Self.causes(preflight, .recover).first == [Cause(.typeChanged, "Note")])
    #expect(Set(try Self.causes(preflight, .recover).joined()).count == 3)
  }

  @Test func `a message that names several classes comes of all of them`() async throws {
    let preflight = try await PreflightSample.run(
      [
        (
          #","#
            + "\n  "
            + #""Place": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}}"#,
          ""
        ),
        (
          #""Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}}"#,
          #""X": {"embedded": true, "properties": {}}"#
        ),
        (#", "by": "Person""#, ""),
      ])
    let (_, finding) = try Self.finding(preflight, .discardLocal)
    #expect(finding.failure?.message.hasSuffix("{Person, Place}") == true)
    #expect(
      try Self.causes(preflight, .discardLocal).first == [
        Cause(.classRemoved, "Person"), Cause(.classRemoved, "Place"),
      ])
  }

  @Test func `links to another class fail recovery, and then nothing stops the discard`()
    async throws
  {
    let change = Cause(.linkTargetChanged, "Note")
    let preflight = try await PreflightSample.run([(#""by": "Person""#, #""by": "Place""#)])
    #expect(preflight.changes.map(\.effect) == [.unnoticed])
    let findings = try Self.finding(preflight, .recover).reset.findings
    // The transfer does not compare what links lead to; the unsynced link still names a Person.
    #expect(findings.map(\.verdict) == [.fine, .fails, .loses, .leftToApp])
    #expect(findings[1].failure?.failureClass == .badChangeset)
    #expect(findings[2].writes.count == 3 && findings[2].writes.allSatisfy { $0.fate == .lost })
    #expect(try Self.causes(preflight, .recover) == [[change]])
    #expect(try Self.causes(preflight, .recoverOrDiscard) == [[change]])
    #expect(preflight.hasFoundProblems && preflight.count(of: .fails) == 1)
    let only = try await PreflightSample.run(
      [(#""by": "Person""#, #""by": "Place""#)], modes: [.discardLocal, .recoverOrDiscard])
    #expect(only.traces.map(\.verdict) == [.loses])
  }

  @Test func `what fails without the schema too is not its fault`() async throws {
    let tracked = PreflightSample.session.replacing(
      #""name": "notes","#,
      with: #""name": "notes", "pendingReset": {"mode": "DiscardLocal", "action": "ClientReset"},"#)
    let preflight = try await PreflightSample.run([(#", "votes": "int""#, "")], session: tracked)
    let findings = try Self.finding(preflight, .recover).reset.findings
    #expect(findings.map(\.verdict) == [.failsAnyway, .failsAnyway, .failsAnyway, .leftToApp])
    #expect(findings[0].failure?.failureClass == .resetCycle)
    #expect(!preflight.hasFoundProblems)
  }

  @Test func `a session without a reset is tried at its end`() async throws {
    let open = PreflightSample.session.replacing(",\n  \"error\": {}", with: "")
    let preflight = try await PreflightSample.run([(#", "votes": "int""#, "")], session: open)
    let (reset, finding) = try Self.finding(preflight, .recover)
    #expect(reset.kind == .endOfSession && finding.verdict == .fails)
    #expect(finding.writes.count == 3)
    // The trace ends with the server's own change.
    #expect(reset.trigger?.text == "after server-commit 1")
  }

  @Test func `at every point neighbours that meet the same are told of once`() async throws {
    let preflight = try await PreflightSample.run(
      [(#", "votes": "int""#, "")], modes: [.discardLocal, .recover], everyPoint: true)
    let resets = preflight.traces.flatMap(\.sessions).flatMap(\.resets)
    #expect(resets.last?.kind == .recordedReset)
    let points = resets.filter { $0.kind == .point }
    // The removed property fails the transfer everywhere, and recovery from its first write on.
    #expect(points.allSatisfy { $0.findings[0].failure?.failureClass == .propertiesRemoved })
    let failures = points.map { $0.findings[1].failure?.failureClass }
    #expect(failures == [.propertiesRemoved, .unrecoverable])
    #expect(points[0].pointCount > 1)
    #expect(points[0].sequences.upperBound < points[1].sequences.lowerBound)
    #expect(points[0].findings[1].writes.count == 1)
  }

  @Test func `what is kept of a write is what is told of it`() {
    // Of thousands of traces these are kept, and nothing of the states.
    #expect(MemoryLayout<PreflightWrite>.stride <= 136)
  }
}

extension Preflight {
  /// The changes of the schema that the first reset is tried with.
  fileprivate var changes: [SchemaChange] {
    traces.flatMap(\.sessions).flatMap(\.resets).first?.changes ?? []
  }
}
