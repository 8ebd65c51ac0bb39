/// Numbers of the `.synctrace` format (`docs/format.md`).
public enum TraceLimit {
  /// The version that this build writes; it reads every minor version of this major one.
  public static let majorVersion: UInt8 = 1
  /// The minor version that this build writes.
  public static let minorVersion: UInt8 = 0
  /// Largest size of one chunk, and so of one record with its head, in bytes: 256 MiB.
  public static let chunkSizeMax: UInt64 = 1 << 28
  /// Largest size of the data frame of one chunk: what zstd needs at worst for a chunk.
  public static let dataFrameSizeMax: UInt64 = chunkSizeMax + chunkSizeMax >> 7
  /// Largest window of a data frame, in bytes: 128 MiB, what the zstd tool accepts by default.
  public static let windowSizeMax: UInt64 = 1 << 27
  /// Largest content of a file header, in bytes.
  public static let headerSizeMax: UInt64 = 1 << 20
  /// Largest content of a chunk header or a trailer, in bytes; far more than version 1.0 needs.
  public static let smallFrameSizeMax: UInt64 = 1 << 10
  /// Largest content of an index, and of frames of kinds yet unknown, in bytes: 64 MiB.
  public static let indexSizeMax: UInt64 = 1 << 26
  /// Largest number that a trailer says would be next, so that every sequence number is below it.
  public static let sequenceMax: UInt64 = 1 << 62
  /// Size of a chunk, before compression, at which a writer begins the next: damage costs one at least.
  public static let chunkSizeDefault: UInt64 = 1 << 16
  /// The same of the first chunks, so that damage costs no short trace as a whole: 8 KiB, until a quarter of what
  /// is written is more.
  public static let firstChunkSize: UInt64 = 1 << 13
  /// Most entries of an index. Beyond, neighbours share an entry, so that the index of a trace of
  /// any size fits in memory.
  public static let indexEntriesMax = 1 << 14
  /// Most sessions that one index entry names.
  public static let sessionsPerEntryMax = 64
  /// Most sessions that the index summarizes.
  public static let sessionSummariesMax = 1 << 16
}
