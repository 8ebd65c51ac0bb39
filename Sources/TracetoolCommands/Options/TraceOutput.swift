import ArgumentParser
import TraceCompression
import TraceFormat

struct TraceOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The trace to write, or - for standard output.",
    completion: .file(extensions: ["synctrace"]))
  var output: String

  @Option(help: ArgumentHelp("The zstd level, from fast to small.", valueName: "level"))
  var compressionLevel: Int32 = ZstdCodec.levelDefault

  @Flag(help: "Replace the output if it exists.")
  var force = false

  func validate() throws {
    let levels = ZstdCodec.levels
    guard levels.contains(compressionLevel) else {
      throw ValidationError(
        "the compression level must be from \(levels.lowerBound) to \(levels.upperBound)")
    }
  }

  /// Begins the file; nil for standard output. Throws where it can't be created, or would go to a terminal.
  func open(on console: Console) throws -> AtomicFileSink? {
    guard output != "-" || !console.surroundings.outputIsTerminal else {
      throw CommandFailure(
        .usage, "a trace is binary and is not written to a terminal",
        hint: "name a file with `-o`, or pipe the output")
    }
    return output == "-" ? nil : try AtomicFileSink(path: output, replacing: force)
  }

  /// Writes a trace with what the body appends; the file appears only when it is complete.
  ///
  /// - Parameter body: also says what is to be noted at the end.
  func write(
    on console: Console, header: TraceHeader,
    _ body: (TraceWriter) throws -> [TraceHeader.Metadata]
  ) throws {
    try write(to: open(on: console), on: console, header: header, body)
  }

  /// The same into a file that was begun before.
  func write(
    to file: AtomicFileSink?, on console: Console, header: TraceHeader,
    _ body: (TraceWriter) throws -> [TraceHeader.Metadata]
  ) throws {
    let held = HeldSink(ConsoleSink(console))
    let writer = try TraceWriter(
      to: file ?? held, header: header, compressionLevel: compressionLevel)
    try writer.finish(noting: try body(writer))
    // What is said of the trace is said once it is written.
    if let file { try file.commit() } else { try held.synchronize() }
  }
}

/// Holds the beginning of a trace: of an input that is refused at its start, a reader gets nothing.
private final class HeldSink: ByteSink {
  private let sink: any ByteSink
  /// Nil once it was written.
  private var held: [UInt8]? = []
  private static let heldSizeMax = 1 << 20

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: [UInt8]) throws {
    guard held != nil else { return try sink.write(bytes) }
    held?.append(contentsOf: bytes)
    if held?.count ?? 0 > Self.heldSizeMax { try release() }
  }

  func synchronize() throws {
    try release()
    try sink.synchronize()
  }

  private func release() throws {
    guard let bytes = held else { return }
    held = nil
    if !bytes.isEmpty { try sink.write(bytes) }
  }
}

struct SecretOptions: ParsableArguments {
  @Flag(
    help: """
      Keep tokens, passwords and other secrets, and say so in the trace; by default a mark replaces each \
      (docs/security.md).
      """)
  var keepSecrets = false

  var handling: SecretHandling { keepSecrets ? .kept : .replaced }

  /// A header that says what became of secrets, and has none itself.
  func header(_ metadata: [TraceHeader.Metadata]) -> TraceHeader {
    TraceHeader(noting: metadata, secrets: handling)
  }

  /// The events of an import, without secrets unless they are to be kept, and how many there were.
  func handle(_ events: [Event]) -> (events: [Event], secrets: SecretCounts) {
    var redactor = SecretRedactor(handling)
    let redacted = events.map { redactor.redacted($0) }
    return (redacted, redactor.counts)
  }
}
