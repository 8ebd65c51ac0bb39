import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// A file of a few hundred bytes against every damage there is: nothing may crash, hang, or go
/// unnoticed.
@Suite struct SmallFileTests {
  static let contents: [Event.Content] = [
    .note(Note(text: "a")), .loss(Loss(firstSequence: 1, recordCount: 3, reason: "b")),
    .note(Note(text: "c")),
  ]

  static func file() throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    writer.chunkSizeTarget = 1
    for content in contents {
      try writer.append(timeMicroseconds: 0, session: 0, content: content)
    }
    try writer.finish()
    return sink.bytes
  }

  @Test(arguments: 0..<8)
  func `every flipped bit is noticed and every mode survives it`(bit: Int) throws {
    let file = try Self.file()
    let events = try TraceFiles.read(file).events
    for offset in file.indices {
      var bytes = file
      bytes[offset] ^= 1 << UInt8(bit)
      for isSeekable in [true, false] {
        for mode in [TraceReader.Mode.normal, .salvage] {
          let (found, reader) = try TraceFiles.read(bytes, mode: mode, isSeekable: isSeekable)
          #expect(reader.isDamaged, "offset \(offset)")
          let sound = found.filter { !$0.isSuspect && $0.kind != .loss }
          #expect(sound.allSatisfy { events.contains($0) }, "offset \(offset)")
        }
      }
    }
  }

  @Test func `every strict prefix is read or refused`() throws {
    let file = try Self.file()
    for size in file.indices {
      let prefix = Array(file[..<size])
      for isSeekable in [true, false] {
        for mode in [TraceReader.Mode.normal, .salvage] {
          guard let (_, reader) = try? TraceFiles.read(prefix, mode: mode, isSeekable: isSeekable)
          else { continue }
          #expect(!reader.findings.isEmpty, "size \(size)")
        }
      }
    }
  }

  @Test func `the undamaged file has nothing to be found`() throws {
    let verification = try TraceVerification(MemorySource(Self.file()))
    #expect(verification.info.findings.isEmpty, "\(verification.info.findings)")
    #expect(verification.info.recordCount == 3)
    #expect(verification.info.losses.lostRecordCount == 3)
    #expect(verification.info.foundLosses.lossCount == 0)
  }

  @Test(arguments: [0, 1, 4, 100])
  func `what is no trace at all is refused`(size: Int) {
    var noise = SeededNumbers(seed: 4)
    let bytes = noise.bytes(size)
    for isSeekable in [true, false] {
      #expect(throws: DecodingFailure.self) {
        try TraceFiles.read(bytes, isSeekable: isSeekable)
      }
    }
  }
}
