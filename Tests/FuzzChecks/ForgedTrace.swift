import TraceCompression

@testable import TraceFormat

/// A file whose checksums are right, whatever its records are.
enum ForgedTrace {
  /// Nil where the bytes cannot be compressed.
  static func file(ofRecords records: [UInt8], count: Int) -> [UInt8]? {
    guard let frame = try? Array(ZstdCodec().makeCompressor().frame(records)) else { return nil }
    var header: [UInt8] = []
    TraceHeader().encode(into: &header)
    let chunk = ChunkHeader(
      traceDigest: XXH64.digest(header), requiredFeatureCount: 0, chunkNumber: 0,
      recordCount: UInt64(count), sequences: SequenceRange(first: 0, last: UInt64(count) - 1),
      times: TimeRange(first: 0, last: 0), dataFrameSize: UInt64(frame.count),
      recordsSize: UInt64(records.count), dataFrameDigest: XXH64.digest(frame))
    var body: [UInt8] = []
    chunk.encode(into: &body)
    return Frame.encode(.header, body: header) + Frame.encode(.chunk, body: body) + frame
  }
}
