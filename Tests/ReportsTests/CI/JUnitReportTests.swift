import Analyzer
import Testing

@testable import Reports

@Suite struct JUnitReportTests {
  private let report = JUnitReport([
    .init(
      name: "traces/a.synctrace", properties: [.init("engine", "ideal")],
      cases: [
        .init(className: "a", name: "recover", verdict: .passed),
        .init(
          className: "a", name: "discard",
          verdict: .failed(
            .init(kind: "lost", message: "2 writes <lost>", details: ["T 1 v", "T 2 v"])),
          output: ["all the rest"]),
        .init(
          className: "a", name: "manual",
          verdict: .broken(.init(kind: "crash", message: "aborts"))),
        .init(className: "a", name: "other", verdict: .skipped("nothing is known")),
      ]),
    .init(name: "empty", cases: []),
  ])

  @Test func `The document has the elements and attributes that Surefire and Jenkins expect`() {
    #expect(
      report.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="4" failures="1" errors="1">
          <testsuite name="traces/a.synctrace" tests="4" failures="1" errors="1" skipped="1">
            <properties>
              <property name="engine" value="ideal"/>
            </properties>
            <testcase classname="a" name="recover" time="0"/>
            <testcase classname="a" name="discard" time="0">
              <failure type="lost" message="2 writes &lt;lost&gt;">T 1 v
        T 2 v
        </failure>
              <system-out>all the rest
        </system-out>
            </testcase>
            <testcase classname="a" name="manual" time="0">
              <error type="crash" message="aborts"/>
            </testcase>
            <testcase classname="a" name="other" time="0">
              <skipped message="nothing is known"/>
            </testcase>
          </testsuite>
          <testsuite name="empty" tests="0" failures="0" errors="0" skipped="0"/>
        </testsuites>

        """)
  }

  @Test func `A parser reads back names and messages`() throws {
    let root = try #require(ParsedXML.root(of: report.text))
    let cases = root.children[0].children(named: "testcase")
    #expect(cases.map { $0.attributes["name"] } == ["recover", "discard", "manual", "other"])
    #expect(cases[1].children(named: "failure")[0].attributes["message"] == "2 writes <lost>")
    #expect(cases[1].children(named: "failure")[0].text == "T 1 v\nT 2 v\n")
  }

  @Test func `Characters that XML does not allow are written by their numbers`() throws {
    let hostile = "\u{1B}[31m\u{0}\u{202E}"
    let report = JUnitReport([
      .init(
        name: "s",
        cases: [
          .init(
            className: hostile, name: hostile,
            verdict: .failed(.init(kind: "lost", message: hostile, details: [hostile])))
        ])
    ])
    let suite = try #require(ParsedXML.root(of: report.text)?.children.first)
    #expect(suite.children(named: "testcase")[0].attributes["name"] == #"\u{1b}[31m\u{0}\u{202e}"#)
  }
}
