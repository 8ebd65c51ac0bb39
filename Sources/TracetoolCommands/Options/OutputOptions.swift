import ArgumentParser
import TraceFormat

enum OutputFormat: String, ReportForm {
  case text
  case json
}

/// The options that every command with a result has.
struct OutputOptions: ParsableArguments {
  @Option(help: "Print the result as text or as JSON.")
  var format: OutputFormat = .text

  @OptionGroup var speech: SpeechOptions

  var quiet: Bool { speech.quiet }

  /// Prints a result; of the form that is not wanted nothing is made.
  func print(
    _ json: @autoclosure () -> JSONText, _ lines: @autoclosure () -> [String], on console: Console
  ) throws {
    switch format {
    case .json: try console.print(json())
    case .text: for line in lines() { try console.print(line) }
    }
  }

  /// Prints what a command did whose result is a file; no text where nothing but results is wanted.
  func summarize(
    _ json: @autoclosure () -> JSONText, _ lines: @autoclosure () -> [String], on console: Console
  ) throws {
    if format == .json || !quiet { try print(json(), lines(), on: console) }
  }
}

/// Two columns of text, the first padded to one width. What is longer than a line has room for is shortened.
enum Columns {
  private static let columnsMax = 1_000

  static func lines(_ rows: [(name: String, value: String)]) -> [String] {
    let rows = rows.map { name, value in
      (
        name: name.visible.shortenedInMiddle(to: columnsMax),
        value: value.visible.shortenedInMiddle(to: columnsMax)
      )
    }
    let width = rows.map(\.name.columnCount).max() ?? 0
    return rows.map { name, value in name.padded(to: width + 2) + value }
  }
}
