import TestSupport
import TraceCompression

@testable import TraceFormat

/// Any bytes are read as a trace to their end, in every way of reading, or are refused.
///
/// After a first byte of 0 an input is a file. Random bytes never have a checksum right, so after any other the
/// rest are the records of one chunk, around which a sound file is made.
enum ChunkCheck {
  static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard let form = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    guard let file = form == 0 ? rest : ForgedTrace.file(ofRecords: rest, count: Int(form)) else {
      return
    }
    for mode in [TraceReader.Mode.normal, .salvage] {
      guard let read = try? TraceFiles.read(file, mode: mode) else { continue }
      for event in read.events {
        try FuzzFinding.require(
          !event.textLines(withInstructions: true).isEmpty, "an event is printed")
        let json = Array(event.json.text().utf8)
        _ = try FuzzFinding.expect("an event's JSON is JSON") { try JSONText(parsing: json) }
      }
      let again = try FuzzFinding.expect("what was read is read again") {
        try TraceFiles.read(file, mode: mode)
      }
      try FuzzFinding.require(again.events == read.events, "reading twice gives the same events")
    }
    try checkRecovery(of: file)
  }

  /// What is salvaged is a sound trace.
  private static func checkRecovery(of file: [UInt8]) throws(FuzzFinding) {
    let sink = MemorySink()
    guard (try? TraceRecovery(salvaging: MemorySource(file), into: sink, codec: ZstdCodec())) != nil
    else { return }
    let verification = try FuzzFinding.expect("what was salvaged is a trace") {
      try TraceVerification(MemorySource(sink.bytes))
    }
    try FuzzFinding.require(
      verification.info.isClosed && !verification.info.isDamaged, "what was salvaged is sound")
  }
}
