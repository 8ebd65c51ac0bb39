import ArgumentParser

/// A report asked for in a form and at a place, such as `junit=results.xml`.
struct ReportRequest: ExpressibleByArgument, Hashable {
  var format: ReportFormat
  /// A file, or - for standard output.
  var path: String

  init(format: ReportFormat, path: String) {
    self.format = format
    self.path = path
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let format = ReportFormat(rawValue: String(parts[0]))
    else { return nil }
    self.init(format: format, path: String(parts[1]))
  }

  static let allValueStrings = ReportFormat.allCases.map { "\($0.rawValue)=FILE" }
}
