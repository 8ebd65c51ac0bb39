/// The salvage of a damaged trace into a new file: what could be saved, what is suspect, what is lost.
///
/// Records keep their numbers and, byte for byte, their contents but for secrets that are to be replaced, those of
/// unknown types too. Losses replace what is missing. What came from a chunk whose checksum failed is marked as suspect
/// and stays so.
public struct TraceRecovery: Hashable, Sendable {
  /// The old file, as it was read: its suspects are in the new one and marked so.
  public var old: TraceInfo
  /// Records of the new file by type, ascending; with the losses that recovery has added.
  public var counts: [RecordTypeCount]
  /// What was replaced of secrets; nil if that was not asked for.
  public var secrets: SecretCounts?
  /// Places that could be searched for secrets by shape alone; see ``SecretRedactor/unreadCount``.
  public var unreadCount: UInt64

  /// Whether records of the old file are missing from the new one.
  public var isLossy: Bool { old.foundLosses.lossCount > 0 }

  /// Whether it is known that the new file has all that was recorded, as it was recorded. It is not of a file
  /// without its end, which tells how many records it has, and not where records are suspect.
  public var isComplete: Bool { old.isClosed && !isLossy && old.suspectCount == 0 }

  /// Reads whatever can be read and writes a closed trace of it; does not check what it wrote.
  ///
  /// - Parameters:
  ///   - source: the file to be salvaged, which is only read.
  ///   - sink: takes the new trace.
  ///   - codec: what reads and makes data frames.
  ///   - redacting: whether secrets are replaced on the way (`docs/security.md`). Records in which there are none are
  ///     copied as ever.
  ///   - memory: what both traces may take in memory, in proportion to the bytes that are read.
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
    var written: [UInt16: UInt64] = [:]
    old = try TraceInfo(reading: reader) { found in
      let record = redacting ? redactor.redacted(found) : found
      try writer.append(record)
      written[record.head.type, default: 0] += 1
    }
    let notes = old.closingNotes
    try writer.finish(noting: redacting ? redactor.redacted(notes) : notes)
    counts = RecordTypeCount.ascending(written)
    secrets = redacting ? redactor.counts : nil
    unreadCount = redactor.unreadCount
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
  /// - Parameters:
  ///   - source: the file to be salvaged, which is only read.
  ///   - path: that of the new file, never of the old one.
  ///   - codec: what reads and makes data frames.
  ///   - replacing: whether the new file may take the place of another.
  ///   - redacting: whether secrets are replaced on the way.
  ///   - acceptingDamage: whether a damaged file is salvaged rather than refused.
  ///   - memory: what both traces may take in memory, in proportion to the bytes that are read.
  ///   - willCheck: called when the new file is complete, before it is read again.
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
    if !acceptingDamage, let damage = recovery.old.findings.first(where: \.isDamage) {
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
    guard info.counts == counts, info.suspectCount == old.suspectCount else {
      throw .outputUnsound("it holds other records than were written")
    }
  }
}
