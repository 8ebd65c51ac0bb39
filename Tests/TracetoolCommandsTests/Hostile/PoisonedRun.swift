import Testing

@testable import TracetoolCommands

/// Command lines over poisoned input, whose prints are looked at.
struct PoisonedRun {
  let run: CommandRun

  /// Runs a whole command line, as the process does, on a terminal and in a pipe.
  @discardableResult init(
    _ arguments: [String], _ statuses: Set<TracetoolCommands.ExitStatus>, isPage: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    run = await CommandRun(line: arguments)
    let words = arguments.map(\.debugDescription).joined(separator: " ").prefix(300)
    for (stream, text) in [("output", run.output), ("error", run.error)] {
      if let fault = Poison.fault(in: Array(text.utf8), isPage: isPage) {
        Issue.record("\(words): standard \(stream): \(fault)", sourceLocation: sourceLocation)
      }
    }
    #expect(
      statuses.contains(run.status), "\(words): \(run.status), \(run.error)",
      sourceLocation: sourceLocation)
  }
}
