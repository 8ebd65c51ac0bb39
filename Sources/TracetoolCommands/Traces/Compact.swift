import ArgumentParser
import TraceCompression
import TraceFormat

struct Compact: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compress a trace that was recorded without compression, or the reverse.",
    discussion: """
      An app records without a compression library, so its traces are uncompressed (docs/format.md, \
      "Data frame"). The new trace has the same records, byte for byte, and is read again as a check. \
      `--stored` writes a trace without compression, which `TraceTesting` reads in an app's tests \
      (docs/golden.md, "In tests"). \
      Never changes the input, and refuses a damaged trace: `tracetool salvage` takes those.
      """)

  @Argument(help: "The trace to compress.", completion: .file(extensions: ["synctrace"]))
  var trace: String

  @Flag(help: "Write the records as they are, without compression.")
  var stored = false

  @OptionGroup var target: TraceOutput
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard trace != "-", target.output != "-" else {
      throw ValidationError("`compact` reads one file and writes another, so - can't be used")
    }
    guard !stored || target.compressionLevel == ZstdCodec.levelDefault else {
      throw ValidationError("`--stored` does not compress, so `--compression-level` can't be used")
    }
  }

  var inputPaths: [String] { [trace] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: [trace], writing: [target.output]).check()
    console.showProgress(isQuiet: options.quiet)
    let source = try InputFile.source(trace, on: console)
    let sizeBefore = source.size ?? 0
    let copy = try compact(source, console)
    let sizeAfter = try FileSource(path: target.output).size ?? 0
    let records = copy.old.recordCount.counted("record")
    var lines = ["\(target.output): \(records), \(sizeBefore) bytes are now \(sizeAfter)"]
    if !copy.old.isClosed {
      lines.append("  the recorder did not end \(trace); whether more followed is not known")
    }
    try options.summarize(
      .members([
        "version": .integer(1), "trace": .string(trace), "output": .string(target.output),
        "recordCount": .wide(copy.old.recordCount), "wasClosed": .bool(copy.old.isClosed),
        "sizeBefore": .wide(sizeBefore), "sizeAfter": .wide(sizeAfter),
      ]), lines, on: console)
    return .fine
  }

  private var codec: any FrameCodec {
    stored ? StoringCodec() : ZstdCodec(level: target.compressionLevel)
  }

  private func compact(_ source: FileSource, _ console: Console) throws -> TraceRecovery {
    do {
      return try TraceRecovery.recover(
        source, to: target.output, codec: codec, replacing: target.force, acceptingDamage: false,
        memory: memory.limit
      ) { console.progress.begin("checking the new trace") }
    } catch TraceRecoveryFailure.inputDamaged(let finding) {
      throw CommandFailure(
        .badInput, "`\(trace)` is damaged: \(finding)",
        hint: "`tracetool salvage \(trace.pathWord) -o \(target.output.pathWord)` writes what "
          + "can be read of it")
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      throw CommandFailure(
        trace, isNot: .trace, because: "not a trace that can be read: \(failure)",
        only: "and only traces can be compacted")
    }
  }
}

/// Reads any trace, and compresses nothing.
private struct StoringCodec: FrameCodec {
  func makeCompressor() -> any FrameCompressor { StoredFrames().makeCompressor() }

  func makeDecompressor() throws(DecodingFailure) -> any FrameDecompressor {
    try ZstdCodec().makeDecompressor()
  }
}
