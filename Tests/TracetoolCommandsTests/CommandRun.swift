import ArgumentParser
import Foundation
import Synchronization
import TestSupport

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
    guard let verb = try Tracetool.parseAsRoot(Tracetool.renamed(arguments)) as? any TraceCommand
    else {
      throw NotAVerb(arguments: arguments)
    }
    let status = verb.execute(on: streams.console(surroundings))
    self.init(status, streams)
  }

  /// Does the same with any verb, also one that does several things at once.
  init(
    running arguments: [String], surroundings: Console.Surroundings = Console.Surroundings()
  ) async throws {
    guard
      let verb = try Tracetool.parseAsRoot(Tracetool.renamed(arguments)) as? any AsyncTraceCommand
    else {
      self = try CommandRun(arguments, surroundings: surroundings)
      return
    }
    let streams = Streams()
    let status = await verb.execute(on: streams.console(surroundings))
    self.init(status, streams)
  }

  /// Does all that the process does with its arguments, also refusing them.
  init(
    line arguments: [String], in folder: String = "",
    surroundings: Console.Surroundings = Console.Surroundings()
  ) async {
    let streams = Streams()
    let code = await Tracetool.run(arguments, on: streams.console(surroundings), in: folder)
    self.init(ExitStatus(rawValue: code) ?? .failed, streams)
  }

  /// Runs the command that was built, in a folder: what it says does not depend on where that is.
  init(built arguments: [String], in folder: TemporaryFolder) throws {
    guard let tool = BuiltProducts.path("tracetool") else { throw NotAVerb(arguments: arguments) }
    let run = try RunningProcess.run(tool, arguments, in: folder.root)
    (status, outputBytes) = (ExitStatus(rawValue: run.status) ?? .failed, run.output)
    (output, error) = (run.text, run.errorText)
  }

  private init(_ status: ExitStatus, _ streams: Streams) {
    self.status = status
    outputBytes = Array(streams.output)
    output = String(decoding: streams.output, as: UTF8.self)
    error = streams.error.text
  }

  /// What a command writes.
  private final class Streams {
    var output = Data()
    let error = ErrorStream()

    func console(_ surroundings: Console.Surroundings) -> Console {
      Console(
        surroundings: surroundings, output: { self.output.append($0) },
        error: { [error] in error.append($0) })
    }
  }

  /// Standard error, to which progress is written from elsewhere.
  private final class ErrorStream: Sendable {
    private let data = Mutex(Data())

    func append(_ part: Data) { data.withLock { $0.append(part) } }
    var text: String { data.withLock { String(decoding: $0, as: UTF8.self) } }
  }

  struct NotAVerb: Error { var arguments: [String] }

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}
