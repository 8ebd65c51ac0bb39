import Analyzer
import Importers
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// The same numbers in every form, and each place that is counted is shown.
@Suite struct OutcomeFormTests {
  private static func reports(_ name: String) throws -> [Report] {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    guard events.askForReset else { return [] }
    return try ResetMode.inOrder.map { mode in
      Analysis.report(of: try #require(try Replay.run(events: events, mode: mode).first))
    }
  }

  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: try ScenarioFiles.expectedNames())
  func `Text, Markdown, HTML, JUnit, SARIF and JSON say the same numbers`(name: String) throws {
    let reports = try Self.reports(name)
    guard reports.count > 1 else { return }
    let report = ReplayReport(trace: name, resets: [ModeComparison(reports)])
    // Wide enough for no cell of the table to be wrapped.
    let text = report.text(ReportTextOptions(columns: 400))
    let page = try ParsedHTML(report.html())
    let (markdown, junit) = (report.markdown, report.jUnit.text)
    for reset in reports {
      #expect(flat(text).contains(reset.outcomeWords), "\(reset.mode)")
      #expect(page.texts.contains(reset.outcomeWords))
      #expect(markdown.contains(MarkdownText.sentence(reset.outcomeWords)))
      #expect(flat(text).contains(reset.whatOthersLostWords))
      #expect(reset.changes.isEmpty || junit.contains(reset.outcomeWords))
      let outcomes = try #require(reset.json.member("outcomes"))
      #expect(outcomes.member("changes") == .number(String(reset.changes.count)))
      for (outcome, count) in reset.outcomeCounts {
        #expect(outcomes.member(outcome.rawValue) == .number(String(count)))
      }
    }
  }

  @Test(arguments: try ScenarioFiles.expectedNames())
  func `Each place that is counted is shown with its values`(name: String) throws {
    for report in try Self.reports(name) {
      let details = flat(report.text(ReportTextOptions(isVerbose: true, columns: 400)))
      for place in report.overwrittenPlaces {
        let names = ResetDocument(ModeComparison([report]), isWhole: true, valueColumns: 400)
        let line = "\(names.name(of: place.address)): \(report.words(for: place, columns: 400))"
        #expect(details.contains(flat(line)), "\(line)")
      }
    }
  }
}
