import ArgumentParser
import TraceFormat

// The whole way of a command line: parsed, run, and refused in words that nothing in it can forge.
extension Tracetool {
  /// Parses arguments, runs the verb that they name on a console, and gives the process's exit code.
  ///
  /// - Parameters:
  ///   - isProcess: whether the process is the command's own, which ends where it takes too much memory.
  ///   - folder: where `tracetool.toml` is looked for, with a slash at its end; empty for the working folder.
  static func run(
    _ arguments: [String], on console: Console, isProcess: Bool = false, in folder: String = ""
  ) async -> Int32 {
    var arguments = renamed(arguments)
    do {
      try verb(of: arguments)
      let line = try ConfiguredLine(arguments, in: folder)
      arguments = line.arguments
      var command = try await parsed(line)
      if isProcess, let reading = command as? any ReadingCommand {
        MemoryWatch.start(reading.memory, inputPaths: reading.inputPaths)
      }
      switch command {
      case let verb as any WatchingVerb where verb.watching.watch:
        return await Watch(verb: verb).run(on: console).rawValue
      case let verb as any AsyncTraceCommand: return await verb.execute(on: console).rawValue
      case let verb as any TraceCommand: return verb.execute(on: console).rawValue
      default: try command.run()
      }
      return ExitStatus.fine.rawValue
    } catch  where error is CommandFailure || error is FileFailure {
      return CommandFailure(describing: error).report(on: console).rawValue
    } catch {
      return answer(error, to: arguments, on: console)
    }
  }

  /// The verb with its options; with the paths of the configuration if the command line names none.
  private static func parsed(_ line: ConfiguredLine) async throws -> any ParsableCommand {
    do {
      return try await asyncParseAsRoot(line.arguments)
    } catch {
      guard !line.paths.isEmpty,
        message(for: error).contains(/Missing expected argument '<(?:paths?|trace)>/)
      else { throw error }
      return try await asyncParseAsRoot(line.arguments + line.paths)
    }
  }

  /// Prints the help that was asked for, or why the arguments were refused.
  private static func answer(
    _ error: any Error, to arguments: [String], on console: Console
  ) -> Int32 {
    let code = exitCode(for: error)
    if code.isSuccess {
      do {
        try console.write(page: fullMessage(for: error) + "\n")
        try console.flush()
      } catch {
        return CommandFailure(describing: error).report(on: console).rawValue
      }
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
