import TraceCompression
import TraceFormat

/// Traces in memory, for tests.
public enum TraceFiles {
  /// The bytes of a closed trace of these contents.
  ///
  /// Times run from `firstTime` in steps of a microsecond, sessions 1, 2, 3, 1 …
  public static func trace(
    of contents: [Event.Content], header: TraceHeader = TraceHeader(),
    chunkSizeTarget: UInt64 = TraceLimit.chunkSizeDefault, isClosed: Bool = true,
    codec: any FrameCodec = ZstdCodec()
  ) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, header: header, codec: codec)
    writer.chunkSizeTarget = chunkSizeTarget
    for (index, content) in contents.enumerated() {
      try writer.append(
        timeMicroseconds: firstTime + Int64(index), session: UInt32(index % 3 + 1),
        content: content)
    }
    if isClosed { try writer.finish() } else { try writer.flush() }
    return sink.bytes
  }

  public static let firstTime: Int64 = 1_700_000_000_000_000

  /// All events of a trace, and the reader, for what it noticed.
  public static func read(
    _ bytes: [UInt8], mode: TraceReader.Mode = .normal, isSeekable: Bool = true,
    selection: TraceSelection = .everything
  ) throws -> (events: [Event], reader: TraceReader) {
    let source = MemorySource(bytes, isSeekable: isSeekable)
    let reader = try TraceReader(source, mode: mode, selection: selection)
    var events: [Event] = []
    while let event = try reader.next() { events.append(event) }
    return (events, reader)
  }
  /// All events of a trace of the project.
  public static func events(of path: String) throws -> [Event] {
    let reader = try TraceReader(path: ProjectFiles.path(path))
    var events: [Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  /// The demo without the transaction of record 5, which a record says is missing.
  public static func lossyDemo() throws -> [Event] {
    try events(of: "traces/field-inspections.synctrace").map { event in
      guard event.sequence == 5 else { return event }
      return Event(
        sequence: 5, timeMicroseconds: event.timeMicroseconds, session: 0,
        content: .loss(Loss(firstSequence: 5, recordCount: 1, reason: "a damaged chunk")))
    }
  }

  /// The demo without anything of the server's but its request for the reset.
  public static func demoWithoutServer() throws -> [Event] {
    try events(of: "traces/field-inspections.synctrace").filter {
      [.sessionStart, .localCommit, .syncError].contains($0.kind) || $0.sequence == 1
    }.enumerated().map { index, event in
      Event(
        sequence: UInt64(index), timeMicroseconds: event.timeMicroseconds, session: event.session,
        content: event.content)
    }
  }

  /// Writes a trace of these events, without compression.
  public static func write(_ events: [Event], to path: String) throws {
    let writer = try TraceWriter(to: FileSink(path: path), codec: StoredFrames())
    for event in events { try writer.append(event) }
    try writer.finish()
  }

  /// The demo as a session in which no reset was asked for.
  public static func quietDemo() throws -> [Event] {
    try events(of: "traces/field-inspections.synctrace").filter {
      ![.syncError, .resetObserved].contains($0.kind)
    }
  }
}
