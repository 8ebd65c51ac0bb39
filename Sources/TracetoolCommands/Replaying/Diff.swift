import ArgumentParser
import Campaigns
import Foundation
import Replayer
import Reports
import TraceCompression
import TraceFormat

struct Diff: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what differs in meaning between two traces, states or reports.",
    discussion: """
      Recognizes a file by its contents: a trace, a state (`state --format json`), a report \
      (`replay --format json`) or a golden. `TRACE@SEQUENCE` is the state after that record, and \
      `TRACE@end` the state at the end. Ends with 0 if the two mean the same and with 2 if they \
      differ.
      """)

  @Argument(help: "The first file, or - for standard input.", completion: .file())
  var first: String

  @Argument(help: "The second file, or - for standard input.", completion: .file())
  var second: String

  @Option(help: "For TRACE@SEQUENCE: whose state, client or server.")
  var of: StateAtPoint.Side = .client

  @Option(
    help: "For TRACE@SEQUENCE: the session, if the trace has several.",
    completion: Completions.sessions)
  var session: UInt32?

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var output: OutputOptions

  var inputPaths: [String] { [first, second].map { Self.point($0)?.trace ?? $0 } }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: inputPaths).check()
    console.showProgress(isQuiet: output.quiet)
    let inputs = (try open(first, on: console), try open(second, on: console))
    console.progress.begin("comparing")
    let difference = try compare(inputs.0.content, inputs.1.content)
    switch output.format {
    case .json: try console.print(difference.json)
    case .text:
      let options = output.speech.textOptions(on: console)
      try console.write(page: difference.text(options))
    }
    let statuses = [inputs.0, inputs.1].map { $0.report(on: console, output.speech) }
    if let damaged = statuses.first(where: { $0 != .fine }) { return damaged }
    return difference.isEmpty ? .fine : .foundProblems
  }

  private func compare(_ a: ComparableContent, _ b: ComparableContent) throws -> any Rendered {
    switch (a, b) {
    case (.trace(let a), .trace(let b)): return try TraceDifference.between(a, b)
    case (.state(let a), .state(let b)): return StateDifference.between(a, b)
    case (.report(let a), .report(let b)): return ReportDifference(a, b)
    default:
      throw CommandFailure(
        .usage, "`\(first)` is \(a.noun) and `\(second)` is \(b.noun); `diff` compares two alike",
        hint: "`TRACE@SEQUENCE` is the state of a trace after a record and `TRACE@end` at its end; "
          + "`tracetool replay --format json TRACE` prints its report")
    }
  }
}

// Opening
extension Diff {
  /// One of the two files, or a point of one.
  private struct Input {
    var path: String
    var content: ComparableContent
    var reader: TraceReader?

    /// Says what was missing in a trace that was read to its end, and how that ends the command.
    func report(on console: Console, _ options: SpeechOptions) -> ExitStatus {
      guard let reader else { return .fine }
      return TraceInput.reading(path, MemoryOptions()).report(reader, on: console, options)
    }
  }

  private func open(_ path: String, on console: Console) throws -> Input {
    if let (trace, sequence) = Self.point(path) {
      return try state(of: trace, at: sequence, on: console)
    }
    let kind = RecognizedInput.kind(of: path)
    let input = TraceInput.reading(path, memory, realm.options(forFile: path))
    // Of any other text is said what could be compared.
    if kind.isSession,
      let reader = kind == .log ? try? input.open(on: console) : try input.open(on: console)
    {
      return Input(path: path, content: .trace(reader), reader: reader)
    }
    let source = try InputFile.source(path, on: console)
    do {
      let content = try ComparableContent(
        source, words: .plain, codec: ZstdCodec(), memory: memory.limit.shared(among: 2))
      guard case .trace(let reader) = content else { return Input(path: path, content: content) }
      return Input(path: path, content: content, reader: reader)
    } catch let failure as FileFailure {
      throw failure
    } catch let failure as DecodingFailure where failure.memoryDemand != nil {
      throw failure
    } catch {
      if let demand = (error as? JSONShapeFailure)?.memoryDemand {
        // Of two files each may take half.
        let hint = CommandFailure.memoryHint(above: min(demand.neededBytes, .max / 2) * 2)
        throw CommandFailure(.badInput, "`\(path)`: \(error)", hint: hint)
      }
      throw CommandFailure(
        .badInput, "`\(path)` is neither a trace nor a state, a report or a golden: \(error)",
        hint: "states and reports are what `state` and `replay` print with `--format json`")
    }
  }

  /// The two parts of `TRACE@SEQUENCE`; nil for a file that is named so.
  private static func point(_ path: String) -> (trace: String, sequence: UInt64?)? {
    guard !FileManager.default.fileExists(atPath: path), let at = path.lastIndex(of: "@") else {
      return nil
    }
    let number = path[path.index(after: at)...]
    guard number != "end" else { return (String(path[..<at]), nil) }
    guard let sequence = UInt64(number) else { return nil }
    return (String(path[..<at]), sequence)
  }

  private func state(of trace: String, at sequence: UInt64?, on console: Console) throws -> Input {
    let input = TraceInput.reading(trace, memory, realm.options(forFile: trace))
    let reader = try input.open(on: console)
    let replay = try input.replay(reader, with: sequence)
    console.progress.begin("building the state of \(trace)")
    let found = try input.state(of: of, at: sequence, session: session, in: replay)
    return Input(path: trace, content: .state(CanonicalState(found.state)), reader: reader)
  }
}

private protocol Rendered {
  var isEmpty: Bool { get }
  var json: JSONText { get }
  func text(_ options: ReportTextOptions) -> String
}

extension ContentDifference: Rendered {}
extension ReportDifference: Rendered {}

extension ComparableContent {
  fileprivate var noun: String {
    switch self {
    case .trace: "a trace"
    case .state: "a state"
    case .report: "a report"
    }
  }
}
