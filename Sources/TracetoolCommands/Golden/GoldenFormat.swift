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

  static let hasLinks = true
}

extension ReportOptions<GoldenFormat> {
  func write(
    _ report: GoldenReport, to destinations: ReportDestinations<GoldenFormat>, on console: Console
  ) throws {
    try destinations.write(on: console) { request in
      let options = textOptions(of: request, on: console)
      return switch request.format {
      case .text: report.text(options)
      case .json: report.json.text(.indented) + "\n"
      case .markdown: report.markdown
      case .junit: report.jUnit.text
      case .sarif:
        report.sarif(toolVersion: ToolVersion.text, documentation: documentation).json
          .text(.indented) + "\n"
      case .github: report.text(options) + report.gitHubAnnotations
      }
    }
  }
}
