import Foundation

/// A command that a test runs: what it printed, and how it ended.
public struct EndedProcess: Sendable {
  public var status: Int32
  /// Whether it was ended by a signal, whose number is ``status`` then.
  public var wasSignalled: Bool
  public var output: [UInt8]
  public var errors: [UInt8]

  /// What it printed, as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
  /// What it said on its other stream.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// Another process that a test runs, for so long at most.
///
/// What it prints goes to files, and what it reads comes from one: pipes could fill up while nobody
/// reads or writes at the other end.
public enum RunningProcess {
  /// A process that had not ended in time, and was killed.
  public struct TookTooLong: Error, CustomStringConvertible {
    public var description: String
  }

  private static let starting = NSLock()

  /// Starts a process while no other one starts: it would inherit what tells Foundation that this one has ended, and
  /// only when both have ended would Foundation know.
  public static func start(_ process: Process) throws {
    try starting.withLock { try process.run() }
  }

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - path: the executable.
  ///   - environment: nil for that of the tests.
  ///   - folder: where it runs; nil for where the tests run.
  ///   - input: what it reads on standard input.
  ///   - secondsMax: how long it may take, also where the machine has much else to do.
  ///   - meanwhile: called with the process and what it has printed so far, over and over until it
  ///     says that it is done.
  /// - Throws: ``TookTooLong``, and what starting a process throws.
  public static func run(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil,
    in folder: String? = nil, input: [UInt8] = [], secondsMax: Double = 600,
    meanwhile: ((Process, [UInt8]) throws -> Bool)? = nil
  ) throws -> EndedProcess {
    try TemporaryFolder.with { files in
      for (name, bytes) in [("input", input), ("output", []), ("errors", [])] {
        try files.write(bytes, to: name)
      }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      if let environment { process.environment = environment }
      if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
      process.standardInput = FileHandle(forReadingAtPath: files.path("input"))
      process.standardOutput = FileHandle(forWritingAtPath: files.path("output"))
      process.standardError = FileHandle(forWritingAtPath: files.path("errors"))
      try start(process)
      let limit = DispatchTime.now() + secondsMax
      var isWatched = meanwhile != nil
      while true {
        if let end = end(of: process) {
          return EndedProcess(
            status: end.status, wasSignalled: end.wasSignalled,
            output: try files.read("output"), errors: try files.read("errors"))
        }
        guard DispatchTime.now() < limit else { break }
        if isWatched { isWatched = try meanwhile?(process, files.read("output")) == false }
        usleep(isWatched ? 200 : 1000)
      }
      kill(process.processIdentifier, SIGKILL)
      throw TookTooLong(description: "\(path) \(arguments) took more than \(secondsMax) s")
    }
  }

  /// How a process has ended; nil while it runs.
  ///
  /// Asks the system: a tool that the code under test has started may have inherited what tells Foundation, and then
  /// Foundation waits for both. The process is left for Foundation to take away.
  private static func end(of process: Process) -> (status: Int32, wasSignalled: Bool)? {
    var info = siginfo_t()
    let isKnown =
      waitid(P_PID, id_t(process.processIdentifier), &info, WEXITED | WNOHANG | WNOWAIT) == 0
    guard isKnown else {
      // Foundation was quicker.
      process.waitUntilExit()
      return (process.terminationStatus, process.terminationReason == .uncaughtSignal)
    }
    #if canImport(Glibc)
      let status = info._sifields._sigchld.si_status
    #else
      let status = info.si_status
    #endif
    guard info.si_signo != 0 else { return nil }
    return (status, info.si_code != CLD_EXITED)
  }
}
