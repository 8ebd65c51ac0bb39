import ArgumentParser
import Logging
import TraceCompression
import TraceFormat

/// The trace that a command reads: a file, or standard input.
struct TraceInput: ParsableArguments {
  @Argument(
    help: "The trace to read, or - for standard input.",
    completion: .file(extensions: ["synctrace"]))
  var trace: String

  @OptionGroup var memory: MemoryOptions

  /// A trace that a command line names otherwise than by an argument of its own.
  static func reading(_ trace: String, _ memory: MemoryOptions) -> TraceInput {
    var input = TraceInput()
    input.trace = trace
    input.memory = memory
    return input
  }

  /// Opens the trace.
  func open(
    on console: Console, mode: TraceReader.Mode = .normal, selection: TraceSelection = .everything
  ) throws -> TraceReader {
    try reading {
      try TraceReader(
        InputFile.source(trace, on: console), mode: mode, selection: selection,
        memory: memory.limit)
    }
  }

  /// Does what reads the trace, and says it in the words of a command if it is none.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      throw CommandFailure(
        .badInput, "`\(trace)` is not a readable trace: \(failure)",
        hint: "captures, vectors and scenarios become traces with `tracetool import`")
    }
  }

  /// Says what was missing or odd in a trace that was read to its end, and how that ends the
  /// command.
  func report(_ reader: TraceReader, on console: Console, _ options: SpeechOptions) -> ExitStatus {
    options.logger(on: console).debug(
      "\(reader.chunkCount) chunks read, \(reader.recordsSize) bytes of records")
    return report(
      reader.findings, omittedCount: reader.omittedFindingCount, isDamaged: reader.isDamaged,
      on: console, options)
  }

  func report(
    _ findings: [TraceFinding], omittedCount: Int, isDamaged: Bool, on console: Console,
    _ options: SpeechOptions
  ) -> ExitStatus {
    let logger = options.logger(on: console)
    for finding in findings {
      logger.log(level: finding.isDamage ? .warning : .notice, "\(finding)")
    }
    if omittedCount > 0 { logger.warning("and \(omittedCount) more findings") }
    guard isDamaged else { return .fine }
    if trace != "-", !options.quiet { console.say(recoveryHint) }
    return .dataLost
  }

  /// The next step for a damaged trace.
  var recoveryHint: String {
    "hint: `tracetool recover \(trace) -o OUT.synctrace` salvages what can be read"
  }
}

/// Where the bytes of a command's input come from.
enum InputFile {
  /// A file, or standard input for `-`; the console says how much of it has been read.
  static func source(_ path: String, on console: Console? = nil) throws -> FileSource {
    let source = try path == "-" ? FileSource.standardInput() : FileSource(path: path)
    console?.progress.beginReading(source)
    return source
  }

  /// The most bytes of an input that can be read only once, and so is held.
  static let pipeSizeMaxBytes = 1 << 30

  /// The same for whoever reads at any position: what can be read only once is held in memory.
  static func seekable(_ path: String, on console: Console? = nil) throws -> any ByteSource {
    let source = try source(path, on: console)
    guard source.size == nil else { return source }
    return MemorySource(
      try readAll(source, sizeMaxBytes: pipeSizeMaxBytes), name: source.name)
  }

  /// All the bytes of an input that is expected to be small.
  static func readAll(_ source: FileSource, sizeMaxBytes: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try source.read(upTo: 65_536, into: &bytes) > 0 {
      guard bytes.count <= sizeMaxBytes else {
        throw CommandFailure(
          .badInput, "`\(source.name)` is larger than \(sizeMaxBytes) bytes")
      }
    }
    return bytes
  }
}
