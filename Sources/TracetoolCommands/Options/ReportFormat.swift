import Analyzer
import ArgumentParser
import Reports
import TraceFormat

enum ReportFormat: String, ReportForm {
  case text
  case json
  case markdown
  case html
  case junit
  case sarif
  case mergePlan = "merge-plan"

  static let hasLinks = true
}

/// The forms of a report that is also a page, and that no tool of CI reads.
enum PageFormat: String, ReportForm {
  case text
  case json
  case markdown
  case html
}

extension ReplayReport {
  /// Writes the report in a form, whole lines. JSON, the largest, is never held whole.
  ///
  /// - Parameters:
  ///   - documentation: Where the project's `docs` are published, for forms with links.
  ///   - sessionPage: The address of a page about the session, that HTML links to.
  ///   - width: how many parts of it are made at once at most.
  func write(
    as format: ReportFormat, _ options: ReportTextOptions, documentation: String? = nil,
    sessionPage: String? = nil, width: Int = 1, to sink: any ByteSink
  ) throws {
    func write(_ text: String) throws { try sink.write(Array(text.utf8)) }
    switch format {
    case .text: try write(text(options))
    case .json: try writeJSON(to: sink, width: width)
    case .markdown: try write(markdown)
    case .html:
      try write(html(documentation: documentation, sessionPage: sessionPage))
    case .junit: try write(jUnit.text)
    case .sarif:
      let results = sarif(toolVersion: ToolVersion.text, documentation: documentation)
      try write(results.json.text(.indented) + "\n")
    case .mergePlan: try write(mergePlansJSON.text(.indented) + "\n")
    }
  }
}
