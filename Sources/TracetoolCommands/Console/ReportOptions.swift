import Analyzer
import ArgumentParser
import TraceFormat

/// How a report is rendered.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// The options of commands whose result is a report: its form, and where it goes.
struct ReportOptions: ParsableArguments {
  @Option(help: "The form of the report.")
  var format: ReportFormat = .text

  @Option(
    name: .shortAndLong,
    help: "The file to write the report to, replacing one of that name; - for standard output.",
    completion: .file())
  var output = "-"

  @OptionGroup var speech: SpeechOptions

  /// Hands over a whole report: to standard output, or to the file, which appears only when it is
  /// complete.
  func write(_ report: String, on console: Console) throws {
    guard output != "-" else { return try console.print(report) }
    let sink = try AtomicFileSink(path: output)
    try sink.write(Array((report + "\n").utf8))
    try sink.commit()
  }

  /// Colors are for terminals, and a file is none.
  func style(on console: Console) -> TextStyle {
    guard output == "-" || speech.color == .always else { return .plain }
    return speech.usesColor(on: console) ? .terminal : .plain
  }
}
