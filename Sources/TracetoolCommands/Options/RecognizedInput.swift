import Importers
import RealmFile
import Reports
import TraceCompression
import TraceFormat

/// An input of any kind, which a reader gives as the events of a trace.
struct RecognizedInput {
  let kind: InputKind
  private let name: String
  private let realm: RealmFileOptions
  private let memory: MemoryLimit
  private let source: SourceWindow
  /// The lines of a text, none of which has been taken.
  private let lines: LineReader
  /// What becomes of secrets in captures and logs.
  var secrets = SecretHandling.replaced

  /// So many first lines tell what a text is.
  private static let lookedAtCount = 20

  /// Looks at the first bytes of a source; whoever names a key says that it is a Realm file.
  init(
    _ source: any ByteSource, named name: String, _ realm: RealmFileOptions, _ memory: MemoryLimit
  ) throws {
    (self.name, self.realm, self.memory) = (name, realm, memory)
    let (start, whole) = try SourceWindow.peeking(256, of: source)
    let head = Array(start.prefix(64))
    self.source = whole
    let isNamedRealm =
      realm.keyFile != nil || realm.tableKey != nil || realm.salvage
      || name.utf8.suffix(6).elementsEqual(".realm".utf8)
    lines = try LineReader(GzipSource(whole), takesCarriageReturns: true, memory: memory)
    if head.isEmpty {
      kind = .empty
    } else if TraceHeader.isBeginning(head) {
      kind = .trace
    } else if isNamedRealm || FileHeader.isBeginning(Array(head.prefix(FileHeader.size))) {
      kind = .realm
    } else if !Self.isText(head) {
      kind = .unknown
    } else {
      let first = lines.peek(Self.lookedAtCount)
      // `verify`, `salvage` and others seek in a trace, so that a compressed one is no input of any verb. Of zstd the lines
      // are those of the trace; behind gzip zstd has taken that apart too.
      let isGzip = head.starts(with: GzipSource.magic)
      var beginnings = [(first.first ?? []) + [0x0A]]
      if isGzip,
        let inflated = try? SourceWindow.peeking(
          TraceHeader.beginningSize, of: GzipSource(MemorySource(start)))
      {
        beginnings.append(inflated.head)
      }
      if beginnings.contains(where: TraceHeader.isBeginning) {
        let tool = isGzip ? "gunzip" : "unzstd"
        throw CommandFailure(
          .badInput, "\(Phrase.quotedSource(name)) is a trace in another compressed file",
          hint: "decompress it first: `\(tool) -c < \(name.pathWord) > OUT.synctrace`")
      }
      kind = InputKind(text: first)
      // Compressed bytes of which nothing comes out are not an empty text.
      if kind == .empty, let failure = lines.aheadFailure {
        throw CommandFailure(reading: name, failure)
      }
    }
  }

  /// What a file is; `unknown` where it cannot be read.
  static func kind(of path: String) -> InputKind { (try? readableKind(of: path)) ?? .unknown }

  /// What a file is; `unknown` where it can't be opened. Throws why nothing comes out of one that is compressed.
  static func readableKind(of path: String) throws -> InputKind {
    guard path != "-", let source = try? FileSource(ofRegularFile: path) else { return .unknown }
    return try RecognizedInput(source, named: path, .none, .standard).kind
  }

  /// Text in UTF-8, in UTF-16 with its mark, or compressed; other formats have zeros early on.
  private static func isText(_ head: [UInt8]) -> Bool {
    let beginnings: [[UInt8]] = [
      [0xFF, 0xFE], [0xFE, 0xFF], [0x28, 0xB5, 0x2F, 0xFD], GzipSource.magic,
    ]
    return beginnings.contains(where: head.starts) || !head.contains(0)
  }

  /// Reads a trace, or imports what is not one.
  func reader(_ selection: TraceSelection = .everything) throws -> TraceReader {
    switch kind {
    case .trace, .unknown, .empty: try trace(selection)
    default: try imported().reader(selection, memory)
    }
  }

  /// The events of what is not a trace.
  func imported() throws -> ImportedEvents {
    switch kind {
    case .realm: return try realmFile()
    case .capture: return try capture()
    case .log: return try log()
    case .scenario, .vector: return try written()
    case .trace, .unknown, .empty:
      _ = try trace(.everything)
      throw CommandFailure(.badInput, "`\(name)` is a trace already")
    case .other(let noun, _):
      throw CommandFailure(
        .badInput, "`\(name)` is \(noun), not a recorded session",
        hint: kind.nextStep(name)
          ?? "docs/scenario.md describes scenarios, docs/recording.md captures")
    }
  }

  private func trace(_ selection: TraceSelection) throws -> TraceReader {
    guard kind != .empty else {
      throw CommandFailure(
        .badInput, "\(Phrase.quotedSource(name)) is empty",
        hint: "name a trace, a .realm file, a capture, a log or a scenario")
    }
    do {
      return try TraceReader(source, selection: selection, memory: memory)
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      guard kind == .unknown else {
        throw CommandFailure(.badInput, "`\(name)` is a trace that can't be read: \(failure)")
      }
      throw CommandFailure(
        .badInput,
        "`\(name)` is not a trace, a .realm file, a capture, a log or a scenario: \(failure)",
        hint: "if it is an encrypted .realm file, name the file of its key with `--key-file`")
    }
  }

  /// The bytes, to be read at any position; what can be read only once is held in memory.
  func seekable() throws -> any ByteSource { try InputFile.seekable(source) }

  private func realmFile() throws -> ImportedEvents {
    let held = try seekable()
    let imported = try realm.importing(held, named: name, memory)
    return ImportedEvents(
      events: imported.events, metadata: imported.metadata, problems: imported.losses,
      inputBytes: held.size ?? 0)
  }
}

// Text
extension RecognizedInput {
  private func capture() throws -> ImportedEvents {
    var held = ImportedEvents(metadata: [.init("source", "capture")])
    let summary = try CaptureImporter.importCapture(from: lines, secrets: secrets) {
      try held.take($0, within: lines.memory)
    }
    try summary.checkIsCapture(of: name)
    held.problems =
      summary.malformedLines.map { "line \($0.lineNumber) is not a message: \($0.reason)" }
      + (summary.unreadTransferCount > 0
        ? [summary.unreadTransferCount.counted("message") + " with changes cannot be read"] : [])
      + (summary.endFailure.map { ["not read to its end: \($0)"] } ?? [])
    return held
  }

  private func log() throws -> ImportedEvents {
    var held = ImportedEvents(metadata: [.init("source", "log")])
    let summary = try LogImporter.importLog(from: [{ [lines] in lines }], secrets: secrets) {
      try held.take($0, within: lines.memory)
    }
    try summary.checkIsLog(of: [name])
    held.problems = summary.endFailures.map { "not read to its end: \($0)" }
    return held
  }

  private func written() throws -> ImportedEvents {
    guard kind == .scenario else {
      let vector = try ResetVector(named: nil, from: lines, path: name)
      return ImportedEvents(
        events: VectorImporter.events(of: vector), metadata: [.init("source", "vector")],
        inputBytes: lines.memory.inputBytes)
    }
    var text: [UInt8] = []
    while text.count <= Scenario.sizeMaxBytes, let line = try lines.next() {
      text += line + [UInt8(ascii: "\n")]
    }
    let scenario = try Scenario(text, path: name)
    return ImportedEvents(
      events: scenario.events, metadata: scenario.metadata, inputBytes: UInt64(text.count))
  }
}
