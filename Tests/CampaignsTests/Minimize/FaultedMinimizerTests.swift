import FaultPlans
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns

/// Traces that are made small together with the faults they are replayed under.
@Suite(.slow) struct FaultedMinimizerTests {
  static func plan(_ faults: [String], seed: UInt64 = 0) throws -> FaultPlan {
    FaultPlan(try faults.map { try Fault(text: $0) }, seed: seed)
  }

  static func minimize(
    _ events: [Event], _ faults: [String], _ mode: ResetMode, _ condition: String
  ) throws -> TraceMinimizer.Result {
    let question = TraceMinimizer.Question(
      mode: mode, .condition(try KeepCondition(parsing: condition)))
    let start = TraceMinimizer.Candidate(events: events, plan: try plan(faults))
    let result = try #require(TraceMinimizer.minimize(start, question))
    #expect(!question.outcomes(in: result.smallest).isEmpty)
    return result
  }

  @Test func `of several faults those stay that the thing needs`() throws {
    let result = try Self.minimize(
      TraceFiles.events(of: "traces/field-inspections.synctrace"),
      [
        "at upload 3: disconnect", "at reset: add-class class=Inspector",
        "at reset: recovery-disabled", "at step 14: crash",
      ], .recover, "failure = recoveryNotAllowed")
    #expect(result.smallest.plan.faults.map(\.text) == ["at reset: recovery-disabled"])
    #expect(result.faultCountBefore == 4)
    #expect(result.instructionCount <= 1)
  }

  @Test func `a fault stays with its event while others go`() throws {
    // The server's change comes after eight transactions of the device, three of which it meets.
    let result = try Self.minimize(
      TraceFiles.quietDemo(), ["after server-commit 1: client-reset"], .recover, "conflicted >= 1")
    #expect(
      result.smallest.plan.faults.map(\.text) == ["after server-commit 1: client-reset"])
    #expect(result.smallest.events.count { $0.kind == .localCommit } == 1)
    #expect(result.instructionCount < 10)
    let early = try Self.minimize(
      TraceFiles.quietDemo(), ["after commit 8: client-reset", "at upload 1: disconnect"],
      .discardLocal,
      "lost >= 1")
    #expect(early.smallest.plan.faults.map(\.text) == ["after commit 1: client-reset"])
    #expect(early.smallest.events.count { $0.kind == .localCommit } == 1)
  }

  @Test func `a deletion of the file that a fault brings stays with its fault`() throws {
    let result = try Self.minimize(
      TraceFiles.quietDemo(), ["after commit 8: sync-error action=DeleteRealm"], .discardLocal,
      "rule:file-deleted >= 1")
    let faults = result.smallest.plan.faults.map(\.text)
    #expect(faults == ["after commit 1: sync-error action=DeleteRealm"])
    #expect(result.smallest.events.count { $0.kind == .localCommit } == 1)
  }

  @Test func `a fault that makes a reset due moves to the one that there is`() throws {
    let result = try Self.minimize(
      TraceFiles.events(of: "traces/field-inspections.synctrace"),
      ["after commit 5: remove-class class=Site"],
      .discardLocal, "failure = classesRemoved")
    #expect(result.smallest.plan.faults.map(\.text) == ["at reset: remove-class class=Site"])
  }

  @Test(arguments: [
    (
      "traces/three-clients.synctrace", ["at reset: recovery-disabled"], ResetMode.recover,
      "result = failed"
    ),
    (
      "traces/local-changes-when-offline.synctrace", ["after download 2: terminate-sync data=gone"],
      .discardLocal, "result = discarded"
    ),
  ])
  func `what only the wire shows becomes a small session with its faults`(
    path: String, faults: [String], mode: ResetMode, condition: String
  ) throws {
    let events = try TraceFiles.events(of: path)
    let result = try Self.minimize(events, faults, mode, condition)
    #expect(result.smallest.events.allSatisfy { $0.kind != .message })
    #expect(result.smallest.events.count < 6)
    #expect(result.smallest.plan.faults.count <= 1)
  }

  @Test func `a thousand instructions and six faults come down to a handful and one`() throws {
    let session = try TraceMinimizerTests.largeSession()
    let faults = [
      "at upload 1: disconnect", "after commit 400: terminate-sync data=gone",
      "at reset: add-class", "at step 12: crash", "at upload 2: disconnect", "at step 14: crash",
    ]
    let result = try Self.minimize(session, faults, .recover, "lost >= 1")
    #expect(result.instructionCountBefore > 1_000)
    #expect(result.instructionCount < 6)
    #expect(result.smallest.plan.faults.count <= 1)
    let again = try Self.minimize(session, faults, .recover, "lost >= 1")
    #expect(again.smallest.events == result.smallest.events)
    #expect(again.smallest.plan == result.smallest.plan)
  }

  @Test(arguments: [
    ("traces/field-inspections.synctrace", "at step 11: disk-full"),
    ("traces/every-kind-of-property.synctrace", "at reset: remove-property"),
    ("traces/local-changes-when-offline.synctrace", "at reset: corrupt-changeset"),
  ])
  func `what is smallest is never larger, and as small when it is done again`(
    path: String, fault: String
  ) throws {
    let events = try TraceFiles.events(of: path)
    let result = try Self.minimize(events, [fault], .recover, "result = failed")
    let size = { (events: [Event]) in events.reduce(0) { $0 + $1.recordSize } }
    #expect(size(result.smallest.events) <= size(events))
    let again = try Self.minimize(
      result.smallest.events, result.smallest.plan.faults.map(\.text), .recover, "result = failed")
    #expect(again.instructionCount == result.instructionCount)
    #expect(size(again.smallest.events) <= size(result.smallest.events))
    #expect(again.smallest.plan == result.smallest.plan)
  }
}

/// Moments that are counted anew.
@Suite struct PinnedPlanTests {
  private static func pinned(_ fault: String) throws -> PinnedPlan {
    let events = try TraceFiles.events(of: "traces/field-inspections.synctrace")
    return PinnedPlan(try FaultedMinimizerTests.plan([fault], seed: 5), in: events)
  }

  // Parts 2 to 9 are the transactions of the device, 10 is the server's, and 11 the error.
  private static let moved: [(fault: String, kept: [Int], expected: String?)] = [
    ("after commit 5: client-reset", Array(0..<14), "after commit 5: client-reset"),
    ("after commit 5: client-reset", [0, 1, 4, 6, 12], "after commit 2: client-reset"),
    ("after commit 5: client-reset", [0, 1, 3, 4, 9], "after commit 2: client-reset"),
    ("before commit 5: client-reset", [0, 1, 3, 4, 9], "before commit 3: client-reset"),
    ("after commit 5: client-reset", [0, 1, 9], nil),
    ("at commit 5: disk-full", [0, 1, 3, 6, 9], "at commit 2: disk-full"),
    ("at commit 5: disk-full", [0, 1, 3, 4, 9], nil),
    ("after commit where version=8: client-reset", [0, 6], "after commit 1: client-reset"),
    ("at step 9: crash", [0, 1], "at step 9: crash"),
    ("at upload 3: disconnect", [0, 1], "at upload 3: disconnect"),
  ]

  @Test(arguments: moved)
  func `a moment stays with its event`(fault: String, kept: [Int], expected: String?) throws {
    let plan = try Self.pinned(fault).plan(keeping: kept)
    #expect(plan.faults.map(\.text) == (expected.map { [$0] } ?? []))
    #expect(plan.seed == 5)
  }
}
