import Foundation
import Testing

/// Runs `KillProbe` and kills it while it writes.
public enum KilledProbe {
  /// Starts the probe, waits for its first line and a little longer, kills it with SIGKILL, and returns the
  /// number in its last whole line: how many records are safe.
  public static func run(
    _ arguments: [String], killingAfterMicroseconds delay: UInt32
  ) throws -> UInt64 {
    let probe = try #require(BuiltProducts.path("KillProbe"), "KillProbe is not built")
    let ended = try RunningProcess.run(probe, arguments) { process, output in
      guard !output.isEmpty else { return false }
      usleep(delay)
      kill(process.processIdentifier, SIGKILL)
      return true
    }
    #expect(ended.wasSignalled)
    let lines = ended.text.split(separator: "\n", omittingEmptySubsequences: false)
    return UInt64(lines.dropLast().last ?? "0") ?? 0
  }

  /// How often a test kills it: so often, unless `TRACETOOL_KILLS` says otherwise.
  public static func rounds(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["TRACETOOL_KILLS"].flatMap { Int($0) } ?? usual
  }
}
