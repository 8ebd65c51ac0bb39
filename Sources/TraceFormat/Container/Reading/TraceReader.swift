/// Reads a `.synctrace` file as a stream of events, with one chunk in memory.
///
/// Damage never stops it. Where records are missing, the stream has a `loss` event in their place
/// that says which ones and why, and `findings` has the details; so whoever reads on can tell what
/// follows from the recording and what from the damage.
public final class TraceReader {
  /// What becomes of chunks whose checksum fails.
  public enum Mode: Hashable, Sendable {
    /// They are lost.
    case normal
    /// What can still be parsed is returned, with `isSuspect` set.
    case salvage
  }

  let window: SourceWindow
  let mode: Mode
  var selection: TraceSelection
  /// What the trace may take in memory.
  public let memoryLimit: MemoryLimit
  /// After so many bytes of a stream without a sound frame there is none to come: the stream may never end.
  private static let unreadableBytesMax: UInt64 = 1 << 30
  let decompressor: any FrameDecompressor
  /// The closing index: known at once in a file, and once it has passed by in a stream.
  var index: TraceIndex?
  /// Known from the header, the index, or else from the first chunk.
  var traceDigest: UInt64?
  var closing: TraceTrailer?

  /// What a trailer says of the index that was met on the way.
  var metIndex: TraceTrailer?
  /// Called for every chunk whose header was read, with its position and its size in the file.
  var onChunk: ((ChunkHeader, _ offset: UInt64, _ size: UInt64) -> Void)?

  /// The sequence number up to which everything is accounted for.
  var nextSequence: UInt64 = 0
  /// The time that a loss is given: that of what was read before it.
  var lastTime: Int64 = 0
  /// Bytes that nothing readable explains, up to the next frame that is sound.
  var damage: Damage?
  /// What damaged frames may yet cost in reading bytes again.
  var rescanBudget = 1 << 30
  /// Losses, and the records of a salvaged chunk.
  var queue: [Record] = []
  var queueStart = 0
  /// The bytes of the open chunk that have not been returned.
  var chunkRest = 0..<0
  var isAtEnd = false

  /// The file header; nil where it is damaged and no index has a copy.
  public internal(set) var header: TraceHeader?
  /// Whether the trace ends with an index; in a stream known only at the end.
  public internal(set) var isClosed = false
  /// What was noticed so far, in file order; at most ``findingsMax``.
  public internal(set) var findings: [TraceFinding] = []
  /// Findings beyond that number.
  public internal(set) var omittedFindingCount = 0
  /// How many findings a reader keeps; more are counted.
  public static let findingsMax = 10_000
  /// Whether any of all the findings is damage.
  public internal(set) var isDamaged = false
  /// What an importer made of an input that is not a trace, and has not been returned yet.
  var imported: ArraySlice<Event> = []
  private var importedBytes: UInt64?
  /// How many chunks have been read, or passed by where they hold nothing that is wanted.
  public internal(set) var chunkCount: UInt64 = 0
  /// Bytes of the records of the chunks that have been decompressed.
  public internal(set) var recordsSize: UInt64 = 0

  /// Opens a trace: reads its header and, in a file, its index.
  ///
  /// - Throws: ``DecodingFailure`` where the bytes are not a trace at all, or one that needs a version
  ///   or a feature that this build does not have; ``FileFailure`` where the file cannot be read.
  /// - Parameters:
  ///   - source: the bytes; of those of a file the index is read first.
  ///   - codec: what reads the data frames.
  ///   - mode: whether chunks whose checksum fails are lost or parsed as far as that goes.
  ///   - selection: which records are handed out.
  ///   - memory: what the trace may take in memory, in proportion to the bytes that are read of it.
  public init(
    _ source: any ByteSource, codec: any FrameCodec, mode: Mode = .normal,
    selection: TraceSelection = .everything, memory: MemoryLimit = .standard
  ) throws {
    decompressor = try codec.makeDecompressor()
    self.mode = mode
    self.selection = selection
    memoryLimit = memory
    window = SourceWindow(source)
    try readIndexFromEnd()
    try readHeader()
  }

  /// Reads events that an importer made of an input that is not a trace.
  ///
  /// - Parameters:
  ///   - header: says where the events come from.
  ///   - problems: what the importer could not read, each a finding ``TraceFinding/Code/notImported``.
  ///   - inputBytes: how many bytes of the input were read.
  /// - Throws: never where the build is sound.
  package init(
    events: [Event], header: TraceHeader, problems: [String], selection: TraceSelection,
    memory: MemoryLimit, inputBytes: UInt64
  ) throws {
    decompressor = StoredFrames().makeDecompressor()
    (mode, self.selection, memoryLimit) = (.normal, selection, memory)
    window = SourceWindow(MemorySource([]))
    (self.header, imported, importedBytes) = (header, events[...], inputBytes)
    (isClosed, isAtEnd) = (true, true)
    for problem in problems { add(TraceFinding(code: .notImported, offset: 0, reason: problem)) }
  }

  /// The bytes of the source that have been read so far.
  public var inputBytes: UInt64 { importedBytes ?? window.readBytes }
  package var isImported: Bool { importedBytes != nil }

  /// Refuses a stream that goes on and on without a frame.
  func checkUnreadable(from start: UInt64) throws(DecodingFailure) {
    guard window.source.size == nil, window.offset - start > Self.unreadableBytesMax else { return }
    throw .limitExceeded(
      "number of bytes of a stream without any of a trace", found: window.offset - start,
      limit: Self.unreadableBytesMax, at: Int(clamping: start))
  }

  /// What the trace may take in memory now, of which nothing is counted as taken.
  var memory: MemoryBudget { MemoryBudget(memoryLimit, inputBytes: inputBytes) }

  /// The next event that the selection wants, or nil at the end.
  ///
  /// - Throws: ``FileFailure`` where the file cannot be read, and ``DecodingFailure`` where a chunk
  ///   takes more memory than the trace may; never for damage.
  public func next() throws -> Event? {
    while let event = imported.popFirst() {
      if selection.contains(event) { return event }
    }
    return try nextKept()?.event
  }

  /// The next event as ``next()`` gives it, and whether its record has bytes behind the fields that this
  /// build knows, which the event does not.
  package func nextWithRest() throws -> (event: Event, hasRest: Bool)? {
    try nextKept().map { ($0.event, Record($0.event).body.count < $0.record.body.count) }
  }

  private func nextKept() throws -> (event: Event, record: Record)? {
    while let record = try nextRecord() {
      let event = event(of: record)
      if selection.kinds?.contains(event.kind) ?? true { return (event, record) }
    }
    return nil
  }

  /// The event of a record; notes where it cannot be understood.
  @discardableResult func event(of record: Record) -> Event {
    var failure: DecodingFailure?
    let event = Event(record, failure: &failure)
    if let failure { add(.notUnderstood(record, failure, at: window.offset)) }
    return event
  }

  /// The next record that the selection wants, as far as heads tell.
  func nextRecord() throws -> Record? {
    while true {
      let record: Record
      if let event = imported.popFirst() {
        record = Record(event)
      } else if queueStart < queue.count {
        record = takeQueued()
      } else if !chunkRest.isEmpty {
        record = takeFromChunk()
      } else if try advance() {
        continue
      } else {
        return nil
      }
      if selection.contains(record) { return record }
    }
  }

  private func takeQueued() -> Record {
    defer {
      queueStart += 1
      if queueStart == queue.count {
        queue.removeAll()
        queueStart = 0
      }
    }
    return queue[queueStart]
  }

  /// Takes the next record of a chunk that has been checked when it was opened.
  private func takeFromChunk() -> Record {
    let bytes = decompressor.output
    var reader = ByteReader(bytes.rawBytes.extracting(chunkRest))
    guard let record = try? Record(decoding: &reader) else {
      preconditionFailure("the records of an open chunk have been checked")
    }
    chunkRest = chunkRest.lowerBound + reader.offset..<chunkRest.upperBound
    return record
  }

  /// Adds a finding, or counts it where there are too many to be kept.
  func add(_ finding: TraceFinding) {
    isDamaged = isDamaged || finding.isDamage
    if findings.count < Self.findingsMax {
      findings.append(finding)
    } else {
      omittedFindingCount += 1
    }
  }

  struct Damage {
    var start: UInt64
    var reason: String
    var code: TraceFinding.Code
    /// Up to where a finding of its own already explains the bytes.
    var explainedEnd: UInt64 = 0
    /// Whether the bytes are the closing part of a trace rather than records.
    var isClosingPart = false
  }
}

extension TraceFinding {
  /// Thousands of reasons are kept, and a word that is not known may be as long as its record.
  private static let reasonColumns = 400

  fileprivate static func notUnderstood(
    _ record: Record, _ failure: DecodingFailure, at offset: UInt64
  ) -> TraceFinding {
    let type = record.head.kind
    let code = "\(failure.code)".shortened(to: reasonColumns)
    return TraceFinding(
      code: .notUnderstood, offset: offset,
      reason: "record \(record.head.sequence) (\(type)), byte \(failure.offset) of its body: "
        + "\(code); kept as it is")
  }
}
