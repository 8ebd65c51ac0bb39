import Analyzer
import Campaigns
import Foundation
import RealmModel
import ReplaySupport
import Replayer
import Reports
import TestSupport
import Testing
import TraceFormat

@Suite struct ReportJSONTests {
  @Test func `A write's members say where, what, why and what each side has`() throws {
    let json = Analysis.report(of: try ScenarioOutcome.example("rs-02-same-field-conflict")).json
    guard case .array(let writes)? = json.member("writes") else {
      Issue.record("no writes in \(json.text())")
      return
    }
    #expect(
      writes.map { $0.text() } == [
        """
        {"transaction":0,"index":0,"class":"T","object":{"$int":"1"},"property":"v","path":[],\
        "operation":"set to 111","instruction":{"instruction":"Update","class":"T",\
        "object":{"$int":"1"},"property":"v","path":[],"value":{"$int":"111"},"isDefault":false},\
        "fate":"lost","rule":"discarded-by-mode",\
        "reason":"unsynced changes are discarded; the server has 1111",\
        "fact":{"discarded":{"cause":"discardedByMode","server":{"value":{"$int":"1111"}}}},\
        "cause":"discardedByMode","threeWay":"both",\
        "values":{"before":{"$int":"10"},"device":{"$int":"111"},"server":{"$int":"1111"},\
        "after":{"$int":"1111"}}}
        """
      ])
  }

  @Test func `The report names its version, the outcome and the totals`() throws {
    let json = Analysis.report(of: try ScenarioOutcome.example("rs-29-class-removed")).json
    #expect(json.member("version") == .integer(Report.version))
    #expect(json.member("mode") == .string("DiscardLocal"))
    #expect(json.member("result") == .string("failed"))
    #expect(json.member("failure")?.member("class") == .string("classesRemoved"))
    #expect(
      json.member("totals")?.text() == """
        {"writes":1,"recovered":0,"conflicted":0,"lost":0,"stranded":1,"pending":0,\
        "superseded":0,"redundant":0,"unknown":0}
        """)
  }

  @Test func `What is there or not is not mixed up with a value`() throws {
    let json = Analysis.report(of: try ScenarioOutcome.example("rs-74-delete-overwrites-lists"))
      .json
    guard case .array(let writes)? = json.member("writes") else {
      Issue.record("no writes in \(json.text())")
      return
    }
    #expect(
      writes.last?.member("values")?.text() == """
        {"before":{"$present":true},"device":{"$absent":true},"server":{"$present":true},\
        "after":{"$present":true}}
        """)
    #expect(
      writes.first?.member("values")?.text() == """
        {"before":{"$link":["Tgt",{"$int":"1"}]},"device":null,\
        "server":{"$link":["Tgt",{"$int":"1"}]},"after":{"$link":["Tgt",{"$int":"1"}]}}
        """)
  }

  @Test func `Every example's JSON reads back as it was written`() throws {
    for (_, outcome) in try ScenarioOutcome.examples() {
      let json = Analysis.report(of: outcome).json
      for layout in [JSONText.Layout.compact, .indented] {
        #expect(try JSONText(parsing: Array(json.text(layout).utf8)) == json)
      }
    }
  }

  @Test func `Every fate, cause and view is documented`() throws {
    let text = String(decoding: try ProjectFiles.bytes("docs/report.md"), as: UTF8.self)
    for fate in Fate.allCases { #expect(text.contains("\n| `\(fate.rawValue)` |")) }
    for view in ThreeWayChange.allCases { #expect(text.contains("\n| `\(view.rawValue)` |")) }
    let causes = text.components(separatedBy: "\n## Causes\n").last?
      .components(separatedBy: "\n## ").first?.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.components(separatedBy: " | ")[0] }.joined()
    for cause in Cause.allCases {
      #expect(try #require(causes).contains("`\(cause.rawValue)`"), "\(cause.rawValue)")
    }
  }
}
