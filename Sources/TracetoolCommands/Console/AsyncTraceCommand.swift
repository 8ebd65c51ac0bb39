import ArgumentParser

/// A verb that does several things at once; see ``TraceCommand``.
protocol AsyncTraceCommand: AsyncParsableCommand {
  /// Does the work. What it throws is printed and decides the exit code.
  func run(on console: Console) async throws -> ExitStatus
}

extension AsyncTraceCommand {
  func run() async throws { try await execute(on: .standard()).end() }

  /// Runs the command and reports a failure the way every verb does.
  func execute(on console: Console) async -> ExitStatus {
    defer { console.progress.end() }
    do {
      let status = try await run(on: console)
      try console.flush()
      return status
    } catch {
      return CommandFailure(describing: error).report(on: console)
    }
  }
}
