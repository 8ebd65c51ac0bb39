import ArgumentParser

/// The forms that the report of a command can have.
protocol ReportForm: ExpressibleByArgument, CaseIterable, RawRepresentable<String>, Hashable {
  /// The form for people at a terminal.
  static var text: Self { get }
}

/// A report asked for in a form and at a place, such as `junit=results.xml`.
struct ReportRequest<Format: ReportForm>: ExpressibleByArgument, Hashable {
  var format: Format
  /// A file, or - for standard output.
  var path: String

  init(format: Format, path: String) {
    self.format = format
    self.path = path
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let format = Format(rawValue: String(parts[0]))
    else { return nil }
    self.init(format: format, path: String(parts[1]))
  }

  static var allValueStrings: [String] { Format.allCases.map { "\($0.rawValue)=FILE" } }
}
