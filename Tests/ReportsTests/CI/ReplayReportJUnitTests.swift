import AnalysisSupport
import Analyzer
import ReplaySupport
import Reports
import TestSupport
import Testing
import TraceFormat

@Suite struct ReplayReportJUnitTests {
  private func cases(_ report: ReplayReport) throws -> [ParsedXML.Element] {
    let root = try #require(ParsedXML.root(of: report.jUnit.text))
    #expect(root.name == "testsuites")
    return root.children.flatMap { $0.children(named: "testcase") }
  }

  private func report(_ name: String) throws -> ReplayReport {
    try ReplaySamples.report(
      on: ScenarioOutcome.events(ProjectFiles.bytes("traces/scenarios/\(name).json")), name)
  }

  @Test func `A case is a reset in a mode, and fails where data is lost`() throws {
    let cases = try cases(report("rs-02-same-field-conflict"))
    #expect(
      cases.map { $0.attributes["classname"] ?? "" }
        == Array(
          repeating: "session 1 (rs-02-same-field-conflict)", count: 4))
    #expect(
      cases.map { $0.attributes["name"] } == [
        "discard", "recover", "recover-or-discard", "manual",
      ])
    let failure = try #require(cases[0].children(named: "failure").first)
    #expect(failure.attributes == ["type": "lost", "message": "1 lost"])
    #expect(failure.text == "lost: T 1 v 10 → 111; now 1111, as on the server\n")
    #expect(cases[3].children(named: "failure").first?.attributes["type"] == "inBackupOnly")
  }

  @Test func `A new object that the server has with other values is lost for these`() throws {
    let file = ScenarioOutcome.sessionFile(
      """
      "local": [{"operations": [{"create": ["T", 9], "set": {"s": "a"}}]}],
      "serverChanges": [{"operations": [{"create": ["T", 9], "set": {"s": "a", "v": 5}}]}]
      """)
    let report = try ReplaySamples.report(on: ScenarioOutcome.events(Array(file.utf8)), "created")
    let failure = try #require(try cases(report)[0].children(named: "failure").first)
    #expect(
      failure.text.hasSuffix(
        "the server has the same value; the server has values that the new object lacks\n"))
  }

  @Test func `A reset that fails is a failure of its own class, with the engine's message`() throws
  {
    let failed = try cases(report("rs-29-class-removed"))[1].children(named: "failure")
    #expect(failed.first?.attributes["type"] == "classesRemoved")
    #expect(
      failed.first?.attributes["message"]?.contains("classes have been removed") == true)
  }

  @Test func `The counts are those of the cases, over all scenarios`() throws {
    for (name, report) in try ReplaySamples.scenarios() {
      let root = try #require(ParsedXML.root(of: report.jUnit.text), "\(name)")
      let cases = try cases(report)
      #expect(cases.count == report.reports.count)
      for (attribute, element) in [("failures", "failure"), ("errors", "error")] {
        let count = cases.count { !$0.children(named: element).isEmpty }
        #expect(root.attributes[attribute] == "\(count)")
      }
      for (found, report) in zip(cases, report.reports) {
        let isBad =
          report.failure != nil || !report.defects.isEmpty
          || report.changes.contains { [.lost, .serversKept, .inBackupOnly].contains($0.outcome) }
          || report.overwrittenPlaces.contains { $0.kind != .editedOnBothSides }
          || report.comparison?.differences.isEmpty == false
        #expect(found.children(named: "failure").isEmpty == !isBad, "\(name)")
      }
    }
  }

  @Test func `Resets of the same name are told apart`() throws {
    var report = try report("rs-02-same-field-conflict")
    report.resets.append(report.resets[0])
    #expect(
      Set(try cases(report).compactMap { $0.attributes["classname"] })
        == [
          "session 1 (rs-02-same-field-conflict)", "session 1 (rs-02-same-field-conflict) (2)",
        ])
  }

  @Test func `Not known is neither passed nor failed`() throws {
    var report = try report("rs-02-same-field-conflict")
    report.resets[0].reports = [report.resets[0].reports[0]]
    report.resets[0].reports[0].changes[0].outcome = .notKnown
    let found = try cases(report)[0]
    #expect(found.children(named: "skipped").first?.attributes["message"] == "1 not known")
    #expect(found.children(named: "failure").isEmpty)
  }

  @Test func `A replay that differs from the device fails as such`() throws {
    let found = try cases(.withEveryMember())[0].children(named: "failure")[0]
    #expect(found.attributes["type"] == "differsFromDevice")
    let difference = "text: has nothing too many and lacks `text` in this replay"
    #expect(found.text.hasPrefix("state: the expected value on the device, \(difference)\n"))
  }

  @Test func `What defects of the engine did is among the details, and fails a case on its own`()
    throws
  {
    var report = try ComparedOutcomes.report("rs-70a-link-to-later-created-object")
    let lost = try #require(try cases(report)[0].children(named: "failure").first)
    #expect(lost.attributes["type"] == "lost")
    #expect(lost.attributes["message"]?.hasSuffix("defects of the engine in 1 place") == true)
    #expect(lost.text.hasPrefix("lost: T 1 ll "))
    #expect(
      lost.text.contains("\ndefect of the engine: T 1 ll is [Tgt 2]; a correct recovery leaves"))
    #expect(!lost.text.contains("R4") && !lost.text.contains("RS-70"), "no numbers of rules")
    report.resets[0].reports[0].harm = HarmAccount()
    for index in report.resets[0].reports[0].changes.indices {
      report.resets[0].reports[0].changes[index].outcome = .notKnown
    }
    let kept = try #require(try cases(report)[0].children(named: "failure").first)
    #expect(kept.attributes["type"] == "defect")
  }

  @Test func `Faults are in the output of each case, those too that never happened`() throws {
    let output = try #require(
      try cases(.withEveryMember())[0].children(named: "system-out").first?.text)
    let fault = "fault `after upload 3 where class=text: disconnect`"
    #expect(
      output.contains(
        "\n\(fault): 1 object of class text went out of view; The query `text` replaces the "
          + "partition\n"))
    #expect(output.contains("\n\(fault) never happened: the server has no class text\n"))
    #expect(output.contains("\n  text \"text\"\n"), "the object that it was about")
  }
}
