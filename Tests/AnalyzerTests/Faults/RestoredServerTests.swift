import RealmModel
import ReplaySupport
import Replayer
import Testing
import TraceFormat

@testable import Analyzer

/// What is said of a server that was restored from a backup, which lacks what it had acknowledged.
@Suite struct RestoredServerTests {
  private func outcome(
    _ mode: ResetMode, acknowledged: String, local: String = "", since: String = ""
  ) throws -> Outcome {
    let file = ScenarioOutcome.sessionFile(
      """
      "acknowledged": [{"operations": [\(acknowledged)]}], "serverRestored": true,
      "local": [{"operations": [\(local)]}], "serverChanges": [{"operations": [\(since)]}]
      """
    ).replacing(#""error": {}"#, with: #""error": {"code": 209}"#)
    return try ScenarioOutcome.of(Array(file.utf8), mode: mode)
  }

  @Test func `a plan puts back what the server lacks of a collection that the device changed`()
    throws
  {
    let outcome = try outcome(
      .manual,
      acknowledged: """
        {"add": ["T", 1, "st"], "value": 3}, {"update": ["T", 1, "d", "b"], "value": 2},
        {"update": ["T", 1, "d", "c"], "value": 3}
        """,
      local: """
        {"add": ["T", 1, "st"], "value": 4}, {"remove": ["T", 1, "st"], "value": 1},
        {"update": ["T", 1, "d", "b"], "value": 5}
        """)
    let plan = try #require(Analysis.report(of: outcome).mergePlan)
    #expect(plan.operations.map(\.address.text) == ["T 1 st", "T 1 d"])
    #expect(plan.operations.map(\.writes) == [[0, 1], [2]])
    var state = outcome.situation.fresh
    try state.apply(Changeset(decoding: plan.changeset))
    for property: RealmString in ["st", "d"] {
      let place = LocationValue("T", .int(1), property, [])
      #expect(state.value(at: place) == outcome.situation.local.value(at: place))
    }
  }

  @Test(arguments: [
    (#"{"create": ["T", 3], "set": {"v": 30}}"#, MergePlan.Conflict?.none),
    (#"{"update": ["T", 1], "set": {"v": 13}}"#, .some(.objectChanged)),
  ])
  func `a restored server has changed only the objects that it wrote to since`(
    since: String, conflict: MergePlan.Conflict?
  ) throws {
    let outcome = try outcome(
      .manual, acknowledged: #"{"update": ["T", 1], "set": {"v": 12}}"#,
      local: #"{"delete": ["T", 1]}"#, since: since)
    let plan = try #require(Analysis.report(of: outcome).mergePlan)
    #expect(plan.operations.map(\.action) == [.delete])
    #expect(plan.operations.map(\.conflict) == [conflict])
  }

  @Test func `what others have written to since is neither gone nor put back, and the rest is`()
    throws
  {
    for mode in [ResetMode.discardLocal, .manual] {
      let report = Analysis.report(
        of: try outcome(
          mode,
          acknowledged: """
            {"update": ["T", 1, "d", "b"], "value": 2}, {"update": ["T", 1, "d", "c"], "value": 3}
            """, since: #"{"update": ["T", 1, "d", "b"], "value": 7}"#))
      let gone = report.harm.acknowledgedLost + report.harm.syncedInFileOnly
      #expect(gone.map(\.address.text) == ["T 1 d.c"])
      #expect(
        report.mergePlan?.operations.map(\.address.text) == (mode == .manual ? ["T 1 d.c"] : nil))
    }
  }

  @Test func `what the device deleted or replaced itself is not gone with the server`() throws {
    let report = Analysis.report(
      of: try outcome(
        .recover,
        acknowledged: """
          {"update": ["T", 1], "set": {"v": 12}}, {"add": ["T", 1, "st"], "value": 3},
          {"create": ["T", 4], "set": {"v": 40}}
          """,
        local: """
          {"update": ["T", 1], "set": {"v": 13}}, {"add": ["T", 1, "st"], "value": 4},
          {"delete": ["T", 4]}
          """))
    #expect(report.overwrittenPlaces.map(\.kind) == [.goneWithRestore])
    #expect(report.harm.acknowledgedLost.map(\.address.text) == ["T 1 st"])
    #expect(
      report.traps.map(\.effect) == [
        .syncedValueGone(
          value: .set([.int(1), .int(2), .int(3)]), now: .value(.set([.int(1), .int(2), .int(4)])))
      ])
    #expect(report.advice == [.writeCopyBefore(lost: 0, acknowledged: 1)])
  }

  @Test(arguments: [
    (
      #"{"update": ["T", 1, "d", "b"], "value": 2}"#, #"{"update": ["T", 1, "d", "b"], "value": 5}"#
    ),
    (#"{"append": ["T", 1, "l"], "value": 4}"#, #"{"update": ["T", 1, "l", 0], "value": 9}"#),
    (#"{"update": ["T", 1], "set": {"v": 12}}"#, #"{"delete": ["T", 1]}"#),
  ])
  func `the server has not edited what it forgot`(acknowledged: String, local: String) throws {
    let report = Analysis.report(
      of: try outcome(.recover, acknowledged: acknowledged, local: local))
    #expect(report.writes.map(\.fate) == [.recovered])
    #expect(report.writes.map(\.threeWay) == [.deviceOnly])
    #expect(report.changes.map(\.outcome) == [.kept])
    #expect(report.overwrittenPlaces.isEmpty)
  }

  @Test func `additions that make a list as the backup had it are not among what that has`() throws
  {
    let report = Analysis.report(
      of: try outcome(
        .recover, acknowledged: #"{"clear": ["T", 1, "l"]}"#,
        local: #"{"append": ["T", 1, "l"], "value": 1}, {"append": ["T", 1, "l"], "value": 2}, "#
          + #"{"append": ["T", 1, "l"], "value": 3}"#))
    #expect(report.writes.map(\.fate) == [.recovered, .recovered, .recovered])
    #expect(report.writes.allSatisfy { !$0.isDoneAgain })
  }

  @Test(arguments: [
    (#"{"increment": ["T", 1, "v"], "by": 2}"#, true),
    (#"{"update": ["T", 1], "set": {"v": 12}}, {"create": ["T", 3]}"#, true),
    (#"{"update": ["T", 1], "set": {"v": 10}}"#, false),
  ])
  func `others have changed what is not as the backup had it, also to what was synced`(
    since: String, isChanged: Bool
  ) throws {
    func report(_ mode: ResetMode) throws -> Report {
      Analysis.report(
        of: try outcome(
          mode, acknowledged: #"{"update": ["T", 1], "set": {"v": 12}}"#,
          local: #"{"update": ["T", 1], "set": {"v": 13}}"#, since: since))
    }
    let recovered = try report(.recover)
    #expect(recovered.writes.map(\.threeWay) == [isChanged ? .both : .deviceOnly])
    #expect(recovered.overwrittenPlaces.map(\.kind) == (isChanged ? [.editedOnBothSides] : []))
    let plan = try #require(try report(.manual).mergePlan)
    #expect(plan.operations.map { $0.conflict != nil } == [isChanged])
  }

  @Test(arguments: [(ResetMode.discardLocal, Change.Outcome.lost), (.recover, .kept)])
  func `a deletion is undone also where the device has made an object with that key since`(
    mode: ResetMode, outcome: Change.Outcome
  ) throws {
    let report = Analysis.report(
      of: try self.outcome(
        mode, acknowledged: #"{"delete": ["T", 1]}, {"delete": ["Tgt", 2]}"#,
        local: #"{"create": ["T", 1], "set": {"v": 9}}, {"create": ["Tgt", 2]}"#))
    // Tgt 2 has nothing that could be back.
    #expect(report.overwrittenPlaces.map(\.kind) == [.deletionUndone])
    #expect(report.overwrittenPlaces.map(\.address.text) == ["T 1"])
    #expect(report.changes.first?.outcome == outcome)
  }

  @Test(arguments: [ResetMode.discardLocal, .recover, .manual])
  func `a deletion that is undone counts once, and not for what links to the object again`(
    mode: ResetMode
  ) throws {
    let report = Analysis.report(
      of: try outcome(
        mode, acknowledged: #"{"delete": ["Tgt", 1]}"#,
        local: #"{"update": ["T", 1], "set": {"s": "x"}}"#))
    #expect(report.harm.acknowledgedLost.map(\.address.text) == (mode == .manual ? [] : ["Tgt 1"]))
    #expect(report.harm.syncedInFileOnly.isEmpty)
  }

  @Test(arguments: [ResetMode.discardLocal, .recover])
  func `what the device had removed from a collection is back with the backup`(
    mode: ResetMode
  ) throws {
    let report = Analysis.report(
      of: try outcome(
        mode,
        acknowledged: """
          {"remove": ["T", 1, "st"], "value": 2}, {"remove": ["T", 1, "d", "a"]},
          {"remove": ["T", 1, "l", 0]}
          """,
        local: """
          {"add": ["T", 1, "st"], "value": 3}, {"update": ["T", 1, "d", "z"], "value": 5},
          {"append": ["T", 1, "l"], "value": 9}
          """))
    #expect(Set(report.overwrittenPlaces.map(\.address.text)) == ["T 1 st", "T 1 d", "T 1 l"])
    #expect(report.overwrittenPlaces.allSatisfy { $0.kind == .goneWithRestore })
  }

  @Test func `what is back in a list is told from what the device has added again`() throws {
    let report = Analysis.report(
      of: try outcome(
        .recover, acknowledged: #"{"remove": ["T", 1, "l", 0]}"#,
        local: #"{"append": ["T", 1, "l"], "value": 1}"#))
    #expect(report.overwrittenPlaces.map(\.kind) == [.goneWithRestore])
    #expect(report.overwrittenPlaces.map(\.address.text) == ["T 1 l"])
  }

  @Test(arguments: [ResetMode.discardLocal, .recover])
  func `of an object that the device deleted and created anew nothing is gone`(
    mode: ResetMode
  ) throws {
    let report = Analysis.report(
      of: try outcome(
        mode, acknowledged: #"{"create": ["T", 4], "set": {"v": 40, "s": "a"}}"#,
        local: #"{"delete": ["T", 4]}, {"create": ["T", 4], "set": {"v": 4}}"#))
    #expect(report.overwrittenPlaces.isEmpty)
    guard mode == .discardLocal else { return }
    // The server has not deleted it.
    let reason = FateReason.discarded(cause: .discardedByMode, server: .restoredBackup)
    #expect(report.writes.map(\.reason).suffix(2) == [reason, reason])
  }

  @Test func `the empty collections of an object are not gone with it`() throws {
    let report = Analysis.report(
      of: try outcome(.discardLocal, acknowledged: #"{"create": ["T", 8], "set": {"v": 3}}"#))
    #expect(report.harm.acknowledgedLost.map(\.address.text) == ["T 8 v"])
  }

  @Test func `a number that went back counts the addition, and has lost what was synced`() throws {
    let report = Analysis.report(
      of: try outcome(
        .recover, acknowledged: #"{"update": ["T", 1], "set": {"v": 12}}"#,
        local: #"{"increment": ["T", 1, "v"], "by": 1}"#))
    #expect(report.changes.map(\.outcome) == [.kept])
    #expect(report.harm.acknowledgedLost.map(\.after) == [.value(.int(11))])
    #expect(report.harm.merged.isEmpty)
  }
}
