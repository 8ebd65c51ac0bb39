import Analyzer
import RealmModel
import ReplaySupport
import Replayer
import Reports
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

  /// One test, because what takes time is to make all forms.
  @Test(.slow, arguments: HostileText.samples)
  func `Hostile text steers no terminal and leaves every form whole`(text: String)
    throws
  {
    let report = try ReplayReport.withEveryMember(text)
    let (json, log, jUnit) = (report.json, report.sarif(toolVersion: "1.0").json, report.jUnit.text)
    let page = report.text()
    let texts = [
      ("text", page), ("verbose", report.text(ReportTextOptions(isVerbose: true))),
      ("markdown", report.markdown), ("html", report.html()), ("junit", jUnit),
    ]
    for (form, text) in texts {
      #expect(text.firstSteering(isForPrograms: false) == nil, "\(form)")
    }
    // Programs get text as it is, but for control characters.
    let (jsonText, logText) = (json.text(), log.text())
    for text in [jsonText, logText] { #expect(text.firstSteering(isForPrograms: true) == nil) }

    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try JSONText(parsing: Array(jsonText.utf8)) == json)
    #expect(try SARIFShape.findings(in: log) == [])
    let cases = ParsedXML.root(of: jUnit)?.children.flatMap(\.children)
    // Each mode of the reset, and each session that is not answered.
    #expect(cases?.count { $0.name == "testcase" } == 2 + report.unanswered.count)
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
    var own = report.resets[0].reports[0].writes[0].own.value
    own.address = Address(
      className: text, object: .string(text), property: text, path: [.key(text)])
    report.resets[0].reports[0].writes[0].own = Boxed(own)
    report.resets[0].reports[0].writes[0].observed.device = .value(.string(text))
    for text in [
      report.text(), report.markdown, report.html(), report.jUnit.text,
      report.sarif(toolVersion: "1.0").json.text(),
    ] { #expect(text.utf8.count < 300_000, "\(text.prefix(80))") }
  }
}

extension String {
  /// The first character that a terminal would obey, or that changes how others are read.
  fileprivate func firstSteering(isForPrograms: Bool) -> Unicode.Scalar? {
    unicodeScalars.first { scalar in
      // What is usual needs no look into the tables of Unicode.
      guard !(0x20..<0x7F).contains(scalar.value), scalar != "\n" else { return false }
      return switch scalar.properties.generalCategory {
      case .control: !(isForPrograms && scalar.value >= 0x7F)
      case .format, .lineSeparator, .paragraphSeparator: !isForPrograms
      default: false
      }
    }
  }
}
