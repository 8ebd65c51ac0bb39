import ArgumentParser
import Importers
import TraceFormat

struct ImportLog: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Make a trace of your app's log, as far as a log goes.",
    discussion: """
      Reads the log of any SDK at any level, as printed or from logcat, Apple's log, a collector's JSON \
      lines or a build's output; files may be compressed with gzip or zstd. Several files, such as the \
      parts of a rotated log, are read as one, in order. The trace has sessions, message heads, errors \
      and client resets; changesets only where the log has them, at level trace. `tracetool replay` on it \
      shows what happened, and says what a log cannot show (docs/log.md). Replaces tokens, user \
      identifiers, e-mail addresses and names of home directories by marks (docs/security.md).
      """)

  @Argument(help: "The files of the log in order, or - for standard input.", completion: .file())
  var logs: [String]

  @Option(
    help: ArgumentHelp(
      "How far the log's clock is ahead of UTC, if the log names no zone, such as +01:00.",
      valueName: "offset"))
  var utcOffset: UTCOffsetArgument?

  @Option(help: "The year, for a log without one, such as logcat's.")
  var year: Int?

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var target: ImportTarget

  var inputPaths: [String] { logs }

  func validate() throws {
    guard year.map({ (1970...9999).contains($0) }) != false else {
      throw ValidationError("the year must be from 1970 to 9999")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    try target.begin(reading: logs, on: console)
    let files = try LogFiles(logs, memory: memory.limit, on: console)
    var summary = LogSummary()
    let header = target.secrets.header([.init("source", "log")])
    try target.trace.write(on: console, header: header) { writer in
      summary = try LogImporter.importLog(
        from: files.openers, secrets: target.secrets.handling,
        options: LogImportOptions(utcOffsetSeconds: utcOffset?.seconds, year: year),
        into: { try writer.append($0) })
      try summary.checkIsLog(of: logs)
      return summary.secrets.closingNotes
    }
    summary.reorderedFiles = files.paths == logs ? [] : files.paths
    try ImportReport(log: summary, output: target.trace.output).print(on: console, target)
    return summary.endFailures.isEmpty ? .fine : .dataLost
  }
}

/// `+01:00`, `-0330`, `Z`.
struct UTCOffsetArgument: ExpressibleByArgument {
  let seconds: Int

  init?(argument: String) {
    if argument == "Z" || argument == "z" {
      seconds = 0
      return
    }
    guard let parts = argument.wholeMatch(of: /([+-])([0-9]{2}):?([0-9]{2})/),
      let hours = Int(parts.2), let minutes = Int(parts.3), hours < 24, minutes < 60
    else { return nil }
    seconds = (hours * 3600 + minutes * 60) * (parts.1 == "+" ? 1 : -1)
  }

  var defaultValueDescription: String { "none" }
}

/// The files of a log in the order of their first times. Each is opened once, also one that can be read only once.
struct LogFiles {
  let paths: [String]
  let openers: [() throws -> LineReader]

  /// So many files are opened beforehand to look at their times; more are read as they were given.
  private static let openMax = 128

  init(_ paths: [String], memory: MemoryLimit, on console: Console) throws {
    guard paths.count > 1, paths.count <= Self.openMax, !paths.contains("-") else {
      self.paths = paths
      openers = paths.map { path in { try InputFile.lines(path, memory, on: console) } }
      return
    }
    let readers = try paths.map { try InputFile.lines($0, memory, on: console) }
    let order = LogImporter.timeOrder(of: readers)
    self.paths = order.map { paths[$0] }
    openers = order.map { readers[$0] }.map { reader in { reader } }
  }
}
