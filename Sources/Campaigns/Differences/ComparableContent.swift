public import TraceFormat

/// What a file holds that can be compared with another, recognized by its contents, not by its name.
public enum ComparableContent {
  /// A trace, opened but not read yet.
  case trace(TraceReader)
  /// A state in canonical JSON (`docs/conformance.md`).
  case state(CanonicalState)
  /// A report of `replay --format json`, or a golden.
  case report(ReportContents)

  /// The most bytes of a state or a report that are read.
  public static let textSizeMaxBytes = 1 << 28

  /// What a source holds.
  ///
  /// - Parameters:
  ///   - source: a trace, a state or report in JSON, or a golden.
  ///   - words: how it says what faults did.
  ///   - codec: what reads a trace; by itself only one that is not compressed.
  ///   - memory: what a trace may take in memory, in proportion to the bytes that are read of it.
  /// - Throws: where it is nothing of all that, what was expected; where it can't be read.
  public init(
    _ source: any ByteSource, words: ReportWording, codec: any FrameCodec = StoredFrames(),
    memory: MemoryLimit = .standard
  ) throws {
    let (start, whole) = try SourceWindow.peeking(64, of: source)
    let text = start.dropFirst(
      start.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes.count : 0)
    if text.starts(with: Array(Golden.signature.utf8)) {
      self = .report(ReportContents(try Golden(parsing: try Self.bytes(of: whole))))
    } else if let first = text.first(where: { !Self.spaces.contains($0) }), first == Self.brace {
      self = try JSONNode.reading(
        try Self.bytes(of: whole), sizeMax: Self.textSizeMaxBytes, memory: memory
      ) {
        node throws(JSONShapeFailure) in try Self.json(node.json, words)
      }
    } else {
      self = .trace(try TraceReader(whole, codec: codec, memory: memory))
    }
  }

  private static let spaces = Set(" \t\r\n".utf8)
  private static let brace = UInt8(ascii: "{")

  private static func json(
    _ json: JSONText, _ words: ReportWording
  ) throws(JSONShapeFailure) -> ComparableContent {
    if json.member("classes") != nil { return .state(try CanonicalState(json)) }
    let names = ["reports", "comparisons", "writes"]
    guard names.contains(where: { json.member($0) != nil }) else {
      throw JSONNode(json).failure(
        expected: "a state, with a member `classes`, or a report, with `reports` or `comparisons`")
    }
    return .report(try ReportContents(json, words: words))
  }

  private static func bytes(of source: SourceWindow) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try source.read(upTo: 65_536, into: &bytes) > 0 {
      guard bytes.count <= textSizeMaxBytes else {
        throw DecodingFailure.limitExceeded(
          "size of the file", found: UInt64(bytes.count), limit: UInt64(textSizeMaxBytes), at: 0)
      }
    }
    return bytes
  }
}
