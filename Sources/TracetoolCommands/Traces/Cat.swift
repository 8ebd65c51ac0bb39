import ArgumentParser
import TraceFormat

struct Cat: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the records of a trace as text, or as JSON, one per line.")

  @OptionGroup var input: TraceInput
  @OptionGroup var filter: EventFilter
  @OptionGroup var output: OutputOptions

  @Flag(name: .shortAndLong, help: "In text, also print the instructions of every changeset.")
  var instructions = false

  var memory: MemoryOptions { input.memory }
  var inputPaths: [String] { [input.trace] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: input.paths).check()
    let selection = try filter.selection()
    // What goes to a terminal shows by itself how far it has come.
    console.showProgress(isQuiet: output.quiet || console.surroundings.outputIsTerminal)
    let reader = try input.open(on: console, selection: selection)
    let withInstructions = output.format == .json || instructions
    var isAnyFound = false
    while let event = try reader.nextToShow(withInstructions: withInstructions) {
      isAnyFound = true
      switch output.format {
      case .json: try console.print(event.json, .compact)
      case .text:
        for line in event.textLines(withInstructions: instructions) { try console.print(line) }
      }
    }
    let status = input.report(reader, on: console, output.speech)
    guard isAnyFound || selection == .everything else {
      throw CommandFailure(
        .badInput, "no record of `\(input.trace)` matches",
        hint: "`tracetool info \(input.trace.pathWord)` shows what it has")
    }
    return status
  }
}
