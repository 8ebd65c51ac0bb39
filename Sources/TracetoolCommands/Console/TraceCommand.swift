import ArgumentParser
import Campaigns
import Foundation
import Reports
import TraceFormat

/// A verb of tracetool: it is parsed, does its work on a console, and says how it ended.
protocol TraceCommand: ParsableCommand {
  /// Does the work. What it throws is printed and decides the exit code.
  func run(on console: Console) throws -> ExitStatus
}

extension TraceCommand {
  func run() throws { try execute(on: .standard()).end() }

  /// Runs the command and reports a failure the way every verb does.
  func execute(on console: Console) -> ExitStatus {
    defer { console.progress.end() }
    do {
      let status = try run(on: console)
      try console.flush()
      return status
    } catch {
      return CommandFailure(describing: error).report(on: console)
    }
  }
}

extension ExitStatus {
  /// Ends the process this way; returns where nothing went wrong.
  func end() throws(ExitCode) {
    // Whoever wrote into the pipe before and after this process ends by the signal, and so does it.
    if self == .readerGone { ProcessSignals.end(by: SIGPIPE) }
    if self != .fine { throw exitCode }
  }
}

extension CommandFailure {
  /// Says what went wrong, and how that ends the command.
  func report(on console: Console) -> ExitStatus {
    // A reader that has seen enough is not an error of anybody's.
    guard status != .readerGone else { return status }
    console.say("error: \(message)")
    if let hint { console.say("hint: \(hint)") }
    return status
  }

  /// The failure that an error of any target amounts to.
  init(describing error: any Error) {
    switch error {
    case let failure as CommandFailure:
      self = failure
    case let failure as DecodingFailure:
      self.init(
        .badInput, failure.description,
        hint: failure.memoryDemand.map { Self.memoryHint(above: $0.neededBytes) })
    case let failure as FileFailure:
      self.init(describing: failure)
    case let failure as TraceRecoveryFailure: self.init(.cannotCreate, "\(failure)")
    case let failure as RescueRefusal:
      self.init(
        .inputOutput, "the database refused: \(failure)",
        hint: "run the command again once the database can be used; no change counts as refused")
    case let failure as CocoaError
    where (failure.underlying as? POSIXError)?.code == .EEXIST:
      // Foundation makes folders for us and no files, and what is in the way is not replaced.
      self.init(
        .cannotCreate,
        "cannot create the folder `\(failure.filePath ?? "?")`: a file has that name")
    case let failure as CocoaError:
      self.init(
        describing: FileFailure(
          failure.isAboutOutput ? "create" : "read", failure.filePath ?? "?", by: failure,
          isOutput: failure.isAboutOutput))
    default:
      self.init(.failed, "\(error)")
    }
  }

  private init(describing failure: FileFailure) {
    guard failure.isOutput else {
      self.init(
        failure.mayBeThere ? .inputOutput : .noInput, failure.description, hint: failure.hint)
      return
    }
    switch (failure.operation, failure.code) {
    case (_, EPIPE): self.init(.readerGone, failure.description)
    case (_, EEXIST):
      self.init(.cannotCreate, "`\(failure.path)` exists already", hint: "`--force` replaces it")
    case ("write", _), ("synchronize", _): self.init(.inputOutput, failure.description)
    default: self.init(.cannotCreate, failure.description)
    }
  }
}

extension CocoaError {
  /// Whether something was to be written, by the numbers that Foundation has for that.
  fileprivate var isAboutOutput: Bool { (512..<768).contains(code.rawValue) }
}

/// A verb that does several things at once; see ``TraceCommand``.
protocol AsyncTraceCommand: AsyncParsableCommand {
  func run(on console: Console) async throws -> ExitStatus
}

extension AsyncTraceCommand {
  func run() async throws { try await execute(on: .standard()).end() }

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
