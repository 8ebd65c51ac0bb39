import Importers
import TraceFormat

/// The files of a log in their order. Each is opened once, also one that can be read only once.
struct LogFiles {
  let openers: [() throws -> LineReader]
  /// Whether they are read from the last to the first, since their first times say that the newest came first.
  let isReversed: Bool

  /// So many files are opened beforehand to look at their times; more are read as they were given.
  private static let openMax = 128

  init(_ paths: [String], memory: MemoryLimit, on console: Console) throws {
    guard paths.count > 1, paths.count <= Self.openMax, !paths.contains("-") else {
      openers = paths.map { path in { try InputFile.lines(path, memory, on: console) } }
      isReversed = false
      return
    }
    let readers = try paths.map { try InputFile.lines($0, memory, on: console) }
    isReversed = Self.isNewestFirst(readers)
    openers = (isReversed ? readers.reversed() : readers).map { reader in { reader } }
  }

  private static func isNewestFirst(_ readers: [LineReader]) -> Bool {
    let times = readers.map { LogImporter.firstTimeMicroseconds(of: $0) }
    return zip(times, times.dropFirst()).allSatisfy { earlier, later in
      if let earlier, let later { earlier > later } else { false }
    }
  }
}
