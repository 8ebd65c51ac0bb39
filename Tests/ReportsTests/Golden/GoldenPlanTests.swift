import CampaignSupport
import FaultPlans
import Foundation
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

/// Goldens of replays under fault plans.
@Suite struct GoldenPlanTests {
  /// The sample with a plan beside it, and the goldens of both.
  static func with(
    _ faults: [String] = ["at reset: recovery-disabled", "at upload 3: disconnect"],
    _ body: (TemporaryFolder) throws -> Void
  ) throws {
    try GoldenSample.with { folder in
      try write(faults, to: "sample.off.faults.json", in: folder)
      #expect(try GoldenSample.record(folder).isFine)
      try body(folder)
    }
  }

  static func write(
    _ faults: [String], seed: UInt64 = 0, to name: String, in folder: TemporaryFolder
  ) throws {
    let plan = FaultPlan(try faults.map { try Fault(text: $0) }, seed: seed)
    try folder.write(Array(plan.json.text(.readable).utf8), to: name)
  }

  static func text(_ name: String, in folder: TemporaryFolder) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  @Test func `a golden names its plan, what each fault did, and why one never happened`() throws {
    try Self.with { folder in
      let golden = try Self.text("sample.off.recover.golden", in: folder)
      #expect(
        golden.hasPrefix(
          """
          tracetool golden 1
          mode        recover
          engine      realm-core-14.14
          faults      off
            at reset: recovery-disabled
            at upload 3: disconnect

          """))
      #expect(
        golden.contains(
          """

          injected    2 faults, 1 fired
            fired  at reset: recovery-disabled
              record 4: the client gets error 208 with action ClientResetNoRecovery
            never  at upload 3: disconnect
              the trace shows no upload
          result      failed

          """), "\(golden)")
      #expect(golden.contains("\nfates       3 writes: 3 stranded\n"))
      // Without the plan, and where recovery was not asked for, nothing is otherwise.
      let plain = try Self.text("sample.recover.golden", in: folder)
      #expect(plain.contains("\nfates       3 writes: 1 recovered, 1 conflicted, 1 lost\n"))
      #expect(!plain.contains("faults"))
      let discard = try Self.text("sample.off.discard.golden", in: folder)
      #expect(discard.contains("\nfates       3 writes: 3 lost\n"))
      #expect(try GoldenSample.check(folder).isFine)
    }
  }

  @Test(arguments: [
    ("traces/field-inspections.synctrace", ["after commit 5: client-reset"]),
    ("traces/field-inspections.synctrace", ["at reset: remove-class", "at step 9: crash"]),
    ("traces/every-kind-of-property.synctrace", ["at reset: restore-backup version=1"]),
    ("traces/local-changes-when-offline.synctrace", ["at download 2: corrupt-message"]),
    (
      "traces/three-clients.synctrace", ["at reset: recovery-disabled", "at upload 99: disconnect"]
    ),
  ])
  func `a golden says what a replay under the plan comes to`(trace: String, texts: [String]) throws
  {
    let plan = FaultPlan(try texts.map { try Fault(text: $0) }, seed: 3)
    try TemporaryFolder.with { folder in
      try folder.write(ProjectFiles.bytes(trace), to: "real.synctrace")
      var found = try GoldenFolder(
        paths: [folder.root], modes: ResetMode.inOrder, plans: .added(plan, name: "p"),
        words: .plain)
      found.codec = ZstdCodec()
      let recorded = GoldenRecording(found).run()
      #expect(recorded.isFine, "\(recorded.text())")
      #expect(try folder.names().count == 6)
      let reader = try TraceReader(path: folder.path("real.synctrace"))
      var replay = Replay()
      while let event = try reader.next() { replay.observe(event) }
      for mode in ResetMode.inOrder {
        let text = try Self.text("real.p.\(mode.optionName).golden", in: folder)
        let golden = try Golden(parsing: Array(text.utf8))
        #expect(golden.text == text)
        #expect(golden.plan?.seed == 3)
        let reports = try replay.outcomes(modes: [mode], faults: plan)
          .map { Analysis.report(of: $0[0]) }
        #expect(
          golden.resets.map { $0.writes.map(\.fate) } == reports.map { $0.writes.map(\.fate) })
        #expect(golden.resets.map(\.result) == reports.map(\.result))
        for (reset, report) in zip(golden.resets, reports) {
          #expect(reset.faults.count == report.faults.count + report.unfiredFaults.count)
          #expect(reset.faults.count(where: \.hasFired) == report.faults.count)
        }
      }
      var all = try GoldenFolder(
        paths: [folder.root], modes: [.recover], plans: .named("p"), words: .plain)
      all.codec = ZstdCodec()
      #expect(GoldenCheck(all).run().isFine)
    }
  }

  // MARK: Plans that change

  @Test func `another plan under the name is said, with the faults, and can be accepted`() throws {
    try Self.with { folder in
      try Self.write(
        ["at reset: client-reset", "at upload 3: disconnect"], seed: 7,
        to: "sample.off.faults.json", in: folder)
      let report = try GoldenSample.check(folder)
      #expect(report.findings.map(\.code) == [.changedPlan, .changed, .changedPlan, .changed])
      #expect(
        report.findings[0].message
          == "the fault plan is not the one that this golden was recorded with: "
          + "`at reset: client-reset` is new, `at reset: recovery-disabled` is gone, "
          + "the seed was 0 and is 7")
      #expect(report.findings[0].line == 4)
      let sentences = try #require(report.verdicts[3].difference?.changes.map(\.sentence))
      #expect(sentences.contains("the reset failed before, and now it recovers"))
      #expect(sentences.contains("the fault `at reset: recovery-disabled` is gone"))
      #expect(sentences.contains("the fault `at reset: client-reset` is new"))
      // Recording anew leaves what is there alone.
      #expect(
        try GoldenSample.record(folder).findings.map(\.code) == report.findings.map(\.code))
      let found = try GoldenFolder(paths: [folder.root], modes: ResetMode.allCases, words: .plain)
      let shown = GoldenReview(found).comparison().findings.map(\.code)
      #expect(shown == report.findings.map(\.code))
      #expect(GoldenReview(found).accept().isFine)
      #expect(try GoldenSample.check(folder).isFine)
    }
  }

  @Test func `a missing plan is named by each golden that it was for`() throws {
    try Self.with { folder in
      try FileManager.default.removeItem(atPath: folder.path("sample.off.faults.json"))
      let report = try GoldenSample.check(folder)
      #expect(
        GoldenSample.found(report, in: folder) == [
          "sample.off.discard.golden orphan", "sample.off.recover.golden orphan",
        ])
      #expect(
        report.findings[0].message
          == "the fault plan `\(folder.path("sample.off.faults.json"))` that it belongs to is missing"
      )
    }
  }

  @Test func `a fault that fires otherwise is named`() throws {
    try Self.with { folder in
      try GoldenSample.edit(
        "sample.off.recover.golden", "2 faults, 1 fired", "2 faults, 2 fired", in: folder)
      try GoldenSample.edit("sample.off.recover.golden", "never  at", "fired  at", in: folder)
      try GoldenSample.edit(
        "sample.off.recover.golden", "record 4: the client", "record 3: the client", in: folder)
      let verdict = try #require(
        GoldenSample.check(folder).verdicts.last { $0.difference != nil })
      #expect(
        verdict.difference?.changes.map(\.sentence) == [
          "the fault `at reset: recovery-disabled` does something else than before",
          "the fault `at upload 3: disconnect` fired before, and now never happens",
        ])
      #expect(verdict.findings.map(\.line) == [14])
    }
  }

  @Test func `a plan under which no reset is due says why`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(GoldenSample.quietSession(), to: "quiet.synctrace")
      let plan = FaultPlan([try Fault(text: "after commit 2: client-reset")])
      let found = try GoldenFolder(
        paths: [folder.root], modes: [.recover], plans: .added(plan, name: "late"), words: .plain)
      let report = GoldenRecording(found).run()
      #expect(
        GoldenSample.found(report, in: folder) == ["quiet.late.faults.json notReplayed"])
      #expect(
        report.findings[0].message.hasSuffix(
          "no fault made one due: `after commit 2: client-reset` never happened, because the trace "
            + "shows no transaction of the device"))
      #expect(try folder.names() == ["quiet.synctrace"])
    }
  }

  @Test func `a trace that asks for no reset has goldens with its plans alone`() throws {
    try TemporaryFolder.with { folder in
      var events = try TraceFiles.quietDemo()
      for index in events.indices { events[index].sequence = UInt64(index) }
      try folder.write(GoldenSample.trace(of: events), to: "quiet.synctrace")
      #expect(
        GoldenSample.found(try GoldenSample.check(folder), in: folder)
          == ["quiet.discard.golden missing", "quiet.recover.golden missing"])
      for name in try folder.names() where name.hasSuffix(".pending") {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      try Self.write(["after commit 3: client-reset"], to: "quiet.asked.faults.json", in: folder)
      #expect(try GoldenSample.record(folder).isFine)
      #expect(try GoldenSample.check(folder).summary == "1 trace, 2 goldens: 2 the same")
      #expect(try folder.names().count == 4)
    }
  }

  // MARK: Plans that are added

  @Test func `a plan is added beside each trace, and only its goldens are recorded`() throws {
    try GoldenSample.with(["a", "b"]) { folder in
      let plan = FaultPlan([try Fault(text: "at reset: recovery-disabled")])
      let found = try GoldenFolder(
        paths: [folder.root], modes: [.recover], plans: .added(plan, name: "off"), words: .plain)
      #expect(GoldenRecording(found).run().verdicts.map(\.status) == [.recorded, .recorded])
      #expect(
        try folder.names() == [
          "a.off.faults.json", "a.off.recover.golden", "a.synctrace",
          "b.off.faults.json", "b.off.recover.golden", "b.synctrace",
        ])
      #expect(try FaultPlan(parsing: folder.read("a.off.faults.json")) == plan)
      // The same again changes nothing.
      #expect(GoldenRecording(found).run().verdicts.map(\.status) == [.same, .same])
    }
  }

  @Test func `a plan never takes the place of another one unless it is told to`() throws {
    try Self.with { folder in
      let before = try folder.read("sample.off.faults.json")
      let plan = FaultPlan([try Fault(text: "at step 9: crash")])
      let found = try GoldenFolder(
        paths: [folder.root], modes: [.manual], plans: .added(plan, name: "off"), words: .plain)
      let report = GoldenRecording(found).run()
      #expect(GoldenSample.found(report, in: folder) == ["sample.off.faults.json nameClash"])
      #expect(try folder.read("sample.off.faults.json") == before)
      #expect(try !folder.names().contains("sample.off.manual.golden"))
      #expect(GoldenRecording(found, replaces: true).run().isFine)
      #expect(try FaultPlan(parsing: folder.read("sample.off.faults.json")) == plan)
    }
  }

  // MARK: Reports

  @Test func `reports for CI name the plan`() throws {
    try Self.with { folder in
      try GoldenSample.edit("sample.off.recover.golden", "none", "none at all", in: folder)
      let report = try GoldenSample.check(folder, writesPending: false)
      let root = try #require(ParsedXML.root(of: report.jUnit.text))
      let cases = root.children(named: "testsuite")[0].children(named: "testcase")
      #expect(
        cases.map { $0.attributes["name"] } == ["discard", "recover", "off discard", "off recover"])
      #expect(cases[3].children(named: "failure").count == 1)
      #expect(report.gitHubAnnotations.contains("title=Golden changed with fault plan off::"))
      let sarif = report.sarif(toolVersion: "1").json
      #expect(try SARIFShape.findings(in: sarif) == [])
      #expect(sarif.text().contains("With fault plan off: other: the reset that the file tracks"))
      #expect(
        report.json.text().contains(
          #""faultPlan":"\#(folder.path("sample.off.faults.json"))""#))
      #expect(report.text().contains("changed  \(folder.path("sample.off.recover.golden"))"))
    }
  }
}
