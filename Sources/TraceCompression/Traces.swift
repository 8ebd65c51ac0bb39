public import TraceFormat

// Traces as files have them, with compressed data frames: the initializers of TraceFormat without their codec. And
// lines of files that may be compressed.

extension TraceReader {
  /// Opens a trace: reads its header and, in a file, its index.
  ///
  /// - Throws: `DecodingFailure` where the bytes are not a trace at all, or one that needs a version
  ///   or a feature that this build does not have; `FileFailure` where the file cannot be read.
  /// - Parameters:
  ///   - source: the bytes; of those of a file the index is read first.
  ///   - mode: whether damage ends the reading or is skipped and counted.
  ///   - selection: which records are handed out.
  ///   - memory: what the trace may take in memory, in proportion to the bytes that are read of it.
  public convenience init(
    _ source: any ByteSource, mode: Mode = .normal, selection: TraceSelection = .everything,
    memory: MemoryLimit = .standard
  ) throws {
    try self.init(source, codec: ZstdCodec(), mode: mode, selection: selection, memory: memory)
  }

  /// Opens a file.
  public convenience init(
    path: String, mode: Mode = .normal, selection: TraceSelection = .everything,
    memory: MemoryLimit = .standard
  ) throws {
    try self.init(FileSource(path: path), mode: mode, selection: selection, memory: memory)
  }
}

extension TraceWriter {
  /// Begins a trace of compressed chunks: writes the file header at once.
  ///
  /// - Parameters:
  ///   - sink: takes the bytes of the trace.
  ///   - header: what the file says of itself as a whole.
  ///   - synchronizesOnFlush: whether `flush()` also waits for the disk, so that records survive a loss of power.
  ///   - compressionLevel: one of ``ZstdCodec/levels``.
  /// - Throws: `TraceWriteFailure`, or what the sink throws.
  public convenience init(
    to sink: any ByteSink, header: TraceHeader = TraceHeader(), synchronizesOnFlush: Bool = false,
    compressionLevel: Int32 = ZstdCodec.levelDefault
  ) throws {
    try self.init(
      to: sink, header: header, synchronizesOnFlush: synchronizesOnFlush,
      codec: ZstdCodec(level: compressionLevel))
  }
}

extension LineReader {
  /// Reads from any source, compressed with zstd or not; the limits are those of an uncompressed one.
  ///
  /// - Parameters:
  ///   - source: the bytes of the text, or of its zstd frames.
  ///   - lineSizeMax: a line above so many bytes is refused.
  ///   - takesCarriageReturns: whether carriage returns end lines in a text whose beginning has no line feed.
  ///   - memory: counted by what has been read of the source, before it is decompressed.
  /// - Throws: `DecodingFailure` where zstd finds no memory.
  public convenience init(
    _ source: any ByteSource, lineSizeMax: Int = lineSizeMaxDefault,
    takesCarriageReturns: Bool = false, memory: MemoryLimit = .standard
  ) throws {
    let zstd = try ZstdSource(source)
    self.init(
      plain: zstd, compressedBytes: { zstd.readBytes }, lineSizeMax: lineSizeMax,
      takesCarriageReturns: takesCarriageReturns, memory: memory)
  }

  /// Reads from a file.
  public convenience init(
    path: String, lineSizeMax: Int = lineSizeMaxDefault, memory: MemoryLimit = .standard
  ) throws {
    try self.init(FileSource(path: path), lineSizeMax: lineSizeMax, memory: memory)
  }
}
