import Analyzer
import ArgumentParser
import TraceFormat

/// How what became of goldens is rendered.
enum GoldenFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  /// Text, with annotations for GitHub Actions.
  case github
  case json
}

/// The options that the verbs for goldens have for their results.
struct GoldenOutput: ParsableArguments {
  @Option(help: "Print the result as text, as text with annotations for GitHub, or as JSON.")
  var format: GoldenFormat = .text

  @OptionGroup var speech: SpeechOptions

  func print(_ report: GoldenReport, on console: Console) throws {
    let style: TextStyle = speech.usesColor(on: console) ? .terminal : .plain
    let text = { report.text(ReportTextOptions(isVerbose: speech.verbose, style: style)) }
    switch format {
    case .text: try console.write(Array(text().utf8))
    case .github: try console.write(Array((text() + report.gitHubAnnotations).utf8))
    case .json: try console.print(report.json.text(.indented))
    }
  }

  /// Says what to do next, beside the result.
  func hint(_ text: String, on console: Console) {
    if !speech.quiet { console.say("hint: \(text)") }
  }
}
