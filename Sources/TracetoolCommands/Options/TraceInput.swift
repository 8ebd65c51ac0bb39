import Analyzer
import ArgumentParser
import RealmFile
import Replayer
import TraceFormat

/// The session that a command reads: a trace, or whatever one can be imported from, told by its contents.
struct TraceInput: ParsableArguments {
  @Argument(
    help: "A trace, .realm file, capture, log or scenario, or - for standard input.",
    completion: .file())
  var trace: String

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions

  /// The device's file, where the input is a recording of its sessions.
  var clientFile: String?

  private enum CodingKeys: CodingKey { case trace, realm, memory }

  /// An input that a command line names otherwise than by an argument of its own.
  static func reading(
    _ trace: String, _ memory: MemoryOptions, _ realm: RealmFileOptions = .none
  ) -> TraceInput {
    var input = TraceInput()
    (input.trace, input.memory, input.realm) = (trace, memory, realm)
    return input
  }

  var paths: [String] { [trace] + [clientFile, realm.keyFile].compactMap(\.self) }

  /// The input as a recording of the sessions of a file, if one is named.
  func beside(_ option: ClientFileOption) -> TraceInput {
    var input = self
    input.clientFile = option.clientFile
    return input
  }

  /// Opens the input, and imports what is not a trace.
  ///
  /// - Throws: what it is where it is not a session, in the words of a command.
  func open(on console: Console, selection: TraceSelection = .everything) throws -> TraceReader {
    if let clientFile {
      return try joined(with: clientFile, on: console).imported.reader(selection, memory.limit)
    }
    return try recognized(on: console).reader(selection)
  }

  func recognized(on console: Console) throws -> RecognizedInput {
    try RecognizedInput(InputFile.source(trace, on: console), named: trace, realm, memory.limit)
  }

  /// Says what the input was taken for and what was missing or odd in it once it was read to its end, and how
  /// that ends the command.
  func report(_ reader: TraceReader, on console: Console, _ options: SpeechOptions) -> ExitStatus {
    if let kind = reader.importedKind {
      options.note("`\(trace)` is read as \(kind.extent)", on: console)
    }
    if options.verbose {
      let chunks = reader.chunkCount.counted("chunk")
      console.say("debug: \(chunks) read, \(reader.recordsSize.counted("byte")) of records")
    }
    return report(
      reader.findings, omittedCount: reader.omittedFindingCount, isDamaged: reader.isDamaged,
      on: console, options)
  }

  func report(
    _ findings: [TraceFinding], omittedCount: Int, isDamaged: Bool, on console: Console,
    _ options: SpeechOptions
  ) -> ExitStatus {
    let imported = findings.filter { $0.code == .notImported }
    for finding in findings where finding.code != .notImported {
      if finding.isDamage {
        console.say("warning: \(finding)")
      } else {
        options.note("\(finding)", on: console)
      }
    }
    for finding in imported.prefix(10) { console.say("warning: \(finding)") }
    let omittedCount = omittedCount + max(imported.count - 10, 0)
    if omittedCount > 0 { console.say("warning: and \(omittedCount) more findings") }
    guard isDamaged else { return .fine }
    if trace != "-", imported.isEmpty { options.hint(salvageHint, on: console) }
    return .dataLost
  }

  var salvageHint: String {
    "`tracetool salvage \(trace.pathWord) -o OUT.synctrace` writes what can be read"
  }
}

// Devices
extension TraceInput {
  struct Contents {
    var replay: Replay
    var status: ExitStatus
    /// The file, with the digest of its bytes.
    var source: PendingSource
    /// What it says about itself; nil where that is damaged, and of what two files make.
    var header: TraceHeader?
  }

  func read(_ speech: SpeechOptions, on console: Console) throws -> Contents {
    if let clientFile {
      let joined = try joined(with: clientFile, on: console)
      let reader = try joined.imported.reader(.everything, memory.limit)
      return Contents(
        replay: try replay(reader), status: report(reader, on: console, speech),
        source: PendingSource(name: clientFile, sha256: joined.sha256))
    }
    let source = try InputFile.source(trace, on: console)
    let bytes: any ByteSource
    // The same bytes once more, to be read at any position.
    let again: any ByteSource
    if trace == "-" || source.size == nil {
      let held = try InputFile.readAll(source, sizeMaxBytes: InputFile.pipeSizeMaxBytes)
      bytes = MemorySource(held, isSeekable: false, name: source.name)
      again = MemorySource(held, name: source.name)
    } else {
      (bytes, again) = (source, try FileSource(path: trace))
    }
    let reader = try RecognizedInput(bytes, named: trace, realm, memory.limit).reader()
    let replay = try replay(reader)
    return Contents(
      replay: replay, status: report(reader, on: console, speech),
      source: PendingSource(name: trace, sha256: Hex.encode(try RawFile(again).sha256()[...])),
      header: reader.header)
  }

  func unsyncedData(of replay: Replay, session: UInt32?) throws -> SessionAnswers<UnsyncedData> {
    try answer(of: replay) { replay throws(ReplayFailure) in
      try replay.unsyncedData(session: session)
    }
  }
}

extension TraceReader {
  /// What was imported; nil for a trace.
  var importedKind: InputKind? {
    guard isImported else { return nil }
    let kinds: [String: InputKind] = [
      "realm": .realm, "capture": .capture, "log": .log, "scenario": .scenario, "vector": .vector,
    ]
    return header?.metadata.first { $0.name == "source" }.flatMap { kinds[$0.value] }
  }
}
