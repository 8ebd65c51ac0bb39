import Analyzer
import ArgumentParser
import Reports
import TraceFormat

/// How a report is rendered.
enum ReportFormat: String, ReportForm {
  case text
  case json
  case markdown
  case html
  case junit
  case sarif
  /// Merge plans alone, as JSON.
  case mergePlan = "merge-plan"
}

extension ReplayReport {
  /// The report in a form, whole lines.
  ///
  /// - Parameter documentation: Where the project's `docs` are published, for forms with links.
  func rendered(
    as format: ReportFormat, _ options: ReportTextOptions, documentation: String? = nil
  ) -> String {
    switch format {
    case .text: text(options)
    case .json: json.text(.indented) + "\n"
    case .markdown: markdown
    case .html: html(documentation: documentation)
    case .junit: jUnit.text
    case .sarif:
      sarif(toolVersion: ToolVersion.text, documentation: documentation).json.text(.indented)
        + "\n"
    case .mergePlan: mergePlansJSON.text(.indented) + "\n"
    }
  }
}
