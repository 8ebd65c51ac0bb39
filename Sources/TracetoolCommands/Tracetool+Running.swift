import ArgumentParser
import Foundation
import TraceFormat

// The whole way of a command line: parsed, run, and refused in words that nothing in it can forge.
extension Tracetool {
  /// Parses arguments, runs the verb that they name on a console, and gives the process's exit code.
  ///
  /// - Parameter isProcess: whether the process is the command's own, which ends where it takes too much memory.
  static func run(
    _ arguments: [String], on console: Console, isProcess: Bool = false
  ) async -> Int32 {
    let arguments = renamed(arguments)
    do {
      try verb(of: arguments)
      var command = try await asyncParseAsRoot(arguments)
      if isProcess, let reading = command as? any ReadingCommand {
        MemoryWatch.start(reading.memory, inputPaths: reading.inputPaths)
      }
      switch command {
      case let verb as any AsyncTraceCommand: return await verb.execute(on: console).rawValue
      case let verb as any TraceCommand: return verb.execute(on: console).rawValue
      default: try command.run()
      }
      return ExitStatus.fine.rawValue
    } catch let failure as CommandFailure {
      return failure.report(on: console).rawValue
    } catch {
      return answer(error, to: arguments, on: console)
    }
  }

  /// Prints the help that was asked for, or why the arguments were refused.
  private static func answer(
    _ error: any Error, to arguments: [String], on console: Console
  ) -> Int32 {
    let code = exitCode(for: error)
    if code.isSuccess {
      try? console.write(page: fullMessage(for: error) + "\n")
      try? console.flush()
    } else {
      let refusal = refusal(error, of: arguments)
      console.say(lines: refusal)
      if let hint = hint(for: refusal, of: arguments) { console.say("hint: \(hint)") }
    }
    return code.rawValue
  }

  /// The message of the parser. It quotes arguments as they are, so what could break its lines is told from
  /// parsing them again as they are shown.
  private static func refusal(_ error: any Error, of arguments: [String]) -> String {
    let shown = arguments.map(\.visible)
    guard !zip(shown, arguments).allSatisfy({ $0.hasSameBytes(as: $1) }) else {
      return fullMessage(for: error)
    }
    do {
      _ = try parseAsRoot(shown)
    } catch {
      return fullMessage(for: error)
    }
    return fullMessage(for: error).visible
  }
}
