import Analyzer
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What holds for every form of a report.
@Suite struct EveryFormatTests {
  /// The report in all forms that are made here, by name.
  private func forms(of report: ReplayReport) -> [(name: String, text: String)] {
    [
      ("text", report.text()),
      ("verbose", report.text(ReportTextOptions(isVerbose: true))),
      ("json", report.json.text(.indented)),
      ("markdown", report.markdown),
      ("html", report.html()),
      ("junit", report.jUnit.text),
      ("sarif", report.sarif(toolVersion: "1.0").json.text(.indented)),
    ]
  }

  @Test func `The same input gives the same bytes in every form`() throws {
    for name in ["rs-16a-list-copied-once", "every-kind-of-property", "rs-29-class-removed"] {
      let bytes = try ProjectFiles.bytes("traces/scenarios/\(name).json")
      let runs = try (0..<2).map { _ in
        forms(of: try ReplaySamples.report(on: ScenarioOutcome.events(bytes), name))
      }
      for (first, second) in zip(runs[0], runs[1]) {
        #expect(first.text == second.text, "\(name), \(first.name)")
      }
    }
  }

  @Test(arguments: HostileText.samples)
  func `Nothing in hostile text steers a terminal or turns the direction of writing`(text: String)
    throws
  {
    for form in forms(of: try .withEveryMember(text)) {
      // Programs get text as it is, but for control characters.
      let isForPrograms = form.name == "json" || form.name == "sarif"
      let found = form.text.unicodeScalars.first { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n" && !(isForPrograms && scalar.value >= 0x7F)
        case .format, .lineSeparator, .paragraphSeparator: !isForPrograms
        default: false
        }
      }
      #expect(found == nil, "\(form.name): U+\(String(found?.value ?? 0, radix: 16))")
    }
  }

  @Test(arguments: HostileText.samples)
  func `Hostile text leaves every form whole`(text: String) throws {
    let report = try ReplayReport.withEveryMember(text)
    #expect(report.text().split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try JSONText(parsing: Array(report.json.text().utf8)) == report.json)
    let log = report.sarif(toolVersion: "1.0").json
    #expect(try SARIFShape.findings(in: log) == [])
    let cases = ParsedXML.root(of: report.jUnit.text)?.children.flatMap(\.children)
    #expect(cases?.count { $0.name == "testcase" } == 2)
  }

  /// Only JSON for programs holds all of a value.
  @Test func `A text of a megabyte does not make reports for people large`() throws {
    let text = RealmString(HostileText.megabyte)
    let long = String(repeating: "x y ", count: 500)
    var report = try ReplayReport.withEveryMember(long, name: "name")
    report.trace = "a.synctrace"
    report.resets[0].reports.removeLast()
    report.resets[0].reports[0].session.start?.name = HostileText.megabyte
    report.resets[0].reports[0].error.message = HostileText.megabyte
    report.resets[0].reports[0].writes[0].address = WriteAddress(
      className: text, object: .string(text), property: text, path: [.key(text)])
    report.resets[0].reports[0].writes[0].sightings.device = .value(.string(text))
    for text in [
      report.text(), report.markdown, report.html(), report.jUnit.text,
      report.sarif(toolVersion: "1.0").json.text(),
    ] { #expect(text.utf8.count < 200_000, "\(text.prefix(80))") }
  }
}
