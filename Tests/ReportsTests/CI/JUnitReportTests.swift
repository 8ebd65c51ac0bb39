import Analyzer
import Testing
import TraceFormat

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

  /// A text as an attribute and as a line of content, as a parser reads them.
  private func read(_ text: String) throws -> (attribute: String?, content: String) {
    let report = JUnitReport([
      .init(
        name: text, cases: [.init(className: "", name: "", verdict: .passed, output: [text])])
    ])
    let suite = try #require(ParsedXML.root(of: report.text)?.children.first)
    return (suite.attributes["name"], suite.children[0].children[0].text)
  }

  @Test(arguments: [
    "a < b && c > \"d\" 'e' ]]>", "</a><b/>", "<![CDATA[", "<!-- --> <?pi?> &amp; &#0;",
    "tab\tline\nreturn\r\n", "漢字 é 🏳", "",
  ])
  func `A parser reads the text that was written, in content and in attributes`(text: String) throws
  {
    let read = try read(text)
    #expect(read.attribute == text)
    // Each is a line, whatever is in it.
    #expect(read.content == text.replacing(each: "\n", with: #"\u{a}"#) + "\n")
  }

  @Test func `What XML does not allow, or what would deceive, is written by its number`() throws {
    let read = try read("\u{0}\u{1B}[2J\u{85}\u{202E}\u{FEFF}\u{FFFE}\u{FFFF}\u{2028}")
    #expect(
      read.attribute == #"\u{0}\u{1b}[2J\u{85}\u{202e}\u{feff}\u{fffe}\u{ffff}\u{2028}"#)
    #expect(read.attribute.map { $0 + "\n" } == read.content)
  }

  @Test func `Every scalar is read back, or its number`() throws {
    let scalars = (0...0x11_0000).lazy.compactMap { Unicode.Scalar($0 as UInt32) }
      .filter { $0.value < 0x700 || $0.value % 509 == 0 || $0.value & 0xFFFE == 0xFFFE }
    var text = ""
    for scalar in scalars { text.unicodeScalars.append(scalar) }
    let attribute = try #require(try read(text).attribute)
    let restored = attribute.replacing(/\\u\{([0-9a-f]+)\}/.matchingSemantics(.unicodeScalar)) {
      match in
      Unicode.Scalar(UInt32(match.1, radix: 16) ?? 0).map { String($0) } ?? ""
    }
    #expect(restored.unicodeScalars.elementsEqual(text.unicodeScalars))
  }
}
