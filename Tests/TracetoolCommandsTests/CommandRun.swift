import ArgumentParser
import Foundation

@testable import TracetoolCommands

/// A command run in process: what it printed on which stream, and how it ended.
struct CommandRun {
  var status: ExitStatus
  var output: String
  var error: String
  var outputBytes: [UInt8]

  /// Parses and runs a command line, as on a pipe unless told otherwise.
  init(
    _ arguments: [String], surroundings: Console.Surroundings = Console.Surroundings()
  ) throws {
    var (output, error) = (Data(), Data())
    let console = Console(
      surroundings: surroundings, output: { output.append($0) }, error: { error.append($0) })
    let command = try Tracetool.parseAsRoot(arguments)
    guard let verb = command as? any TraceCommand else { throw NotAVerb(arguments: arguments) }
    status = verb.execute(on: console)
    outputBytes = Array(output)
    self.output = String(decoding: output, as: UTF8.self)
    self.error = String(decoding: error, as: UTF8.self)
  }

  struct NotAVerb: Error { var arguments: [String] }

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}
