import ArgumentParser
import Reports

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

/// How much a command says, and in which colors: the options that do not depend on its result.
struct SpeechOptions: ParsableArguments {
  @Option(help: "Color the text: auto colors on a terminal only.")
  var color: ColorChoice = .auto

  @Flag(name: .shortAndLong, help: "Print only results, warnings and errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print more: what is being done, and every write in reports.")
  var verbose = false

  func validate() throws {
    guard !(quiet && verbose) else {
      throw ValidationError("`--quiet` and `--verbose` can't be combined")
    }
  }

  /// Says what is worth knowing besides the result.
  func note(_ text: String, on console: Console) { if !quiet { console.say("note: \(text)") } }

  /// Says what can be done next.
  func hint(_ text: String, on console: Console) { if !quiet { console.say("hint: \(text)") } }

  /// How a report in text is drawn, in a style of its own or in that of the terminal.
  func textOptions(_ style: TextStyle? = nil, on console: Console) -> ReportTextOptions {
    ReportTextOptions(
      isVerbose: verbose, style: style ?? (usesColor(on: console) ? .terminal : .plain),
      columns: console.surroundings.columns)
  }

  /// Decided in this order: the flag, `NO_COLOR`, `TERM=dumb`, whether output is a terminal.
  func usesColor(on console: Console) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      if let noColor = console.surroundings.noColor, !noColor.isEmpty { return false }
      if console.surroundings.terminal == "dumb" { return false }
      return console.surroundings.outputIsTerminal
    }
  }
}
