import ArgumentParser
import TraceFormat

/// The trace that a command reads: a file, or standard input.
struct TraceInput: ParsableArguments {
  @Argument(
    help: "The trace to read, or - for standard input.",
    completion: .file(extensions: ["synctrace"]))
  var trace: String

  /// Opens the trace.
  func open(
    mode: TraceReader.Mode = .normal, selection: TraceSelection = .everything
  ) throws -> TraceReader {
    do {
      return try TraceReader(InputFile.source(trace), mode: mode, selection: selection)
    } catch let failure as DecodingFailure {
      throw CommandFailure(
        .badInput, "`\(trace)` is not a trace that can be read: \(failure)",
        hint: "captures, vectors and scenarios become traces with `tracetool import`")
    }
  }

  /// Says what was missing or odd in a trace that was read to its end, and how that ends the
  /// command.
  func report(_ reader: TraceReader, on console: Console, isQuiet: Bool) -> ExitStatus {
    for finding in reader.findings where reader.isDamaged || !isQuiet {
      console.say("\(finding.isDamage ? "warning" : "note"): \(finding)")
    }
    if reader.omittedFindingCount > 0 {
      console.say("warning: and \(reader.omittedFindingCount) more findings")
    }
    guard reader.isDamaged else { return .fine }
    if trace != "-", !isQuiet {
      console.say("hint: `tracetool recover \(trace) -o OUT.synctrace` salvages what can be read")
    }
    return .dataLost
  }
}

/// Where the bytes of a command's input come from.
enum InputFile {
  /// A file, or standard input for `-`.
  static func source(_ path: String) throws -> FileSource {
    try path == "-" ? .standardInput() : FileSource(path: path)
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
