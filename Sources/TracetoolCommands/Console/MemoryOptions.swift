import ArgumentParser
import Foundation
import TraceFormat

struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How much memory the input may take, such as 2GiB; by default it depends on its size "
        + "(docs/security.md).", valueName: "size"))
  var memoryLimit: MemorySize?

  /// How many inputs are in work at a time: they share the limit.
  var sharerCount = 1

  private enum CodingKeys: CodingKey { case memoryLimit }

  /// Those of a command line without any.
  static var none: MemoryOptions {
    var options = MemoryOptions()
    options.memoryLimit = nil
    return options
  }

  /// What was asked for, or what is sensible here: in proportion to the input, and less than the system
  /// lets the process have.
  var limit: MemoryLimit {
    var limit = MemoryLimit.standard
    limit.totalBytes = min(limit.totalBytes, Self.systemBytes)
    if let memoryLimit { limit = MemoryLimit(totalBytes: memoryLimit.bytes) }
    return limit.shared(among: sharerCount)
  }

  /// Three quarters of the machine's memory, or half of the addresses that the process may have: not all
  /// of those are used.
  private static var systemBytes: Int {
    var addresses = rlimit()
    let isKnown = unsafe getrlimit(addressLimit, &addresses) == 0
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory / 4 * 3)
    return isKnown ? min(machine, Int(clamping: addresses.rlim_cur / 2)) : machine
  }

  #if canImport(Glibc)
    private static var addressLimit: __rlimit_resource_t { Int32(RLIMIT_AS.rawValue) }
  #else
    private static var addressLimit: Int32 { RLIMIT_AS }
  #endif
}

struct MemorySize: ExpressibleByArgument {
  var bytes: Int

  init?(argument: String) {
    guard let size = ByteSize(argument: argument), size.bytes >= Self.bytesMin else { return nil }
    bytes = size.bytes
  }

  /// Less than the command itself takes would be no limit of the input.
  private static let bytesMin = 1 << 20
}

/// A command that reads what somebody else has made.
protocol ReadingCommand {
  var memory: MemoryOptions { get }
  var inputPaths: [String] { get }
}

/// A number of bytes on the command line: `2GiB`, `512MiB`, `1048576`.
struct ByteSize: ExpressibleByArgument, Hashable, CustomStringConvertible {
  var bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    let unit = argument.dropFirst(digits.count).lowercased()
    guard let number = Int(digits), let shift = Self.shifts[unit] else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: 1 << shift)
    guard !isTooLarge else { return nil }
    self.bytes = bytes
  }

  private static let shifts = [
    "": 0, "b": 0, "k": 10, "kib": 10, "m": 20, "mib": 20, "g": 30, "gib": 30, "t": 40, "tib": 40,
  ]

  /// In the largest unit that leaves no rest.
  var description: String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)]
    where bytes > 0 && bytes % (1 << shift) == 0 { return "\(bytes >> shift)\(unit)" }
    return "\(bytes)"
  }
}
