import AnalysisSupport
import Analyzer
import Campaigns
import ReplaySupport
import Reports
import TestSupport
import Testing
import TraceFormat

@Suite struct ReplayReportSARIFTests {
  private func log(_ report: ReplayReport) -> JSONText { report.sarif(toolVersion: "1.0").json }

  private func results(_ log: JSONText) throws -> [JSONText] {
    guard case .array(let runs)? = log.member("runs"),
      case .array(let results)? =
        runs.first?.member("results")
    else {
      Issue.record("no results")
      return []
    }
    return results
  }

  @Test func `A lost change is an error with its cause, and says where and why`() throws {
    let bytes = try ProjectFiles.bytes("traces/scenarios/rs-02-same-field-conflict.json")
    let report = try ReplaySamples.report(
      on: ScenarioOutcome.events(bytes), "a.synctrace", modes: [.discardLocal])
    let first = try #require(try results(log(report)).first)
    #expect(first.member("ruleId") == .string("change/lost"))
    #expect(first.member("level") == .string("error"))
    #expect(
      first.member("message")?.member("text")
        == .string("lost: T 1 v 10 → 111; now 1111, as on the server (mode discard)"))
    #expect(
      first.member("properties")?.text() == """
        {"session":"session 1 (rs-02-same-field-conflict)","mode":"discard","outcome":"lost",\
        "fate":"lost","cause":"discardedByMode","rule":"discarded-by-mode","clientVersion":"4","index":0}
        """)
  }

  @Test func `Every scenario gives a log of the standard's shape, with a result for each finding`()
    throws
  {
    for (name, report) in try ReplaySamples.scenarios() {
      let log = log(report)
      #expect(try SARIFShape.findings(in: log) == [], "\(name)")
      let count = report.reports.reduce(0) { sum, report in
        let changes = [Change.Outcome.lost, .serversKept, .inBackupOnly, .merged, .notKnown]
          .reduce(0) { $0 + report.changeCount($1) }
        return sum + changes + report.overwrittenPlaces.count + report.traps.count
          + report.defects.count
      }
      #expect(try results(log).count == count, "\(name)")
    }
  }

  @Test func `No message has the number of a rule or of a defect`() throws {
    for (name, report) in try ReplaySamples.scenarios() {
      for result in report.sarif(toolVersion: "1.0").results {
        let number = result.message.firstMatch(of: /\b(?:R|L|RS-|M)\d+\b/)
        #expect(number == nil, "\(name): \(result.message)")
      }
    }
  }

  @Test func `Findings of different changes and modes have different fingerprints`() throws {
    for (name, report) in try ReplaySamples.scenarios() {
      let prints = try results(log(report)).map { $0.member("partialFingerprints")?.text() }
      #expect(Set(prints).count == prints.count, "\(name)")
    }
  }

  @Test func `Places of others' and traps are results, and gaps are notes`() throws {
    let log = try log(.withEveryMember("text"))
    #expect(try SARIFShape.findings(in: log) == [])
    let rules = try results(log).map { $0.member("ruleId") }
    #expect(rules.contains(.string("others/goneWithRestore")))
    for trap in ["trap", "deletion-beats-edit"] {
      #expect(rules.count { $0 == .string("trap/\(trap)") } == 2)
    }
    #expect(
      log.text().contains(
        "session 1 (text), mode discard: record 7: records are missing here: text"))
  }

  @Test func `What defects of the engine did is a result, and noted of the change too`() throws {
    let report = try ComparedOutcomes.report("rs-70a-link-to-later-created-object")
    let found = try results(log(report))
    let defect = try #require(
      found.first { $0.member("ruleId") == .string("defect/R4") })
    #expect(defect.member("level") == .string("error"))
    #expect(defect.member("properties")?.member("defects")?.text() == #"["R4","RS-70"]"#)
    let lost = try #require(
      found.first { $0.member("properties")?.member("fate") == .string("lost") })
    #expect(lost.member("properties")?.member("defects")?.text() == #"["R4","RS-70"]"#)
    #expect(try SARIFShape.findings(in: log(report)) == [])
  }

  @Test func `Faults are notes, and those that never happened warnings`() throws {
    let text = try log(.withEveryMember("text")).text()
    let fault = "fault `after upload 3 where class=text: disconnect`"
    #expect(
      text.contains(
        #"{"level":"note","message":{"text":"session 1 (text), mode discard: \#(fault): 1 object of class text "#
          + "went out of view; The query `text` replaces the partition\"}}"))
    #expect(
      text.contains(
        #"{"level":"warning","message":{"text":"session 1 (text), mode discard: \#(fault) never happened: "#
          + "the server has no class text\"}}"
      ))
  }

  @Test func `Every rule has a summary of its own`() throws {
    let report = try ReplaySamples.report(
      on: ScenarioOutcome.events(
        ProjectFiles.bytes("traces/scenarios/rs-02-same-field-conflict.json")), "a.synctrace")
    let rules = report.sarif(toolVersion: "1.0").rules
    #expect(Set(rules.map(\.summary)).count == rules.count)
  }
}
