import ArgumentParser
import Campaigns
import Reports
import TraceFormat

enum GoldenFormat: String, ReportForm {
  case text
  case json
  case markdown
  case junit
  case sarif
  /// Text, and then the findings as annotations of GitHub Actions.
  case github
}

extension GoldenReport {
  func rendered(as format: GoldenFormat, _ options: ReportTextOptions) -> String {
    switch format {
    case .text: text(options)
    case .json: json.text(.indented) + "\n"
    case .markdown: markdown
    case .junit: jUnit.text
    case .sarif: sarif(toolVersion: ToolVersion.text).json.text(.indented) + "\n"
    case .github: text(options) + gitHubAnnotations
    }
  }
}

extension ReportOptions<GoldenFormat> {
  func write(
    _ report: GoldenReport, to destinations: ReportDestinations<GoldenFormat>, on console: Console
  ) throws {
    try destinations.write(on: console) { request in
      report.rendered(as: request.format, textOptions(of: request, on: console))
    }
  }

  func hint(_ text: String, on console: Console) {
    if !speech.quiet { console.say("hint: \(text)") }
  }
}
