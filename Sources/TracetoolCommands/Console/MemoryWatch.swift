import Foundation
import TraceFormat

/// Ends the process, like any refusal of an input, before it takes more memory than the input may.
///
/// Readers count what an input asks for and refuse it (`MemoryBudget`); what is made of it, such as a
/// report, is not counted. So the process is measured too, some fifty times a second.
enum MemoryWatch {
  /// The memory of the command itself, and of what it makes of a small input.
  private static let ownBytes = 1 << 30
  private static let intervalMicroseconds: UInt32 = 20_000

  /// Watches from now on, if the system tells how much memory the process has.
  static func start(_ memory: MemoryOptions, inputPaths: [String]) {
    let limit = limitBytes(memory, inputBytes: size(of: inputPaths))
    guard let bytes = residentBytes() else { return }
    if bytes > limit { end(bytes, limit: limit) }
    Thread.detachNewThread {
      while true {
        usleep(intervalMicroseconds)
        guard let bytes = residentBytes(), bytes > limit else { continue }
        end(bytes, limit: limit)
      }
    }
  }

  /// The bytes that the process may have; `inputBytes` is nil where the input's size is not known before it is read.
  static func limitBytes(_ memory: MemoryOptions, inputBytes: UInt64?) -> Int {
    var limit = memory.limit
    guard memory.memoryLimit == nil, let inputBytes else { return limit.totalBytes }
    limit.baseBytes = min(ownBytes, limit.totalBytes)
    return limit.bytes(forInputBytes: inputBytes)
  }

  /// The bytes of all inputs; nil where one is not a file.
  private static func size(of paths: [String]) -> UInt64? {
    var sum: UInt64 = 0
    for path in paths {
      // A pipe must not be opened for that.
      var status = stat()
      let isKnown = unsafe path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)
      guard isKnown == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      sum += UInt64(clamping: status.st_size)
    }
    return sum
  }

  private static func end(_ bytes: Int, limit: Int) -> Never {
    let text =
      "error: the input takes \(MemoryDemand.text(bytes)) of memory, at most "
      + "\(MemoryDemand.text(limit)) are allowed\nhint: "
      + CommandFailure.memoryHint(above: bytes) + "\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    UnfinishedFiles.removeAllForGood()
    _exit(ExitStatus.badInput.rawValue)
  }

  /// The memory that the process has now, in bytes; nil where the system does not tell.
  private static func residentBytes() -> Int? {
    #if os(Linux)
      // Pages: all that the process may address, those in memory, and more.
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
        return nil
      }
      let numbers = text.split(separator: " ")
      return numbers.count > 1 ? Int(numbers[1]).map { $0 * Int(getpagesize()) } : nil
    #else
      var usage = rusage()
      return unsafe getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
    #endif
  }
}

extension CommandFailure {
  static func memoryHint(above bytes: Int) -> String {
    var gibibytes = 1
    while gibibytes << 30 <= bytes, gibibytes < 1 << 20 { gibibytes *= 2 }
    return "`--memory-limit \(gibibytes)GiB` allows more, for input that you trust"
  }
}
