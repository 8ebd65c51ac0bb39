/// Something that is wrong with a trace, or worth knowing about it: where, what, and which records are missing for it.
public struct TraceFinding: Hashable, Sendable {
  /// What kind of finding it is.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The trace ends without an index: the recorder was killed, or the file was cut there.
    case notClosed
    /// The file header cannot be read.
    case damagedHeader
    /// A chunk whose header was unreadable and whose index entry stood in for it.
    case damagedChunkHeader
    /// A chunk whose data frame is damaged or cut.
    case damagedChunk
    /// The index cannot be read, or does not describe the file.
    case damagedIndex
    /// Bytes that belong to nothing readable.
    case unreadableBytes
    /// Numbers that no chunk accounts for, though no bytes are unreadable.
    case missingRecords
    /// A chunk whose records were there before.
    case repeatedChunk
    /// A frame of another trace, or the header again.
    case foreignFrame
    /// A record of a known type that this build cannot understand; it is kept as it is.
    case notUnderstood
    /// A part of an input that is not a trace, which could not be imported.
    case notImported
  }

  /// Records that could not be read.
  public struct Missing: Hashable, Sendable {
    /// The first missing sequence number.
    public var firstSequence: UInt64
    /// Nil where the file does not tell.
    public var recordCount: UInt64?
  }

  /// What kind of finding it is.
  public var code: Code
  /// Position in the file, in bytes.
  public var offset: UInt64
  /// How many bytes of the file are concerned.
  public var size: UInt64 = 0
  /// The number of the chunk, from 0, where it is known.
  public var chunk: UInt64?
  /// The records that are missing for it, if any are.
  public var missing: Missing?
  /// Records that salvage got out of the damaged bytes and marked as suspect.
  public var suspectCount: UInt64 = 0
  /// What was expected and what was found.
  public var reason: String

  /// Whether the file is damaged, rather than just unfinished or newer than this build.
  public var isDamage: Bool { code != .notClosed && code != .notUnderstood }
}

extension TraceFinding: CustomStringConvertible {
  /// One line, such as `offset 0x41b, 120 bytes: chunk 3: checksum …; records 30 to 39 are missing`.
  public var description: String {
    guard code != .notImported else { return reason.visible }
    var text = "offset 0x\(String(offset, radix: 16))"
    if size > 0 { text += ", \(size) bytes" }
    if let chunk { text += ": chunk \(chunk)" }
    text += ": \(reason.visible)"
    if let missing { text += "; \(missing)" }
    if suspectCount > 0 { text += "; \(suspectCount) suspect records salvaged" }
    return text
  }
}

extension TraceFinding.Missing: CustomStringConvertible {
  /// What is missing, in words.
  public var description: String {
    switch recordCount {
    case nil: "an unknown number of records from \(firstSequence) on is missing"
    case 1: "record \(firstSequence) is missing"
    case let count?:
      "\(count) records are missing, \(firstSequence) to \(firstSequence + count - 1)"
    }
  }
}
