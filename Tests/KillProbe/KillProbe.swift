import TestSupport
import TraceCompression
import TraceFormat

/// Writes a trace until it is killed: `KillProbe FILE SEED`.
///
/// After each flush it prints the number of records that are safe by then, in one line.
@main struct KillProbe {
  static func main() throws {
    let seed = UInt64(CommandLine.arguments[2]) ?? 0
    let writer = try TraceWriter(
      to: FileSink(path: CommandLine.arguments[1]),
      options: TraceWriter.Options(chunkSizeTarget: 1 << 14))
    let output = FileSink.standardOutput()
    var numbers = SeededNumbers(seed: seed)
    // More than can be written before the kill, yet an end if there is none.
    for sequence in 0..<UInt64(2_000_000) {
      try writer.append(
        timeMicroseconds: Int64(sequence), session: 1,
        content: ProbeRecords.content(sequence, seed: seed))
      guard numbers.next() % 8 == 0 else { continue }
      try writer.flush()
      try output.write(Array("\(writer.nextSequence)\n".utf8))
    }
  }
}
