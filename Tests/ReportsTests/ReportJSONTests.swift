import Analyzer
import Campaigns
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
    #expect(json.member("version") == .integer(1))
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

  @Test func `Every member of the report is documented`() throws {
    let text = String(decoding: try ProjectFiles.bytes("docs/report.md"), as: UTF8.self)
    let outcome = try ScenarioOutcome.session(
      #"""
      "configuredMode": "Recover",
      "pendingReset": {"mode": "Recover", "action": "ClientReset", "time": "2025-01-01T00:00:00Z", "engineVersion": "1"},
      "local": [{"operations": [
        {"update": ["T", 1], "set": {"v": 1}}, {"update": ["T", 1], "set": {"v": 2}}]}],
      "observed": {"mode": "DiscardLocal", "result": "failed"}
      """#, gaps: [Gap(.lost("gap"), sequence: 1)])
    let failed = try ScenarioOutcome.example("rs-29-class-removed")
    for json in [Analysis.report(of: outcome).json, Analysis.report(of: failed).json] {
      for name in Self.names(in: json) { #expect(text.contains("`\(name)`"), "\(name)") }
    }
    for fate in Fate.allCases { #expect(text.contains("`\(fate.rawValue)`")) }
    for cause in Cause.allCases { #expect(text.contains("| `\(cause.rawValue)` |")) }
    for view in ThreeWayChange.allCases { #expect(text.contains("| `\(view.rawValue)` |")) }
    for winner in Winner.allCases { #expect(text.contains("`\(winner.rawValue)`")) }
  }

  /// The names of all members, but for those of instructions, values and facts, which are described
  /// elsewhere.
  private static func names(in json: JSONText) -> Set<String> {
    switch json {
    case .object(let members):
      members.reduce(into: []) { names, member in
        names.insert(member.name)
        let elsewhere = [
          "instruction", "instructions", "values", "object", "fact", "consequenceFacts",
          "hazardFacts", "conflictFact", "nextAttempt",
        ]
        guard !elsewhere.contains(member.name) else { return }
        names.formUnion(Self.names(in: member.value))
      }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(Self.names(in: $1)) }
    default: []
    }
  }
}
