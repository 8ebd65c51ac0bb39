import Recorder
import TestSupport
import TraceCompression
import TraceFormat

/// Writes a trace until it is killed: `KillProbe FILE SEED`, or `KillProbe FILE SEED app` with the recorder of
/// apps.
///
/// After each flush it prints the number of records that are safe by then, in one line.
@main struct KillProbe {
  static func main() throws {
    let (path, seed) = (CommandLine.arguments[1], UInt64(CommandLine.arguments[2]) ?? 0)
    if CommandLine.arguments.count > 3 {
      try LiveProbe.run(path: path, seed: seed)
    } else {
      try writeRecords(path: path, seed: seed)
    }
  }

  private static func writeRecords(path: String, seed: UInt64) throws {
    let writer = try TraceWriter(to: FileSink(path: path))
    writer.chunkSizeTarget = 1 << 14
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
