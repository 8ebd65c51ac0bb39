import ArgumentParser

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

  /// Prints what a command did whose result is a file, unless nothing but results is wanted.
  func summarize(_ lines: [String], on console: Console) throws {
    guard !quiet else { return }
    for line in lines { try console.print(line) }
  }
}
