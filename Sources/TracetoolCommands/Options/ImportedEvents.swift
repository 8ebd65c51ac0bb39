import Importers
import TraceFormat

/// Events that are in memory when they are imported, and what the trace says of where they come from.
struct ImportedEvents {
  var events: [Event] = []
  var metadata: [TraceHeader.Metadata]
  var problems: [String] = []
  var inputBytes: UInt64 = 0
  private var sizeBytes = 0

  init(
    events: [Event] = [], metadata: [TraceHeader.Metadata], problems: [String] = [],
    inputBytes: UInt64 = 0
  ) {
    (self.events, self.metadata, self.problems) = (events, metadata, problems)
    self.inputBytes = inputBytes
  }

  /// Keeps an event of an input; throws where all of them take more memory than the input may.
  mutating func take(_ event: Event, within memory: MemoryBudget) throws(DecodingFailure) {
    sizeBytes += event.recordSize
    try memory.check(sizeBytes, for: "all events of the input")
    inputBytes = memory.inputBytes
    events.append(event)
  }

  /// Reads them as a trace is read; throws never where the build is sound.
  func reader(_ selection: TraceSelection, _ memory: MemoryLimit) throws -> TraceReader {
    try TraceReader(
      events: events, header: TraceHeader(metadata: metadata), problems: problems,
      selection: selection, memory: memory, inputBytes: inputBytes)
  }
}

// What is imported the same way by `import` and on the way into another verb.

extension Scenario {
  /// A scenario from the bytes of a file.
  init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    do throws(JSONShapeFailure) {
      try self.init(parsing: bytes)
    } catch {
      throw CommandFailure(
        path, isNot: .scenario, because: "\(error)", hint: "see docs/scenario.md")
    }
  }

  var metadata: [TraceHeader.Metadata] { [.init("source", "scenario"), .init("name", name)] }
}

extension ResetVector {
  /// The vector of a name in a file, or the only one.
  init(named name: String?, from lines: LineReader, path: String) throws {
    do {
      self = try VectorImporter.vector(named: name) { try lines.next() }
    } catch let failure as VectorSelectionFailure {
      switch failure {
      case .severalVectors:
        throw CommandFailure(
          .usage, "`\(path)`: \(failure)",
          hint: "choose one with `tracetool import vector \(path.pathWord) --name NAME -o "
            + "OUT.synctrace`")
      case .noVector, .unknownName, .malformedLine:
        throw CommandFailure(
          path, isNot: .vector, because: "\(failure)", hint: "choose with `--name`")
      }
    } catch {
      throw CommandFailure(reading: path, error)
    }
  }
}

extension CaptureSummary {
  /// A file without a single message is not a capture; throws what its first line has instead.
  func checkIsCapture(of path: String) throws(CommandFailure) {
    guard messageCount == 0 else { return }
    let first =
      malformedLines.first.map { ": line \($0.lineNumber): \($0.reason)" }
      ?? endFailure.map { ": \($0)" } ?? ""
    throw CommandFailure(
      path, isNot: .capture, because: "no message of a capture was found\(first)",
      hint: "a line looks like {\"us\":0,\"connection\":\"c1\",\"direction\":\"out\",\"hex\":\"…\"}"
    )
  }
}

extension LogSummary {
  /// A text without a single message of a client is not its log; one in the wrong order would be misread.
  ///
  /// - Throws: what it is instead.
  func checkIsLog(of paths: [String]) throws(CommandFailure) {
    let names = paths.map { "`\($0)`" }.joined(separator: ", ")
    if isNewestFirst {
      throw CommandFailure(
        .badInput, "\(names): the newest lines come first",
        hint: "reverse their order, for example with `tac`, and import the result")
    }
    guard !isLog else { return }
    if serverLineCount > 0 {
      throw CommandFailure(
        .badInput, "\(names): the log of a sync server, not of an app",
        hint: "import your app's own log: it shows what happened to your app's data")
    }
    let failure = endFailures.first.map { ": \($0)" } ?? ""
    let reason =
      "expected a trace, .realm file, capture, log or scenario, found \(lineCount.counted("line")) "
      + "without a message of Realm's sync\(failure)"
    let file = paths.count == 1 && paths[0] != "-" ? paths[0].pathWord : "FILE"
    let hint =
      "if it is your app's log: docs/log.md shows how to log more with each SDK, and `tracetool explain - "
      + "< \(file)` explains the errors in it"
    guard paths.count == 1 else {
      throw CommandFailure(.badInput, "\(names): \(reason)", hint: hint)
    }
    throw CommandFailure(paths[0], isNot: .log, because: reason, hint: hint)
  }
}
