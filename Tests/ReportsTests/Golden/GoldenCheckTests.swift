import CampaignSupport
import Foundation
import Importers
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

@Suite struct GoldenCheckTests {
  @Test func `what was recorded is found to be the same`() throws {
    try GoldenSample.with { folder in
      let recorded = try GoldenSample.record(folder)
      #expect(recorded.verdicts.map(\.status) == [.recorded, .recorded])
      #expect(
        recorded.verdicts.map(\.totals) == [
          ["3 writes: 3 lost"], ["3 writes: 1 recovered, 1 conflicted, 1 lost"],
        ])
      #expect(
        try folder.names() == [
          "sample.discard.golden", "sample.recover.golden", "sample.synctrace",
        ])
      let report = try GoldenSample.check(folder)
      #expect(report.isFine)
      #expect(report.traceCount == 1 && report.verdicts.map(\.status) == [.same, .same])
    }
  }

  @Test func `a session without a reset has goldens of what becomes of its writes`() throws {
    try GoldenSample.with { folder in
      let name = "traces/scenarios/rs-69a-delete-without-backup.json"
      let events = try Scenario(parsing: ProjectFiles.bytes(name)).events
      try folder.write(GoldenSample.trace(of: events), to: "sample.synctrace")
      let recorded = try GoldenSample.record(folder)
      #expect(recorded.verdicts.map(\.status) == [.recorded, .recorded])
      #expect(recorded.verdicts.map(\.totals) == [["4 writes: 4 lost"], ["4 writes: 4 lost"]])
      #expect(try GoldenSample.check(folder).isFine)
    }
  }

  @Test func `a reset without its download has goldens of the modes that don't need it`() throws {
    try GoldenSample.with { folder in
      let events = Sample.resetWithoutDownload(permitsRecovery: false)
      try folder.write(GoldenSample.trace(of: events), to: "sample.synctrace")
      let recorded = try GoldenSample.record(folder)
      #expect(recorded.verdicts.map(\.status) == [.recorded, .failed])
      #expect(try folder.names() == ["sample.recover.golden", "sample.synctrace"])
      let report = try GoldenSample.check(folder)
      #expect(report.verdicts.map(\.status) == [.same, .failed])
      #expect(GoldenSample.found(report, in: folder) == ["sample.synctrace notReplayed"])
    }
  }

  @Test func `a reset without an answer is not passed over for another session's outcome`() throws {
    try GoldenSample.with { folder in
      let trace = try GoldenSample.trace(of: Sample.resetWithoutDownloadBehindAnother)
      try folder.write(trace, to: "sample.synctrace")
      let report = try GoldenSample.record(folder)
      #expect(!report.isFine)
      #expect(report.findings.contains { $0.code == .notReplayed })
    }
  }

  @Test func `a missing golden fails, and its outcome waits beside the trace`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      let golden = try folder.read("sample.recover.golden")
      try FileManager.default.removeItem(atPath: folder.path("sample.recover.golden"))
      let report = try GoldenSample.check(folder)
      #expect(GoldenSample.found(report, in: folder) == ["sample.recover.golden missing"])
      #expect(try folder.read("sample.recover.golden.pending") == golden)
      #expect(try !folder.names().contains("sample.recover.golden"))
      // A second run finds the same: nothing turned green by itself.
      #expect(
        GoldenSample.found(try GoldenSample.check(folder), in: folder) == [
          "sample.recover.golden missing"
        ])
    }
  }

  @Test func `another outcome fails, and the golden stays as it was`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try GoldenSample.edit(
        "sample.recover.golden", "1 recovered, 1 conflicted, 1 lost",
        "2 recovered, 1 conflicted", in: folder)
      try GoldenSample.edit("sample.recover.golden", "lost      ", "recovered ", in: folder)
      let golden = try folder.read("sample.recover.golden")
      let report = try GoldenSample.check(folder)
      #expect(GoldenSample.found(report, in: folder) == ["sample.recover.golden:20 changed"])
      #expect(report.findings[0].message == "1 write that was recovered is now lost")
      #expect(try folder.read("sample.recover.golden") == golden)
      let pending = String(
        decoding: try folder.read("sample.recover.golden.pending"), as: UTF8.self)
      #expect(pending.contains("1 recovered, 1 conflicted, 1 lost"))
    }
  }

  @Test func `a golden in other bytes that says the same holds`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try GoldenSample.edit("sample.recover.golden", "\n", "\r\n", in: folder)
      try GoldenSample.edit("sample.discard.golden", "\n\n", "\n\n\n", in: folder)
      #expect(try GoldenSample.check(folder).verdicts.map(\.status) == [.same, .same])
    }
  }

  @Test func `a check that may not write leaves no file`() throws {
    try GoldenSample.with { folder in
      let report = try GoldenSample.check(folder, writesPending: false)
      #expect(report.findings.map(\.code) == [.missing, .missing])
      #expect(try folder.names() == ["sample.synctrace"])
    }
  }

  @Test func `what was pending is gone when the golden holds again`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try folder.write(
        try folder.read("sample.recover.golden"), to: "sample.recover.golden.pending")
      #expect(try GoldenSample.check(folder).isFine)
      #expect(try !folder.names().contains("sample.recover.golden.pending"))
    }
  }

  @Test func `a trace with other unsynced writes is another outcome`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try folder.write(GoldenSample.session(deviceSets: 7), to: "sample.synctrace")
      let report = try GoldenSample.check(folder)
      #expect(report.findings.map(\.code) == [.changed, .changed])
      let changes = try #require(report.verdicts[1].difference?.changes)
      #expect(changes.map(\.sentence).contains("1 unsynced write is new"))
      #expect(changes.map(\.sentence).contains("the state after the reset differs"))
    }
  }
}

// Files that are not as they should be
extension GoldenCheckTests {
  @Test(arguments: [
    ("other.recover.golden", "no trace next to it has its name"),
    ("sample.recovery.golden", "no fault plan and mode named `recovery`"),
    ("sample.plan.recover.golden", "/sample.plan.faults.json` that it belongs to is missing"),
    ("sample.plan.recovery.golden", "no fault plan and mode named `plan.recovery`"),
    ("sample.recovery.golden.pending", "no fault plan and mode named `recovery`"),
    ("other.plan.faults.json", "NAME.PLAN.faults.json needs NAME.synctrace"),
    ("sample.faults.json", "NAME.PLAN.faults.json needs NAME.synctrace"),
  ])
  func `a file that belongs to nothing fails`(name: String, message: String) throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try folder.write([], to: name)
      let report = try GoldenSample.check(folder)
      #expect(GoldenSample.found(report, in: folder) == ["\(name) orphan"])
      #expect(report.findings[0].message.contains(message), "\(report.findings[0].message)")
    }
  }

  @Test func `a golden of a mode that is not asked for is no orphan`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      let found = try GoldenFolder(paths: [folder.root], modes: [.recover], words: .plain)
      #expect(GoldenCheck(found).run().isFine)
    }
  }

  @Test func `a plan whose goldens would have the names of another trace's fails`() throws {
    try GoldenSample.with(["sample", "sample.b"]) { folder in
      try folder.write(Array("{\"faultPlan\": 1, \"faults\": []}".utf8), to: "sample.b.faults.json")
      let found = try GoldenFolder(paths: [folder.root], modes: GoldenSample.modes, words: .plain)
      #expect(found.strays.map(\.code) == [.nameClash])
      #expect(found.strays.map(\.path) == [folder.path("sample.b.faults.json")])
      #expect(found.strays[0].message.contains("`\(folder.path("sample.b.synctrace"))`"))
    }
  }

  @Test func `a file belongs to the trace with the longest name`() throws {
    try GoldenSample.with(["sample", "sample.b"]) { folder in
      try GoldenSample.record(folder)
      #expect(try GoldenSample.check(folder).isFine)
      #expect(try folder.names().contains("sample.b.recover.golden"))
    }
  }

  @Test func `a golden that can't be read is named with its line`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try GoldenSample.edit(
        "sample.recover.golden", "result      recovered", "result  fine", in: folder)
      let report = try GoldenSample.check(folder)
      #expect(
        GoldenSample.found(report, in: folder) == ["sample.recover.golden:11 unreadableGolden"])
      #expect(report.verdicts[1].pending == folder.path("sample.recover.golden.pending"))
    }
  }

  @Test func `a golden that can't be read to its end is replayed with its engine and budget`()
    throws
  {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder, budget: Budget(limits: [.lost: 9]))
      try GoldenSample.edit("sample.recover.golden", "realm-core-14.14", "ideal", in: folder)
      try GoldenSample.edit(
        "sample.recover.golden", "result      recovered", "result  fine", in: folder)
      #expect(
        GoldenSample.found(try GoldenSample.check(folder), in: folder)
          == ["sample.recover.golden:12 unreadableGolden"])
      let pending = String(
        decoding: try folder.read("sample.recover.golden.pending"), as: UTF8.self)
      #expect(pending.contains("engine      ideal\nbudget      lost=9\n"), "\(pending)")
    }
  }

  @Test func `a golden under the name of another mode is refused`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try folder.write(try folder.read("sample.discard.golden"), to: "sample.recover.golden")
      let report = try GoldenSample.check(folder)
      #expect(GoldenSample.found(report, in: folder) == ["sample.recover.golden unreadableGolden"])
      #expect(
        report.findings[0].message
          == "its name says recover, but it is the outcome of discard")
    }
  }

  @Test func `a trace that is none, damaged, or without a reset is named`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try folder.write(Array("no trace".utf8), to: "a.synctrace")
      var damaged = try GoldenSample.session()
      damaged[damaged.count / 2] ^= 0x40
      try folder.write(damaged, to: "b.synctrace")
      try folder.write(GoldenSample.quietSession(), to: "c.synctrace")
      let report = try GoldenSample.check(folder)
      #expect(
        GoldenSample.found(report, in: folder) == [
          "a.synctrace unreadableTrace", "b.synctrace damagedTrace", "c.synctrace notReplayed",
        ])
      #expect(report.findings[0].message.contains("offset 0x0"))
      #expect(report.findings[1].message.contains("offset 0x"))
      #expect(report.findings[2].message == "nothing in this trace asks for a client reset")
      #expect(try folder.names().count == 6)
    }
  }

  @Test(arguments: [
    ("no plan", "line 1, column 1: the file: expected a JSON value, found `no`"),
    (
      #"{"faultPlan": 1}"#, "line 1, column 1: the file: expected a member `faults`, found none"
    ),
    (
      #"{"faultPlan": 1, "faults": [{}]}"#,
      "line 1, column 29: faults[0]: expected a member `event`, found none"
    ),
  ])
  func `a fault plan that is none is named, and the trace's own goldens are checked`(
    contents: String, message: String
  ) throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try folder.write(Array(contents.utf8), to: "sample.week.faults.json")
      let report = try GoldenSample.check(folder)
      #expect(GoldenSample.found(report, in: folder) == ["sample.week.faults.json unreadablePlan"])
      #expect(report.findings[0].message.hasPrefix(message), "\(report.findings[0].message)")
      #expect(report.verdicts.map(\.status) == [.same, .same, .failed])
    }
  }

  @Test func `a plan has goldens of its own, which name it`() throws {
    try GoldenSample.with { folder in
      try folder.write(
        Array(#"{"faultPlan": 1, "faults": []}"#.utf8), to: "sample.week.faults.json")
      #expect(
        try GoldenSample.record(folder).verdicts.map(\.status)
          == Array(repeating: .recorded, count: 4))
      let golden = String(
        decoding: try folder.read("sample.week.recover.golden"), as: UTF8.self)
      #expect(golden.contains("\nfaults      week\n"))
      #expect(try GoldenSample.check(folder).isFine)
      try folder.write(try folder.read("sample.recover.golden"), to: "sample.week.recover.golden")
      #expect(
        GoldenSample.found(try GoldenSample.check(folder), in: folder)
          == ["sample.week.recover.golden unreadableGolden"])
    }
  }

  @Test func `what is no ordinary file is not waited for`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      #expect(mkfifo(folder.path("pipe.synctrace"), 0o600) == 0)
      try FileManager.default.removeItem(atPath: folder.path("sample.recover.golden"))
      #expect(mkfifo(folder.path("sample.recover.golden"), 0o600) == 0)
      let report = try GoldenSample.check(folder)
      #expect(
        GoldenSample.found(report, in: folder) == [
          "pipe.synctrace unreadableTrace", "sample.recover.golden unreadableGolden",
        ])
    }
  }

  @Test func `a loop of links ends nothing, and hidden files are not looked at`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("loop"), withDestinationPath: folder.root)
      try folder.write([], to: ".hidden.recover.golden")
      #expect(try GoldenSample.check(folder).isFine)
    }
  }

  @Test func `what can't be written is a finding`() throws {
    try GoldenSample.with { folder in
      try folder.write([], to: "file")
      let found = try GoldenFolder(
        paths: [folder.path("sample.synctrace")], modes: [.recover],
        pendingFolder: folder.path("file"), words: .plain)
      let report = GoldenCheck(found).run()
      #expect(report.findings.map(\.code) == [.missing, .notWritten])
      let message = report.findings.last?.message ?? ""
      #expect(message.hasPrefix("cannot create `") && message.hasSuffix("`: Not a directory"))
    }
  }
}

// Recording, accepting, budgets
extension GoldenCheckTests {
  @Test func `recording leaves what is there alone unless it is told otherwise`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      try GoldenSample.edit("sample.recover.golden", "Recover for ClientReset", "none", in: folder)
      let edited = try folder.read("sample.recover.golden")
      let refused = try GoldenSample.record(folder)
      #expect(GoldenSample.found(refused, in: folder) == ["sample.recover.golden:5 changed"])
      #expect(try folder.read("sample.recover.golden") == edited)
      let replaced = try GoldenSample.record(folder, replaces: true)
      #expect(replaced.verdicts.map(\.status) == [.same, .replaced])
      #expect(replaced.isFine)
      #expect(try GoldenSample.check(folder).isFine)
    }
  }

  @Test func `accepting makes the pending outcome the golden, with its budget`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder, budget: Budget(limits: [.lost: 3]))
      try folder.write(GoldenSample.session(deviceSets: 7), to: "sample.synctrace")
      #expect(try GoldenSample.check(folder).findings.map(\.code) == [.changed, .changed])
      let found = try GoldenFolder(paths: [folder.root], modes: ResetMode.allCases, words: .plain)
      let shown = GoldenReview(found).comparison()
      #expect(shown.verdicts.map(\.status) == [.failed, .failed])
      #expect(try folder.names().count == 5)
      let accepted = GoldenReview(found).accept()
      #expect(accepted.verdicts.map(\.status) == [.replaced, .replaced])
      #expect(accepted.isFine)
      #expect(try folder.names().count == 3)
      #expect(try GoldenSample.check(folder).isFine)
      let golden = String(decoding: try folder.read("sample.recover.golden"), as: UTF8.self)
      #expect(golden.contains("budget      lost=3\n"))
    }
  }

  @Test func `fates of a trace with other records are shown, and accepted once confirmed`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      let golden = try folder.read("sample.recover.golden")
      try folder.write(GoldenSample.session(serverAlsoSets: 9), to: "sample.synctrace")
      let sentences = try GoldenSample.check(folder).verdicts.map {
        $0.difference?.changes.map(\.sentence) ?? []
      }
      let moved = "the reset of session 1, record 4 is now at session 1, record 5"
      #expect(sentences[0].contains(moved))
      #expect(sentences[1].contains(moved))
      #expect(sentences[1].first == "1 write that was recovered is now in conflict")
      let found = try GoldenFolder(paths: [folder.root], modes: ResetMode.allCases, words: .plain)
      let refused = GoldenReview(found).accept()
      // The fates of a discard are what they were, and only its record is another.
      #expect(refused.verdicts.map(\.status) == [.replaced, .failed])
      #expect(refused.findings.map(\.code) == [.unconfirmed])
      #expect(try folder.read("sample.recover.golden") == golden)
      #expect(GoldenReview(found).accept(confirmsFates: true).verdicts.map(\.status) == [.replaced])
      #expect(try GoldenSample.check(folder).isFine)
    }
  }

  @Test func `one pending outcome can be accepted alone`() throws {
    try GoldenSample.with { folder in
      _ = try GoldenSample.check(folder)
      let found = try GoldenFolder(
        paths: [folder.path("sample.recover.golden.pending")], modes: ResetMode.allCases,
        words: .plain)
      #expect(GoldenReview(found).accept().verdicts.map(\.status) == [.recorded])
      #expect(
        try folder.names() == [
          "sample.discard.golden.pending", "sample.recover.golden", "sample.synctrace",
        ])
    }
  }

  @Test func `a pending outcome that is none is not accepted`() throws {
    try GoldenSample.with { folder in
      try folder.write(Array("tracetool golden 1\n".utf8), to: "sample.recover.golden.pending")
      let found = try GoldenFolder(paths: [folder.root], modes: ResetMode.allCases, words: .plain)
      let report = GoldenReview(found).accept()
      #expect(
        GoldenSample.found(report, in: folder) == [
          "sample.recover.golden.pending:2 unreadableGolden"
        ])
      #expect(try folder.names().count == 2)
    }
  }

  @Test func `pending outcomes can have a folder of their own`() throws {
    try GoldenSample.with { folder in
      let pending = folder.path("pending")
      let found = try GoldenFolder(
        paths: [folder.root], modes: [.recover], pendingFolder: pending, words: .plain)
      let report = GoldenCheck(found).run()
      #expect(report.verdicts[0].pending == pending + folder.path("sample.recover.golden.pending"))
      #expect(try folder.names() == ["pending", "sample.synctrace"])
      let again = try GoldenFolder(
        paths: [folder.root], modes: [.recover], pendingFolder: pending, words: .plain)
      #expect(again.strays.isEmpty)
      #expect(GoldenReview(again).accept().isFine)
      #expect(try folder.names().contains("sample.recover.golden"))
    }
  }

  @Test func `a budget is exceeded by more than its limit`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder)
      #expect(try GoldenSample.check(folder, budget: Budget(limits: [.lost: 3])).isFine)
      let report = try GoldenSample.check(
        folder, budget: Budget(limits: [.lost: 0, .conflicted: 0]))
      #expect(
        report.findings.map(\.message) == [
          "lost: 3, and the budget allows 0", "conflicted: 1, and the budget allows 0",
          "lost: 1, and the budget allows 0",
        ])
      #expect(report.findings.map(\.code) == [.overBudget, .overBudget, .overBudget])
      #expect(report.verdicts.map(\.pending) == [nil, nil])
    }
  }

  @Test func `a golden's own limit goes before the general one`() throws {
    try GoldenSample.with { folder in
      try GoldenSample.record(folder, budget: Budget(limits: [.lost: 3]))
      #expect(try GoldenSample.check(folder, budget: Budget(limits: [.lost: 0])).isFine)
      try GoldenSample.edit("sample.discard.golden", "lost=3", "lost=2", in: folder)
      let report = try GoldenSample.check(folder, budget: Budget(limits: [.lost: 9]))
      #expect(GoldenSample.found(report, in: folder) == ["sample.discard.golden overBudget"])
    }
  }

  @Test func `recording with a budget that is exceeded says so`() throws {
    try GoldenSample.with { folder in
      let report = try GoldenSample.record(folder, budget: Budget(limits: [.lost: 1]))
      #expect(GoldenSample.found(report, in: folder) == ["sample.discard.golden overBudget"])
      #expect(report.verdicts.map(\.status) == [.recorded, .recorded])
    }
  }

  @Test(arguments: [
    ("", "a budget needs a limit"), ("lost", "`lost`: the limit of `lost` is not a number from 0"),
    ("lost=", "`lost=`: the limit of `lost` is not a number from 0"),
    ("lost=0,lost=1", "`lost` has two limits"), ("Lost=0", "`Lost=0` is not a limit of a budget"),
    (
      "lost=99999999999999999999",
      "`lost=99999999999999999999`: the limit of `lost` is not a number"
    ),
  ])
  func `what is no budget is refused`(text: String, message: String) throws {
    let failure = try #require(throws: LimitFailure.self) { try Budget(parsing: text) }
    #expect(failure.text.hasPrefix(message))
  }
}

// Many traces
extension GoldenCheckTests {
  @Test func `no more inputs are in work at once than were asked for`() async {
    let gauge = Gauge()
    let outputs = await ConcurrentMap.run(Array(0..<40), width: 3) { number in
      gauge.enter()
      defer { gauge.leave() }
      return number * 2
    }
    #expect(outputs == (0..<40).map { $0 * 2 })
    #expect(gauge.highest <= 3)
  }
}
