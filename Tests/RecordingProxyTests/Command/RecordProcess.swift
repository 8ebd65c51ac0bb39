import Foundation
import TestSupport

/// The command `tracetool record` as it runs beside a test.
final class RecordProcess {
  struct NotThere: Error, CustomStringConvertible {
    let description: String
  }

  /// Where it listens; 0 where it ended before.
  private(set) var port = 0
  private let process = Process()
  private let ended = DispatchSemaphore(value: 0)
  private let outputPath: String
  private let errorsPath: String

  /// Starts it and waits until it listens, or has ended.
  ///
  /// - Parameter shell: what a shell does before it becomes the command.
  init(
    in folder: TemporaryFolder, to upstream: Int, listen: String = "127.0.0.1:0",
    _ arguments: [String], shell: String = ""
  ) async throws {
    guard let binary = BuiltProducts.path("tracetool") else {
      throw NotThere(description: "tracetool is not built")
    }
    (outputPath, errorsPath) = (folder.path("output"), folder.path("errors"))
    try folder.write([], to: "output")
    try folder.write([], to: "errors")
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments =
      ["-c", "\(shell) exec \"$@\"", "record", binary, "record", "--format", "json"]
      + ["--listen", listen, "--upstream", "ws://127.0.0.1:\(upstream)"] + arguments
    process.standardOutput = FileHandle(forWritingAtPath: outputPath)
    process.standardError = FileHandle(forWritingAtPath: errorsPath)
    process.terminationHandler = { [ended] _ in ended.signal() }
    try RunningProcess.start(process)
    try await wait(for: "\"listening\"")
    let address = output.split(separator: "\"").first { $0.hasPrefix("127.0.0.1:") }
    port = address.flatMap { Int($0.split(separator: ":").last ?? "") } ?? 0
  }

  /// The lines that it has printed, and what it has said beside them.
  var output: String { text(outputPath) }
  var errors: String { text(errorsPath) }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// Waits until it has printed something, or has ended.
  func wait(for part: String) async throws {
    for _ in 0..<10_000 {
      if !process.isRunning || output.contains(part) { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw NotThere(description: "\(part) was not printed, but: \(output) \(errors)")
  }

  /// The most memory that it has had at once, in bytes; nil where the system does not tell.
  var residentPeak: Int? {
    let status = text("/proc/\(process.processIdentifier)/status")
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 << 10 }
  }

  /// The processor time that it has taken; nil where the system does not tell.
  var processorSeconds: Double? {
    let fields = text("/proc/\(process.processIdentifier)/stat").split(separator: " ")
    guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else {
      return nil
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end; gives the exit code, or the number of the signal that ended it.
  func end(by signal: Int32? = nil) async throws -> Int32 {
    if let signal { send(signal) }
    for _ in 0..<20_000 where process.isRunning { try await Task.sleep(for: .milliseconds(1)) }
    guard !process.isRunning else {
      send(SIGKILL)
      throw NotThere(description: "it did not end; it said: \(output) \(errors)")
    }
    return process.terminationStatus
  }
}
