/// The salvage of a damaged trace into a new file: what could be saved, what is suspect, what is lost.
///
/// Records keep their numbers and, byte for byte, their contents but for secrets that are to be replaced, those of
/// unknown types too. Losses replace what is missing. What came from a chunk whose checksum failed is marked as suspect
/// and stays so.
public struct TraceRecovery: Hashable, Sendable {
  /// Records in the new file that were recorded, suspects included.
  public var recordCount: UInt64 = 0
  /// Records that came from damaged chunks and are marked so.
  public var suspectCount: UInt64 = 0
  /// By type, ascending; with the losses that recovery has added.
  public var counts: [RecordTypeCount] = []
  /// Losses that the old file already recorded.
  public var recordedLosses = LossSummary()
  /// Losses that recovery has added.
  public var foundLosses = LossSummary()
  /// What was wrong with the old file.
  public var findings: [TraceFinding] = []
  /// Findings beyond those that are kept.
  public var omittedFindingCount = 0
  /// Whether the old file was damaged.
  public var isDamaged = false
  /// What was replaced of secrets; nil if that was not asked for.
  public var secrets: SecretCounts?
  /// Places that could be searched for secrets by shape alone; see ``SecretRedactor/unreadCount``.
  public var unreadCount: UInt64 = 0

  /// Whether the old file ended as a recorder ends it, so that it tells how many records it has.
  public var wasClosed = false

  /// Whether records of the old file are missing from the new one.
  public var isLossy: Bool { foundLosses.lossCount > 0 }

  /// Whether it is known that the new file has all that was recorded, as it was recorded. It is not of a file
  /// without its end, and not where records are suspect.
  public var isComplete: Bool { wasClosed && !isLossy && suspectCount == 0 }

  /// Reads whatever can be read and writes a closed trace of it; does not check what it wrote.
  ///
  /// - Parameters:
  ///   - codec: what reads and makes data frames.
  ///   - redacting: whether secrets are replaced on the way (`docs/security.md`). Records in which there
  ///     are none are copied as ever.
  /// - Throws: ``DecodingFailure`` where the source is not a trace at all; what source and sink throw.
  public init(
    salvaging source: any ByteSource, into sink: any ByteSink, codec: any FrameCodec,
    redacting: Bool = false, memory: MemoryLimit = .standard
  ) throws {
    let reader = try TraceReader(source, codec: codec, mode: .salvage, memory: memory)
    var redactor = SecretRedactor()
    var header = reader.header ?? TraceHeader()
    if redacting { header = header.redacted(by: &redactor) }
    let writer = try TraceWriter(to: sink, header: header, codec: codec)
    var tally = RecordTally()
    while let found = try reader.nextRecord() {
      let record = redacting ? redactor.redacted(found) : found
      try writer.append(record)
      count(record, &tally)
    }
    let notes = reader.index?.closingNotes ?? []
    try writer.finish(noting: redacting ? redactor.redacted(notes) : notes)
    if redacting { secrets = redactor.counts }
    unreadCount = redactor.unreadCount
    findings = reader.findings
    omittedFindingCount = reader.omittedFindingCount
    isDamaged = reader.isDamaged
    wasClosed = reader.isClosed
    suspectCount = tally.suspectCount
    counts = tally.counts
  }

  private mutating func count(_ record: Record, _ tally: inout RecordTally) {
    tally.add(record)
    if record.isRecorded { recordCount += 1 }
    guard let loss = record.loss else { return }
    if record.isRecorded { recordedLosses.add(loss) } else { foundLosses.add(loss) }
  }
}

/// Why a recovery was refused or not believed.
public enum TraceRecoveryFailure: Error, Hashable, Sendable {
  /// Input and output are one file.
  case outputIsInput(String)
  /// The input is damaged, and only a sound one was asked for.
  case inputDamaged(TraceFinding)
  /// What is written there can't be read again.
  case outputIsNoFile(String)
  /// The new file, read again, is not what was written.
  case outputUnsound(String)
}

extension TraceRecoveryFailure: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .outputIsInput(let path): "`\(path)` is the file to be recovered; it is never written to"
    case .inputDamaged(let finding): "the input is damaged: \(finding)"
    case .outputIsNoFile(let path):
      "`\(path)` is not a file: the recovered trace is read again before it gets its name"
    case .outputUnsound(let reason): "the recovered file is unsound: \(reason)"
    }
  }
}

extension TraceRecovery {
  /// Salvages a file into a new one, which gets its name only after it has been read again.
  ///
  /// - Parameter acceptingDamage: whether a damaged file is salvaged rather than refused.
  /// - Throws: ``TraceRecoveryFailure``, ``DecodingFailure`` where the input is not a trace at all, ``FileFailure``.
  public static func recover(
    _ source: FileSource, to path: String, codec: any FrameCodec, replacing: Bool = false,
    redacting: Bool = false, acceptingDamage: Bool = true, memory: MemoryLimit = .standard,
    willCheck: () -> Void = {}
  ) throws -> TraceRecovery {
    guard try !source.isFile(at: path) else { throw TraceRecoveryFailure.outputIsInput(path) }
    let sink = try AtomicFileSink(path: path, replacing: replacing)
    guard sink.isFile else { throw TraceRecoveryFailure.outputIsNoFile(path) }
    let recovery = try TraceRecovery(
      salvaging: source, into: sink, codec: codec, redacting: redacting, memory: memory)
    if !acceptingDamage, let damage = recovery.findings.first(where: \.isDamage) {
      throw TraceRecoveryFailure.inputDamaged(damage)
    }
    willCheck()
    // What was written is this very trace; how well it compresses must not be held against it.
    let written = try FileSource(path: sink.temporaryPath)
    try recovery.check(TraceVerification(written, codec: codec, memory: .unlimited).info)
    try sink.commit()
    return recovery
  }

  /// Compares what was written with what is there when it is read.
  private func check(_ info: TraceInfo) throws(TraceRecoveryFailure) {
    guard info.isClosed, !info.isDamaged else {
      throw .outputUnsound(info.findings.first?.description ?? "it is damaged")
    }
    guard info.counts == counts, info.suspectCount == suspectCount else {
      throw .outputUnsound("it holds other records than were written")
    }
  }
}
