import ArgumentParser
import Reports
import TraceFormat

/// The inputs of a verb that takes several, and folders of them.
struct TraceInputs: ParsableArguments {
  @OptionGroup var first: TraceInput

  @Argument(help: "Further inputs, and folders of them.", completion: .file())
  var further: [String] = []

  var paths: [String] { first.paths + further }
}

/// A verb that does its work on one input after the other, and sums up.
protocol SeveralInputsCommand: TraceCommand, ReadingCommand {
  var inputs: TraceInputs { get set }
  var printsJSON: Bool { get }
  /// Whether only results, warnings and errors are wanted.
  var isQuiet: Bool { get }
  /// The rows of a result of which one stands for it in the table of all; else its first line does.
  static var summaryRows: [String] { get }

  func runOne(on console: Console) throws -> ExitStatus

  /// The same verb for each of several inputs; throws where the options are for one input only.
  func each(of paths: [String]) throws -> [Self]
}

extension SeveralInputsCommand {
  static var summaryRows: [String] { [] }
  var memory: MemoryOptions { inputs.first.memory }
  var inputPaths: [String] { inputs.paths }

  func with(_ path: String) -> Self {
    var one = self
    (one.inputs.first.trace, one.inputs.further) = (path, [])
    one.inputs.first.realm = inputs.first.realm.keyed(forFile: path)
    return one
  }

  func each(of paths: [String]) throws -> [Self] { paths.map(with) }

  func run(on console: Console) throws -> ExitStatus { try runSeveral(on: console) }

  /// Does the work on each input, and prints a table of all before the results, worst first.
  func runSeveral(on console: Console) throws -> ExitStatus {
    let paths = try InputPaths([inputs.first.trace] + inputs.further)
    guard paths.isSeveral else { return try runOne(on: console) }
    try CommandFiles(reading: inputPaths).check()
    let runs = zip(paths.files, try each(of: paths.files)).map { path, verb in
      console.progress.begin("reading \(path)")
      return InputRun(path, of: verb, console.surroundings)
    }
    if paths.passedOverCount > 0, !isQuiet {
      console.say("note: \(paths.passedOverCount.counted("other file")) in folders left out")
    }
    if paths.subfolderCount > 0, !isQuiet {
      console.say("note: \(paths.subfolderCount.counted("subfolder")) not looked into")
    }
    let worstFirst = runs.enumerated().sorted { first, second in
      first.element.costs == second.element.costs
        ? first.offset < second.offset
        : second.element.costs.lexicographicallyPrecedes(first.element.costs)
    }.map(\.element)
    if printsJSON {
      try console.print(JSONText(facts: ["version": 1, "inputs": worstFirst.map(\.json)]))
    } else {
      let rows = worstFirst.map { (name: $0.path, value: $0.summary) }
      for line in Columns.lines(rows) { try console.print(line) }
    }
    for run in worstFirst { try run.show(on: console, printsJSON: printsJSON) }
    return worstFirst.first?.status ?? .fine
  }
}

struct InputRun {
  let path: String
  let status: ExitStatus
  /// How it ended, and what the result costs.
  let costs: [Int]
  private let said: String?
  private let output: String
  private let errors: [String]
  private let summaryRows: [String]

  init<Verb: SeveralInputsCommand>(
    _ path: String, of verb: Verb, _ surroundings: Console.Surroundings
  ) {
    let held = HeldConsole(surroundings)
    (self.path, status) = (path, verb.execute(on: held.console))
    costs = [Int(status.severity)] + held.console.costs
    said = held.console.summary
    (output, errors, summaryRows) = (held.output, held.errors, Verb.summaryRows)
  }

  /// A line about the input, whose path stands before it: how it ended, and a line of the result.
  var summary: String {
    let lines = output.split(separator: "\n")
    let row = lines.first { line in summaryRows.contains { line.hasPrefix("\($0) ") } }
    let named = "\(Phrase.source(path)): "
    let line = row?.split(separator: " ").joined(separator: " ") ?? lines.first.map(String.init)
    let result =
      said ?? line.map { $0.beginsWithBytes(of: named) ? String($0.dropFirst(named.count)) : $0 }
    let text = result ?? errors.first { $0.hasPrefix("error: ") } ?? ""
    return status == .fine ? text : "\(status.meaning)" + (text.isEmpty ? "" : ": \(text)")
  }

  var json: JSONText {
    JSONText(facts: [
      "input": path, "exitCode": status.rawValue,
      "result": try? JSONText(parsing: Array(output.utf8)), "messages": errors,
    ])
  }

  /// Shows all of it, with messages on standard error.
  func show(on console: Console, printsJSON: Bool) throws {
    if !printsJSON, !output.isEmpty {
      try console.print("")
      try console.print("== \(path)")
      try console.write(page: output)
    }
    for line in errors {
      // Each input has a session 1.
      let isOfSession = line.hasPrefix("warning: session ")
      console.say(isOfSession ? "warning: `\(path)`: \(line.dropFirst(9))" : line)
    }
  }
}
