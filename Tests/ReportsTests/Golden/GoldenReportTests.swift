import CampaignSupport
import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

/// The forms of a report on goldens, each with every kind of finding that a folder can have.
@Suite struct GoldenReportTests {
  /// A changed golden, one over budget, one that is none, an orphan and a trace that is none.
  static func with(_ body: (TemporaryFolder, GoldenReport) throws -> Void) throws {
    try GoldenSample.with(["a", "b, 100%"]) { folder in
      try GoldenSample.record(folder)
      let (discard, recover) = (
        try changedLine(of: "a.discard.golden", in: folder),
        try changedLine(of: "a.recover.golden", in: folder)
      )
      try folder.write(GoldenSample.session(deviceSets: 7), to: "a.synctrace")
      try folder.write(Array("tracetool golden 1\n".utf8), to: "b, 100%.recover.golden")
      try folder.write([], to: "c.recover.golden")
      try folder.write(Array("<no trace>".utf8), to: "d.synctrace")
      let report = try GoldenSample.check(
        folder, budget: Budget(limits: [.lost: 2]), writesPending: false)
      #expect(
        GoldenSample.found(report, in: folder) == [
          "a.discard.golden:\(discard) changed", "a.discard.golden overBudget",
          "a.recover.golden:\(recover) changed", "b, 100%.discard.golden overBudget",
          "b, 100%.recover.golden:2 unreadableGolden", "d.synctrace unreadableTrace",
          "c.recover.golden orphan",
        ])
      try body(folder, report)
    }
  }

  /// The line of the golden's first write, which the changed trace no longer has.
  static func changedLine(of name: String, in folder: TemporaryFolder) throws -> Int {
    let text = String(decoding: try folder.read(name), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.contains(" T 1 a: set to 2 ") }) + 1
  }

  @Test func `JUnit has a case for each golden, and tells what failed from what broke`() throws {
    try Self.with { folder, report in
      let root = try #require(ParsedXML.root(of: report.jUnit.text))
      #expect(root.attributes["tests"] == "6")
      #expect(root.attributes["failures"] == "4")
      #expect(root.attributes["errors"] == "2")
      let suites = root.children(named: "testsuite")
      #expect(
        suites.map { $0.attributes["name"] } == [
          folder.path("a.synctrace"), folder.path("b, 100%.synctrace"),
          folder.path("d.synctrace"), folder.path("c.recover.golden"),
        ])
      let cases = suites[0].children(named: "testcase")
      #expect(cases.map { $0.attributes["name"] } == ["discard", "recover"])
      let failure = try #require(cases[1].children(named: "failure").first)
      #expect(failure.attributes["type"] == "changed")
      #expect(failure.text.contains("other: 1 unsynced write is new\n"))
    }
  }

  @Test func `SARIF has a result for each finding, of the standard's shape`() throws {
    try Self.with { folder, report in
      let log = report.sarif(toolVersion: "1.0", documentation: "https://example.org/").json
      let findings = try SARIFShape.findings(in: log)
      #expect(findings == [])
      let text = log.text()
      #expect(text.contains(#""ruleId":"golden/unreadableTrace""#))
      #expect(text.contains("b,%20100%25.recover.golden"))
      #expect(text.contains(#""region":{"startLine":2}"#))
      #expect(text.contains(#""helpUri":"https://example.org/golden.md#findings""#))
    }
  }

  @Test func `annotations for GitHub keep to their line, whatever a path holds`() throws {
    try Self.with { folder, report in
      let lines = report.gitHubAnnotations.split(separator: "\n")
      #expect(lines.count == report.findings.count)
      #expect(lines.allSatisfy { $0.hasPrefix("::error file=") })
      let path = folder.path("b%2C 100%25.recover.golden")
      #expect(lines[4].hasPrefix("::error file=\(path),line=2,title=Golden unreadable::"))
      #expect(lines[0].contains("%0A"), "a change has a line for each sentence")
    }
  }

  @Test func `text fits a terminal and ends with the counts`() throws {
    try Self.with { folder, report in
      let lines = report.text().split(separator: "\n")
      #expect(lines.filter { !$0.contains(folder.root) }.allSatisfy { $0.count <= 80 })
      #expect(
        report.summary == "3 traces, 4 goldens: 2 changed, 1 over budget, 1 of no trace, "
          + "2 unreadable")
    }
  }

  @Test func `the report is the same however many traces are in work at once`() async throws {
    try await TemporaryFolder.during { folder in
      for index in 0..<12 {
        let name = String(UnicodeScalar(UInt8(ascii: "a") + UInt8((index * 5) % 12)))
        try folder.write(GoldenSample.session(deviceSets: index), to: "\(name).synctrace")
      }
      let found = try GoldenFolder(paths: [folder.root], modes: GoldenSample.modes, words: .plain)
      var counts: [Int] = []
      let recorded = await GoldenRecording(found).run(width: 4) { counts.append($0) }
      #expect(counts == Array(1...12))
      #expect(recorded.verdicts.map(\.path) == recorded.verdicts.map(\.path).sorted())
      try folder.write(GoldenSample.session(deviceSets: 99), to: "c.synctrace")
      let one = await GoldenCheck(found).run(width: 1)
      let many = await GoldenCheck(found).run(width: 5)
      #expect(one.json == many.json)
      #expect(one.json == GoldenCheck(found).run().json)
      #expect(many.findings.map(\.code) == [.changed, .changed])
    }
  }
}
