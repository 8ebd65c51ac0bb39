import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// A small trace of 20 chunks with two records each, and where its chunks are.
struct DamageSample {
  let bytes: [UInt8]
  let events: [Event]
  let chunkRanges: [Range<Int>]
  let headerSize: Int

  init() {
    do {
      (bytes, chunkRanges) = try Self.write()
      events = try TraceFiles.read(bytes).events
    } catch {
      preconditionFailure("the sample cannot be written: \(error)")
    }
    headerSize = chunkRanges[0].lowerBound
  }

  var recordsEnd: Int { chunkRanges.last?.upperBound ?? 0 }

  /// Where a number of chunks ends.
  func chunkEnd(_ count: Int) -> Int {
    count == 0 ? headerSize : chunkRanges[count - 1].upperBound
  }

  private static func write() throws -> ([UInt8], [Range<Int>]) {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    var ranges: [Range<Int>] = []
    for chunk in 0..<20 {
      let start = sink.bytes.count
      for record in 0..<2 {
        let text = "chunk \(chunk), record \(record)"
        try writer.append(
          timeMicroseconds: Int64(chunk), session: 1, content: .note(Note(text: text)))
      }
      try writer.flush()
      ranges.append(start..<sink.bytes.count)
    }
    try writer.finish()
    return (sink.bytes, ranges)
  }

  /// The numbers of the chunks that have bytes in a range.
  func chunks(touching range: Range<Int>) -> [Int] {
    chunkRanges.indices.filter { chunkRanges[$0].overlaps(range) }
  }

  /// Expects that only touched chunks are lost, and that a loss stands in their place.
  func check(
    _ bytes: [UInt8], touched: [Int], isSeekable: Bool, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let problems = try problems(bytes, touched: touched, isSeekable: isSeekable)
    #expect(problems.isEmpty, "\(what): \(problems)", sourceLocation: sourceLocation)
  }

  func problems(_ bytes: [UInt8], touched: [Int], isSeekable: Bool) throws -> [String] {
    let (found, reader) = try TraceFiles.read(bytes, isSeekable: isSeekable)
    var problems: [String] = []
    if reader.findings.isEmpty { problems.append("nothing was noticed") }
    if !reader.isDamaged { problems.append("not called damaged") }
    var next = 0
    for event in found {
      if Int(event.sequence) != next { problems.append("\(event.sequence) instead of \(next)") }
      if case .loss(let loss) = event.content {
        let lost = next..<next + Int(loss.recordCount ?? 0)
        if !lost.allSatisfy({ touched.contains($0 / 2) }) || lost.isEmpty {
          problems.append("lost \(lost)")
        }
        next = lost.upperBound
      } else {
        if next >= events.count || events[next] != event { problems.append("\(next) is different") }
        next += 1
      }
    }
    if next != events.count { problems.append("ends at \(next)") }
    let missing = reader.findings.compactMap { $0.missing?.recordCount }.reduce(0, +)
    let lost = found.filter { $0.kind == .loss }.count
    if (missing > 0) != (lost > 0) { problems.append("findings miss \(missing), \(lost) losses") }
    return problems
  }
}
