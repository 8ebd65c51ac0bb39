import ArgumentParser
import Foundation
import TraceFormat

/// A verb of tracetool: it is parsed, does its work on a console, and says how it ended.
protocol TraceCommand: ParsableCommand {
  /// Does the work. What it throws is printed and decides the exit code.
  func run(on console: Console) throws -> ExitStatus
}

extension TraceCommand {
  func run() throws {
    let status = execute(on: .standard())
    if status != .fine { throw status.exitCode }
  }

  /// Runs the command and reports a failure the way every verb does.
  func execute(on console: Console) -> ExitStatus {
    do {
      let status = try run(on: console)
      try console.flush()
      return status
    } catch {
      return CommandFailure(describing: error).report(on: console)
    }
  }
}

extension CommandFailure {
  /// Says what went wrong, and how that ends the command.
  func report(on console: Console) -> ExitStatus {
    console.say("error: \(message.onOneLine)")
    if let hint { console.say("hint: \(hint.onOneLine)") }
    return status
  }

  /// The failure that an error of any target amounts to.
  init(describing error: any Error) {
    switch error {
    case let failure as CommandFailure:
      self = failure
    case let failure as DecodingFailure:
      self.init(.badInput, failure.description)
    case let failure as FileFailure where failure.code == EEXIST:
      self.init(.failed, "`\(failure.path)` exists already", hint: "`--force` replaces it")
    case let failure as FileFailure:
      self.init(failure.code == ENOENT ? .noInput : .failed, failure.description)
    case let failure as CocoaError where failure.code == .fileReadNoSuchFile:
      self.init(.noInput, "no such file: `\(failure.filePath ?? "?")`")
    case let failure as CocoaError:
      self.init(.failed, failure.localizedDescription)
    default:
      self.init(.failed, "\(error)")
    }
  }
}
