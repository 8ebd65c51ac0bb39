import Analyzer
import ArgumentParser
import TraceFormat

/// How a report is rendered.
enum ReportFormat: String, ReportForm {
  case text
  case json
}

extension ReplayReport {
  /// The report in a form, whole lines.
  func rendered(as format: ReportFormat, _ options: ReportTextOptions) -> String {
    switch format {
    case .text: text(options)
    case .json: json.text(.indented) + "\n"
    }
  }
}
