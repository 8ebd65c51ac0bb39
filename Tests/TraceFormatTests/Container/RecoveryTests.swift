import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

@Suite struct RecoveryTests {
  private func salvage(_ bytes: [UInt8]) throws -> (TraceRecovery, [UInt8]) {
    let sink = MemorySink()
    return (
      try TraceRecovery(salvaging: MemorySource(bytes), into: sink, codec: ZstdCodec()), sink.bytes
    )
  }

  @Test func `an undamaged trace is recovered as it is`() throws {
    let bytes = try TraceFiles.trace(of: SampleEvents.contents)
    let (recovery, output) = try salvage(bytes)
    #expect(output == bytes)
    #expect(!recovery.old.isDamaged && !recovery.isLossy)
    #expect(recovery.old.recordCount == UInt64(SampleEvents.contents.count))
    #expect(recovery.old.losses.lossCount == 2)
  }

  @Test func `every flipped byte gives a sound trace that has every other record`() throws {
    let sample = DamageTests.sample
    for offset in stride(from: 3, to: sample.bytes.count, by: 23) {
      var bytes = sample.bytes
      bytes[offset] ^= 0x20
      let (recovery, output) = try salvage(bytes)
      #expect(recovery.old.isDamaged, "offset \(offset)")
      let verification = try TraceVerification(MemorySource(output))
      // A suspect record may be garbled; everything else is sound.
      #expect(!verification.info.isDamaged, "offset \(offset): \(verification.info.findings)")
      #expect(verification.info.isClosed)
      let events = try TraceFiles.read(output).events
      let sound = events.filter { !$0.isSuspect && $0.kind != .loss }
      let touched = sample.chunks(touching: offset..<offset + 1)
      #expect(sound.count >= 40 - 2 * touched.count, "offset \(offset)")
      #expect(sound.allSatisfy { sample.events.contains($0) }, "offset \(offset)")
      #expect(verification.info.losses == recovery.old.foundLosses)
      #expect(verification.info.suspectCount == recovery.old.suspectCount)
    }
  }

  @Test func `records of a chunk that fails its checksum are salvaged as suspects`() throws {
    let sample = DamageTests.sample
    var bytes = sample.bytes
    // The last four bytes of a data frame are zstd's own checksum: the records are all there.
    bytes[sample.chunkRanges[4].upperBound - 1] ^= 1
    let (recovery, output) = try salvage(bytes)
    #expect(recovery.old.suspectCount == 2)
    #expect(!recovery.isLossy)
    let events = try TraceFiles.read(output).events
    #expect(events.filter(\.isSuspect).map(\.sequence) == [8, 9])
    #expect(events.map(\.content) == sample.events.map(\.content))
    let (again, second) = try salvage(output)
    #expect(again.old.suspectCount == 2, "suspects stay suspect")
    #expect(second == output)
  }

  @Test func `a chunk whose header is gone is salvaged as suspect without an index`() throws {
    let sample = DamageTests.sample
    var bytes = Array(sample.bytes[..<sample.recordsEnd])
    bytes[sample.chunkRanges[19].lowerBound + 30] ^= 1
    bytes[sample.chunkRanges[7].lowerBound + 30] ^= 1
    let (recovery, output) = try salvage(bytes)
    let events = try TraceFiles.read(output).events
    #expect(events.filter(\.isSuspect).map(\.sequence) == [14, 15, 38, 39])
    #expect(events.filter { $0.kind != .loss }.map(\.content) == sample.events.map(\.content))
    #expect(recovery.old.foundLosses.lostRecordCount == 0)
  }

  @Test func `a cut data frame gives what it still holds`() throws {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    writer.chunkSizeTarget = 1 << 20
    var noise = SeededNumbers(seed: 9)
    // A large record first, since the chunks of a short trace are short.
    for size in [4_000_000] + Array(repeating: 100_000, count: 8) {
      try writer.append(
        timeMicroseconds: 0, session: 0,
        content: .localCommit(LocalCommit(clientVersion: 1, changeset: noise.bytes(size))))
    }
    try writer.flush()
    let (recovery, output) = try salvage(Array(sink.bytes[..<4_500_000]))
    #expect(recovery.old.suspectCount >= 3 && recovery.old.suspectCount < 8, "\(recovery)")
    #expect(recovery.old.foundLosses.lostRecordCount == 8 - recovery.old.suspectCount)
    let events = try TraceFiles.read(output).events
    #expect(events.last?.kind == .loss)
  }

  @Test func `a file is recovered to another one and never to itself`() throws {
    try TemporaryFolder.with { folder in
      let sample = DamageTests.sample
      var bytes = sample.bytes
      bytes[sample.chunkRanges[2].lowerBound + 150] ^= 1
      try folder.write(bytes, to: "damaged.synctrace")
      let input = folder.path("damaged.synctrace")
      #expect(throws: TraceRecoveryFailure.outputIsInput(folder.path("./damaged.synctrace"))) {
        try TraceRecovery.recover(
          FileSource(path: input), to: folder.path("./damaged.synctrace"), codec: ZstdCodec(),
          replacing: true)
      }
      let output = folder.path("recovered.synctrace")
      let recovery = try TraceRecovery.recover(
        FileSource(path: input), to: output, codec: ZstdCodec())
      #expect(recovery.old.isDamaged)
      #expect(try !TraceVerification(FileSource(path: output)).info.isDamaged)
      #expect(try folder.read("damaged.synctrace") == bytes)
      #expect(throws: FileFailure.self, "an existing file is not replaced unasked") {
        try TraceRecovery.recover(FileSource(path: input), to: output, codec: ZstdCodec())
      }
      #expect(try folder.names() == ["damaged.synctrace", "recovered.synctrace"])
    }
  }
}
