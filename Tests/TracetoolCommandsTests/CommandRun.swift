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
    let streams = Streams()
    guard let verb = try Tracetool.parseAsRoot(arguments) as? any TraceCommand else {
      throw NotAVerb(arguments: arguments)
    }
    let status = verb.execute(on: streams.console(surroundings))
    self.init(status, streams)
  }

  /// Does the same with any verb, also one that does several things at once.
  init(
    running arguments: [String], surroundings: Console.Surroundings = Console.Surroundings()
  ) async throws {
    guard let verb = try Tracetool.parseAsRoot(arguments) as? any AsyncTraceCommand else {
      self = try CommandRun(arguments, surroundings: surroundings)
      return
    }
    let streams = Streams()
    let status = await verb.execute(on: streams.console(surroundings))
    self.init(status, streams)
  }

  private init(_ status: ExitStatus, _ streams: Streams) {
    self.status = status
    outputBytes = Array(streams.output)
    output = String(decoding: streams.output, as: UTF8.self)
    error = String(decoding: streams.error, as: UTF8.self)
  }

  /// What a command writes.
  private final class Streams {
    var output = Data()
    var error = Data()

    func console(_ surroundings: Console.Surroundings) -> Console {
      Console(
        surroundings: surroundings, output: { self.output.append($0) },
        error: { self.error.append($0) })
    }
  }

  struct NotAVerb: Error { var arguments: [String] }

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}
